import { Grove, type GroveOperation, type NodeStore } from '@dapikit/proof/prover';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { readInteger } from '../../base/bytes/integer-bytes.js';
import { nodeKey, OPERATIONS_RANGE, TREE_TIP_KEY } from '../../state/keys/tree-keys.js';
import { readPages } from '../../store/read-pages.js';
import type { Store, StoreView, WritableView } from '../../store/store.js';
import { slicedView, TimeSlices } from '../../store/time-slices.js';
import { RecordedOperations } from './recorded-operations.js';
import { findTreeTip, isTreeComplete, putTreeTip, treeWrites } from './state-tree.js';

/** Largest number of blocks that one write applies: other writers wait for it, and the event loop waits while they are stored. */
const BLOCKS_PER_WRITE = 64;

/** With how many operations a write is complete, for the same reason: a full block has hundreds. */
const OPERATIONS_PER_WRITE = 4_096;

/** Number of recorded blocks that are read at once: a write of full blocks leaves most of 64 for the next. */
const BLOCKS_PER_PAGE = 16;

/** After how many operations the nodes that were loaded for them are released. */
const MAX_KEPT_OPERATIONS = 20_000;

/** Time after the last write in which its nodes stay in memory, in milliseconds. */
const KEPT_MS = 30_000;

/** Grove with the nodes that were loaded for earlier writes. */
interface KeptGrove {
  readonly grove: Grove;
  readonly source: NodeSource;
  /** The bytes of the tip that the last write stored. */
  readonly tip: Uint8Array;
  /** Number of operations that it has applied. */
  readonly operations: number;
}

/** Record of a block. */
interface RecordedBlock {
  readonly key: Uint8Array;
  readonly operations: readonly GroveOperation[];
}

/** Describes what a write has done. */
interface Applied {
  readonly kept: KeptGrove | undefined;
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
 * operations and until a pause.
 */
export class TreeApplier {
  #kept: KeptGrove | undefined;
  #releaseTimer: NodeJS.Timeout | undefined;
  #behind = 0;

  constructor(
    private readonly store: Store,
    private readonly recorded = new RecordedOperations(),
  ) {}

  /** Returns the largest number of blocks that the trees can lack, of those that were noted. */
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
      this.release();
      let attempts = 0;
      const { kept, blocks } = await this.store.write(async (view) => {
        attempts += 1;
        if (!(await isApplicable(view))) return { kept: undefined, blocks: 0 };
        // A write that runs again finds the changes of its first attempt in the grove.
        return applySome(view, attempts === 1 ? known : undefined, this.recorded);
      });
      this.#keep(kept);
      this.#behind = Math.max(0, this.#behind - blocks);
    }
  }

  /** Releases the nodes that stay in memory for the next time. */
  release(): void {
    clearTimeout(this.#releaseTimer);
    this.#kept = undefined;
  }

  #keep(kept: KeptGrove | undefined): void {
    this.release();
    this.#kept = kept;
    if (kept !== undefined) this.#releaseTimer = setTimeout(() => this.release(), KEPT_MS).unref();
  }
}

/** Returns a grove of the present trees: one that was kept, if nobody else has changed the trees since. */
async function groveOf(
  view: WritableView,
  sliced: StoreView,
  kept: KeptGrove | undefined,
): Promise<Omit<KeptGrove, 'tip'>> {
  const tip = await view.get(TREE_TIP_KEY);
  if (kept !== undefined && tip !== undefined && kept.operations < MAX_KEPT_OPERATIONS)
    if (compareBytes(kept.tip, tip) === 0) {
      kept.source.view = sliced;
      return kept;
    }
  const source = new NodeSource(sliced);
  return { grove: await Grove.open(source), source, operations: 0 };
}

/** Returns whether blocks have recorded something for trees of this version. */
const isApplicable = async (view: StoreView): Promise<boolean> =>
  !(await isTreeComplete(view)) && (await findTreeTip(view)) !== undefined;

/** Applies what blocks have recorded in the transaction of a view. @throws {AggregateOverflowError} (rejects) of the trees, where a sum does not fit */
export async function applyInTransaction(view: WritableView): Promise<void> {
  const recorded = new RecordedOperations();
  let kept: KeptGrove | undefined;
  while (!(await isTreeComplete(view))) ({ kept } = await applySome(view, kept, recorded));
}

async function applySome(
  view: WritableView,
  kept: KeptGrove | undefined,
  recorded: RecordedOperations,
): Promise<Applied> {
  const slices = new TimeSlices();
  const pause = async (): Promise<void> => slices.next();
  const sliced = slicedView(view, slices);
  const blocks = await readRecorded(sliced, slices, recorded);
  const last = blocks.at(-1);
  if (last === undefined) return { kept, blocks: 0 };
  const { grove, source, operations: before } = await groveOf(view, sliced, kept);
  const all = blocks.flatMap(({ operations }) => operations);
  await grove.load(all, pause);
  for (const { operations } of blocks) {
    await grove.apply(operations, pause);
    await slices.next();
  }
  for (const { key } of blocks) view.delete(key);
  const rootHash = await grove.hash(pause);
  await grove.store(treeWrites(view), pause);
  const tip = putTreeTip(view, { height: readInteger(last.key.subarray(1), false), rootHash });
  return { kept: { grove, source, tip, operations: before + all.length }, blocks: blocks.length };
}

/** Returns what the next blocks have recorded, as much as one write applies. */
async function readRecorded(
  view: StoreView,
  slices: TimeSlices,
  recorded: RecordedOperations,
): Promise<readonly RecordedBlock[]> {
  const blocks: RecordedBlock[] = [];
  let count = 0;
  for await (const page of readPages(view, OPERATIONS_RANGE, BLOCKS_PER_PAGE))
    for (const { key, value } of page) {
      const operations = recorded.take(key, value);
      blocks.push({ key, operations });
      count += operations.length;
      if (blocks.length >= BLOCKS_PER_WRITE || count >= OPERATIONS_PER_WRITE) return blocks;
      await slices.next();
    }
  return blocks;
}
