import { isObject } from './json-rpc-client.js';
import { tipOf, type Tip } from './server.js';

/** A block of the best chain. */
export interface ListedBlock extends Tip {
  /** Whether it came while the page was looking. */
  readonly isNew: boolean;
}

/** The last blocks, and what was told of them. */
export interface Blocks {
  /** The tip first. */
  readonly blocks: readonly ListedBlock[];
  /** Of the last block with a ChainLock, on it or above it. */
  readonly lockedHeight: number;
  /** The blocks that reorganisations took back while the page was looking, the last first. */
  readonly takenBack: readonly Tip[];
}

const SHOWN_BLOCKS = 30;
const SHOWN_TAKEN_BACK = 10;

/** Before anything is told. */
export const NO_BLOCKS: Blocks = { blocks: [], lockedHeight: -1, takenBack: [] };

/** What is known of the last blocks after an event of `subscribeToBlocks`; what is none changes nothing. */
export function blocksAfter(before: Blocks, event: unknown, firstHeight: number): Blocks {
  const block = tipOf(event);
  if (!isObject(event) || block === undefined) return before;
  const { blocks, lockedHeight, takenBack } = before;
  if (event['event'] === 'chainLocked')
    return { ...before, lockedHeight: Math.max(lockedHeight, block.height) };
  if (event['event'] === 'disconnected')
    return {
      ...before,
      blocks: blocks.filter(({ hash }) => hash !== block.hash),
      takenBack: [block, ...takenBack].slice(0, SHOWN_TAKEN_BACK),
    };
  // The way from the former tip is not known: nothing of what was listed need still be there.
  if (event['event'] === 'replaced') return { ...NO_BLOCKS, takenBack, blocks: [{ ...block, isNew: true }] };
  const added = { ...block, isNew: block.height > firstHeight };
  return { ...before, blocks: [added, ...blocks].slice(0, SHOWN_BLOCKS) };
}
