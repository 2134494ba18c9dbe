import type { Block } from '../../state/chain/block.js';
import { isPlatformError } from '../../base/errors/platform-error.js';
import { StoreUnavailableError } from '../../store/store-unavailable-error.js';
import type { WritableView } from '../../store/store.js';
import type { ChangeOutcome, PendingChange } from './block-queue.js';

/** Changes the state in a block. @param position of the change among those of its block, from 0 */
export type BlockWork<Result> = (view: WritableView, block: Block, position: number) => Promise<Result>;

/** Drops a block all of whose changes were rejected, and nobody pays. */
export class EmptyBlockError extends Error {
  constructor(readonly outcomes: readonly ChangeOutcome[]) {
    super('all changes of the block were rejected');
  }
}

/**
 * Runs the changes of a block, each on what those before it left. A rejected one leaves nothing.
 *
 * @throws {EmptyBlockError} (rejects) when all are rejected. @throws what is no rejection: the block is to be dropped.
 */
export async function runChanges(
  view: WritableView,
  block: Block,
  changes: readonly PendingChange<BlockWork<unknown>>[],
): Promise<readonly ChangeOutcome[]> {
  const outcomes: ChangeOutcome[] = [];
  for (const [position, { work }] of changes.entries()) {
    const begin = view.mark();
    try {
      outcomes.push({ result: await work(view, block, position) });
    } catch (error) {
      if (!isPlatformError(error) || error instanceof StoreUnavailableError) throw error;
      view.undoTo(begin);
      outcomes.push({ error });
    }
  }
  if (outcomes.every((outcome) => 'error' in outcome)) throw new EmptyBlockError(outcomes);
  return outcomes;
}
