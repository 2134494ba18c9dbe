import type { ChainLock } from '../../layer1/layer1.js';
import type { ChainBlock } from '../block-tree/chain-block.js';
import type { ChainData } from './chain-data.js';

/** Describes a complete chain state at one time, to restore it. */
export interface ChainPoint {
  readonly tip: ChainBlock;
  /** Number of known blocks. */
  readonly known: number;
  readonly rejected: ReadonlyMap<ChainBlock, string>;
  readonly chainLock: ChainLock | undefined;
}

/** Returns the point of a chain. */
export function pointOf({ best, known, chainLock }: ChainData): ChainPoint {
  return { tip: best.tip, known: known.size, rejected: new Map(known.rejected), chainLock };
}

/** Returns whether a chain is unchanged since a point. */
export function isAtPoint(data: ChainData, { tip, known, rejected, chainLock }: ChainPoint): boolean {
  const own = data.known.rejected;
  return (
    data.best.tip === tip &&
    data.known.size === known &&
    data.chainLock === chainLock &&
    own.size === rejected.size &&
    [...own].every(([block, reason]) => rejected.get(block) === reason)
  );
}
