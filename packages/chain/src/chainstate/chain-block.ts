import type { Coin } from '../consensus/coins.js';
import type { MasternodeList } from '../consensus/masternode-list.js';
import type { SizedBlock } from '../consensus/sized-block.js';
import type { OutPoint } from '../transaction/transaction.js';

/** A coin that a block spent: what is needed to take the block away again. */
export interface SpentCoin {
  readonly outPoint: OutPoint;
  readonly coin: Coin;
}

/** What holds after a block that was connected once, and never changes. */
export interface ConnectedState {
  readonly masternodes: MasternodeList;
  /** The balance of the credit pool, in duffs. */
  readonly creditPool: bigint;
  readonly spent: readonly SpentCoin[];
}

/** A block that the chain state knows, in the best chain or beside it. */
export interface ChainBlock {
  readonly block: SizedBlock;
  readonly height: number;
  /** `undefined` for the genesis block. */
  readonly previous: ChainBlock | undefined;
  /** Seconds: the median time of this block and the ten before it. */
  readonly medianTime: number;
  /** `undefined` until it has been connected. */
  connected: ConnectedState | undefined;
  /** Dash Core's reject reason, once the block or one before it was found invalid. */
  invalid: string | undefined;
}

/** The block at `height` of the chain that ends with `block`; `undefined` above it and below 0. */
export function ancestorAt(block: ChainBlock, height: number): ChainBlock | undefined {
  let at: ChainBlock | undefined = height >= 0 && height <= block.height ? block : undefined;
  while (at !== undefined && at.height > height) at = at.previous;
  return at;
}

/**
 * The median time of the block before the one at `height`, in the chain that ends with `tip`: what relative lock times of a
 * coin at that height count from.
 *
 * Source: `CalculateSequenceLocks` in `src/consensus/tx_verify.cpp` of dashpay/dash.
 */
export function medianTimeBefore(tip: ChainBlock, height: number): number {
  return ancestorAt(tip, Math.max(height - 1, 0))?.medianTime ?? tip.medianTime;
}

/** The median of the times of a block and the ten before it (fewer near the genesis block). */
export function medianTimePast(time: number, previous: ChainBlock | undefined, span: number): number {
  const times = [time];
  for (let at = previous; at !== undefined && times.length < span; at = at.previous)
    times.push(at.block.header.time);
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? time;
}
