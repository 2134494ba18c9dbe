import type { ChainLock } from '../layer1/layer1.js';
import type { InstantLocks } from '../chain/mempool/instant-locks.js';

/** Describes the locks that a control dropped, because they would prevent its change of blocks. */
export interface DroppedLocks {
  /** The highest ChainLock that was dropped; `null` if there was none. */
  readonly chainLock: ChainLock | null;
  /** The ids of the transactions whose InstantSend locks were dropped. */
  readonly instantLocks: readonly string[];
}

export const NO_LOCKS: DroppedLocks = { chainLock: null, instantLocks: [] };

/** Returns the locks that are gone: a ChainLock, if any, and the InstantSend locks of `before` that are not in `after`. */
export function droppedLocks({
  chainLock,
  before,
  after,
}: {
  readonly chainLock: ChainLock | undefined;
  readonly before: InstantLocks;
  readonly after: InstantLocks;
}): DroppedLocks {
  const instantLocks = Array.from(before, ({ txid }) => txid).filter((txid) => after.of(txid) === undefined);
  return { chainLock: chainLock ?? null, instantLocks };
}

/** Returns whether any lock was dropped. */
export function hasDropped({ chainLock, instantLocks }: DroppedLocks): boolean {
  return chainLock !== null || instantLocks.length > 0;
}
