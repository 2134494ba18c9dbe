import { Grove, type NodeStore } from '@dapikit/proof';
import { compareBytes } from '../bytes/compare-bytes.js';
import { readInteger } from '../bytes/integer-bytes.js';
import { nodeKey, OPERATIONS_RANGE, TREE_TIP_KEY } from '../keys/tree-keys.js';
import type { Store, StoreView, WritableView } from '../store/store.js';
import { slicedView, TimeSlices } from '../store/time-slices.js';
import { decodeOperations } from './operation-list.js';
import { findTreeTip, isTreeComplete, putTreeTip, treeWrites } from './state-tree.js';

/** How many blocks one write applies: other writers wait for it, and the event loop waits while they are stored. */
const BLOCKS_PER_WRITE = 64;

/** After how many blocks the nodes that were loaded for them are released. */
const MAX_KEPT_BLOCKS = 2_048;

/** Is a grove with the nodes that were loaded for earlier writes. */
interface KeptGrove {
  readonly grove: Grove;
  readonly source: NodeSource;
  /** The bytes of the tip that the last write stored. */
  readonly tip: Uint8Array;
  readonly blocks: number;
}

/** Reads nodes from the view of the present write. */
class NodeSource implements NodeStore {
  constructor(public view: StoreView) {}

  async getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    return this.view.getMany(keys.map(nodeKey));
  }
}

/**
 * Applies what blocks have recorded to the trees of a store. Nodes that it has loaded stay in memory for the next time, for a number of
 * blocks.
 */
export class TreeApplier {
  #kept: KeptGrove | undefined;
  #behind = 0;

  constructor(private readonly store: Store) {}

  /** How many blocks the trees lack at most, of those that were noted. */
  get behind(): number {
    return this.#behind;
  }

  /** Notes that a block is made. */
  noteBlock(): void {
    this.#behind += 1;
  }

  /**
   * Applies blocks, each as one batch, until the trees have all blocks of the state. Trees of another version are left as they are: they are
   * to be rebuilt.
   *
   * @param isWanted returns whether to go on; it is asked before each write
   */
  async apply(isWanted: () => boolean = () => true): Promise<void> {
    while (isWanted()) {
      if (!(await this.store.read(isApplicable))) {
        this.#behind = 0;
        return;
      }
      const known = this.#kept;
      this.#kept = undefined;
      let attempts = 0;
      this.#kept = await this.store.write(async (view) => {
        attempts += 1;
        if (!(await isApplicable(view))) return undefined;
        // A write that runs again finds the changes of its first attempt in the grove.
        return applySome(view, attempts === 1 ? known : undefined);
      });
      this.#behind = Math.max(0, this.#behind - BLOCKS_PER_WRITE);
    }
  }
}

/** Returns a grove of the present trees: one that was kept, if nobody else has changed the trees since. */
async function groveOf(
  view: WritableView,
  sliced: StoreView,
  kept: KeptGrove | undefined,
): Promise<Omit<KeptGrove, 'tip'>> {
  const tip = await view.get(TREE_TIP_KEY);
  if (kept !== undefined && tip !== undefined && kept.blocks < MAX_KEPT_BLOCKS)
    if (compareBytes(kept.tip, tip) === 0) {
      kept.source.view = sliced;
      return kept;
    }
  const source = new NodeSource(sliced);
  return { grove: await Grove.open(source), source, blocks: 0 };
}

/** Returns whether blocks have recorded something for trees of this version. */
const isApplicable = async (view: StoreView): Promise<boolean> =>
  !(await isTreeComplete(view)) && (await findTreeTip(view)) !== undefined;

/** Applies what blocks have recorded in the transaction of a view. @throws {AggregateOverflowError} (rejects) of the trees, where a sum does not fit */
export async function applyInTransaction(view: WritableView): Promise<void> {
  let kept: KeptGrove | undefined;
  while (!(await isTreeComplete(view))) kept = await applySome(view, kept);
}

async function applySome(view: WritableView, kept: KeptGrove | undefined): Promise<KeptGrove | undefined> {
  const recorded = await view.scan({ ...OPERATIONS_RANGE, limit: BLOCKS_PER_WRITE });
  const last = recorded.at(-1);
  if (last === undefined) return kept;
  const slices = new TimeSlices();
  const { grove, source, blocks: before } = await groveOf(view, slicedView(view, slices), kept);
  const blocks = recorded.map(({ value }) => decodeOperations(value));
  await grove.load(blocks.flat());
  for (const [at, { key }] of recorded.entries()) {
    await grove.apply(blocks[at] ?? []);
    view.delete(key);
    await slices.next();
  }
  const rootHash = await grove.hash(async () => slices.next());
  await grove.store(treeWrites(view), async () => slices.next());
  const tip = putTreeTip(view, { height: readInteger(last.key.subarray(1), false), rootHash });
  return { grove, source, tip, blocks: before + recorded.length };
}
