import { Grove } from '@dapikit/proof/prover';
import { requireChainState } from '../../state/chain/chain-state.js';
import type { ContractBook } from '../../state/contract/contract-book.js';
import { readPages } from '../../store/read-pages.js';
import type { KeyRange, Store, StoreView, WritableView } from '../../store/store.js';
import { slicedView, TimeSlices } from '../../store/time-slices.js';
import { operationsOf, TREE_STATE_SPACES } from './change-operations.js';
import { putInitialStructure, readInitialTrees } from './initial-trees.js';
import { hasLargeSums } from './large-sums.js';
import { findTreeTip, putRecorded, putTreeTip, treeNodes, treeWrites } from './state-tree.js';
import { OPERATIONS_RANGE, TREE_SPACES, TREE_TIP_KEY } from '../../state/keys/tree-keys.js';

const spaceRange = (space: number): KeyRange => ({
  from: Uint8Array.of(space),
  to: Uint8Array.of(space + 1),
});

/** After how many removed keys the clock is read. */
const KEYS_A_LOOK = 1_000;

/** Removes the trees of a store with all that blocks have recorded for them. */
async function removeTrees(view: WritableView): Promise<void> {
  const slices = new TimeSlices();
  for (const range of [spaceRange(TREE_SPACES.nodes), OPERATIONS_RANGE]) {
    // All are read before the first is deleted: a view sorts its changes again before it is read.
    const keys: Uint8Array[] = [];
    for await (const page of readPages(slicedView(view, slices), range))
      for (const { key } of page) keys.push(key);
    for (const [at, key] of keys.entries()) {
      view.delete(key);
      if (at % KEYS_A_LOOK === 0) await slices.next();
    }
  }
  view.delete(TREE_TIP_KEY);
}

/** Context from which trees are built. */
interface BuildContext {
  readonly view: StoreView;
  readonly contracts: ContractBook;
  readonly slices: TimeSlices;
  /** Receives the number of entries of the store that the trees have. */
  readonly report?: ((entries: number) => void) | undefined;
}

/** Puts the state that a view shows into an empty grove. */
export async function buildTrees(grove: Grove, context: BuildContext): Promise<void> {
  await putInitialStructure(grove, async () => context.slices.next());
  await putEntries(grove, context);
}

/** Puts the entries of a store into a grove that has the initial structure. Returns whether documents have large sums. */
async function putEntries(grove: Grove, { view, contracts, slices, report }: BuildContext): Promise<boolean> {
  const pause = async (): Promise<void> => slices.next();
  let entries = 0;
  let isLarge = false;
  for (const space of TREE_STATE_SPACES) {
    for await (const page of readPages(slicedView(view, slices), spaceRange(space))) {
      const changes = page.map(({ key, value }) => ({ key, before: undefined, after: value }));
      const operations = await operationsOf(changes, { view: slicedView(view, slices), contracts });
      isLarge ||= hasLargeSums(operations);
      await grove.apply(operations, pause);
      entries += page.length;
      report?.(entries);
      await slices.next();
    }
  }
  return isLarge;
}

/** Opens a grove with the initial structure in a store without trees: that of the package, stored at once, or one that is built here. */
async function openInitialGrove(view: WritableView, slices: TimeSlices): Promise<Grove> {
  const shipped = await readInitialTrees();
  const writes = treeWrites(view);
  for (const { key, value } of shipped ?? []) {
    writes.put(key, value);
    await slices.next();
  }
  const grove = await Grove.open(treeNodes(slicedView(view, slices)));
  if (shipped === undefined) await putInitialStructure(grove, async () => slices.next());
  return grove;
}

/** Builds the trees of a state that has none, or other ones. */
async function rebuildTrees(
  view: WritableView,
  { contracts, report }: Pick<BuildContext, 'contracts' | 'report'>,
): Promise<void> {
  await removeTrees(view);
  const slices = new TimeSlices();
  const grove = await openInitialGrove(view, slices);
  const isLarge = await putEntries(grove, { view, contracts, slices, report });
  const rootHash = await grove.hash(async () => slices.next());
  await grove.store(treeWrites(view), async () => slices.next());
  const { last } = await requireChainState(view);
  const height = last?.height ?? 0n;
  putTreeTip(view, { height, rootHash });
  putRecorded(view, { height, hasLargeSums: isLarge });
}

/**
 * Builds the trees of a store that has none. @param report receives the number of entries of the store that the trees
 * have
 */
export async function completeTrees(
  store: Store,
  contracts: ContractBook,
  report?: (entries: number) => void,
): Promise<void> {
  if ((await store.read(findTreeTip)) !== undefined) return;
  await store.write(async (view) => {
    if ((await findTreeTip(view)) === undefined) await rebuildTrees(view, { contracts, report });
  });
}
