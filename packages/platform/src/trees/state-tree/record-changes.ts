import { AggregateOverflowError as TreeOverflowError } from '@dapikit/proof/prover';
import { AggregateOverflowError } from '../../state/aggregates/aggregate.js';
import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { requireChainState } from '../../state/chain/chain-state.js';
import type { ContractBook } from '../../state/contract/contract-book.js';
import { Overlay } from '../../store/overlay.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { isInTrees, operationsOf } from './change-operations.js';
import { encodeOperations } from './operation-list.js';
import { hasLargeSums, hasSums } from './large-sums.js';
import type { RecordedOperations } from './recorded-operations.js';
import { findLargeSums, findTreeTip, putRecorded } from './state-tree.js';
import { applyInTransaction } from './tree-applier.js';
import { operationsKey, TREE_TIP_KEY } from '../../state/keys/tree-keys.js';

/** Runs work that changes the state; what it writes goes to the view when it is done. */
export type RecordChanges = <Result>(
  view: WritableView,
  work: (view: WritableView) => Promise<Result>,
) => Promise<Result>;

/** Runs work that changes the state of a platform without trees; those of the store are out of date then. */
export const discardTrees: RecordChanges = async (view, work) => {
  if ((await view.get(TREE_TIP_KEY)) !== undefined) view.delete(TREE_TIP_KEY);
  return work(view);
};

/**
 * Runs work that changes the state and records, in the same transaction, what it changes in the trees, where the store has some. They
 * change when a `TreeApplier` applies it, before a proof or a root hash; at once where a sum may overflow a tree, as the network then
 * rejects the document.
 *
 * @param recorded gets the operations of each block, as the applier of this process will need them
 * @throws {AggregateOverflowError} (rejects) where a sum of documents does not fit a tree, whose parts depend on its shape
 */
export const recordChanges =
  (contracts: ContractBook, recorded: RecordedOperations): RecordChanges =>
  async (view, work) => {
    if ((await findTreeTip(view)) === undefined) return work(view);
    const overlay = new Overlay(view);
    const result = await work(overlay);
    await record(view, overlay, contracts, recorded);
    for (const { key, value } of overlay.changes()) {
      if (value === undefined) view.delete(key);
      else view.put(key, value);
    }
    return result;
  };

async function record(
  view: StoreView,
  overlay: Overlay,
  contracts: ContractBook,
  recorded: RecordedOperations,
): Promise<void> {
  const inTrees = overlay.changes().filter(({ key }) => isInTrees(key));
  const before = await view.getMany(inTrees.map(({ key }) => key));
  const changes = inTrees
    .map(({ key, value }, at) => ({ key, before: before[at], after: value }))
    // A later transition of the block may remove what an earlier one stored: the trees never had it.
    .filter((change) => change.before !== undefined || change.after !== undefined);
  const operations = await operationsOf(changes, { view: overlay, contracts });
  const hadLargeSums = await findLargeSums(view);
  const { last } = await requireChainState(overlay);
  const height = last?.height ?? 0n;
  putRecorded(overlay, { height, hasLargeSums: hadLargeSums || hasLargeSums(operations) });
  if (operations.length === 0) return;
  const key = operationsKey(height);
  const earlier = await overlay.get(key);
  const bytes = encodeOperations(operations);
  if (earlier === undefined) recorded.note(key, bytes, operations);
  overlay.put(key, earlier === undefined ? bytes : concatBytes([earlier, bytes]));
  if (hasLargeSums(operations) || (hadLargeSums && hasSums(operations))) await applyAtOnce(overlay);
}

async function applyAtOnce(overlay: Overlay): Promise<void> {
  try {
    await applyInTransaction(overlay);
  } catch (error) {
    if (!(error instanceof TreeOverflowError)) throw error;
    throw new AggregateOverflowError('sum', 'documents in a tree of an index');
  }
}
