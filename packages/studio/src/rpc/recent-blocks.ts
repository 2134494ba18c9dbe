import { isObject } from '../json/json-values.js';
import { readTip, type Tip } from './server.js';

/** Describes a block of the best chain. */
export interface ListedBlock extends Tip {
  /** True if it arrived while the page was open. */
  readonly isNew: boolean;
}

/** Describes the last blocks, and the events about them. */
export interface RecentBlocks {
  /** The tip first. */
  readonly blocks: readonly ListedBlock[];
  /** The highest block that a ChainLock covers. */
  readonly lockedHeight: number;
  /** The blocks that were disconnected while the page was open, the last first. */
  readonly disconnected: readonly Tip[];
}

const MAX_BLOCKS = 30;
const MAX_DISCONNECTED = 10;

/** Defines the state before the first event. */
export const NO_RECENT_BLOCKS: RecentBlocks = { blocks: [], lockedHeight: -1, disconnected: [] };

/** Applies an event of `subscribeToBlocks`; anything else changes nothing. */
export function applyBlockEvent(before: RecentBlocks, event: unknown, firstHeight: number): RecentBlocks {
  const block = readTip(event);
  if (!isObject(event) || block === undefined) return before;
  const { blocks, lockedHeight, disconnected } = before;
  if (event['event'] === 'chainLocked')
    return { ...before, lockedHeight: Math.max(lockedHeight, block.height) };
  if (event['event'] === 'disconnected')
    return {
      ...before,
      blocks: blocks.filter(({ hash }) => hash !== block.hash),
      disconnected: [block, ...disconnected].slice(0, MAX_DISCONNECTED),
    };
  // The path from the previous tip is unknown: none of the listed blocks need be on the chain.
  if (event['event'] === 'replaced')
    return { ...NO_RECENT_BLOCKS, disconnected, blocks: [{ ...block, isNew: true }] };
  const added = { ...block, isNew: block.height > firstHeight };
  return { ...before, blocks: [added, ...blocks].slice(0, MAX_BLOCKS) };
}
