import { randomBytes } from 'node:crypto';
import { Grove, type NodeStore, type NodeWrites } from '@dapikit/proof';
import { findChainState } from '../chain/chain-state.js';
import { compareBytes } from '../bytes/compare-bytes.js';
import { concatBytes } from '../bytes/concat-bytes.js';
import { integerBytes, readInteger } from '../bytes/integer-bytes.js';
import type { Store, StoreView, WritableView } from '../store/store.js';
import { slicedView, TimeSlices } from '../store/time-slices.js';
import { decodeOperations } from './operation-list.js';
import {
  nodeKey,
  OPERATIONS_RANGE,
  RECORDED_HEIGHT_KEY,
  TREE_STATE_KEYS,
  TREE_TIP_KEY,
} from '../keys/tree-keys.js';

/** Describes the last block that the trees have. */
export interface TreeTip {
  readonly height: bigint;
  /** The root hash of the state after the block, which the network calls app hash. 32 bytes. */
  readonly rootHash: Uint8Array;
}

const HEIGHT_BYTES = 8;
const HASH_BYTES = 32;
/** Random bytes that differ from write to write. */
const REVISION_BYTES = 8;

/** How many blocks are applied in one write: other writers wait for it. */
const MAX_BLOCKS_PER_WRITE = 500;

/** After how many writes the nodes that were loaded for them are released. */
const MAX_KEPT_WRITES = 8;

/** The version of the trees' contents. Trees of another version are rebuilt. */
const TREE_VERSION = 6;

/**
 * Returns the last block that the trees of a state have; undefined if the store has no trees, those of another version, or blocks that
 * did not record what they change.
 */
export async function findTreeTip(view: StoreView): Promise<TreeTip | undefined> {
  const [tip, recorded] = await view.getMany(TREE_STATE_KEYS);
  if (tip === undefined || recorded === undefined || tip[0] !== TREE_VERSION) return undefined;
  const { last } = (await findChainState(view)) ?? {};
  if (readRecorded(recorded).height !== (last?.height ?? 0n)) return undefined;
  const heightEnd = 1 + HEIGHT_BYTES;
  const rootHash = tip.slice(heightEnd, heightEnd + HASH_BYTES);
  return { height: readInteger(tip.subarray(1, heightEnd), false), rootHash };
}

/** Stores the last block that the trees have. Returns the stored bytes, which no other write has. */
export function putTreeTip(view: WritableView, { height, rootHash }: TreeTip): Uint8Array {
  const revision = randomBytes(REVISION_BYTES);
  const version = Uint8Array.of(TREE_VERSION);
  const tip = concatBytes([version, integerBytes(height, HEIGHT_BYTES), rootHash, revision]);
  view.put(TREE_TIP_KEY, tip);
  return tip;
}

/** Describes what blocks have recorded for the trees. */
export interface Recorded {
  /** The height of the last block that recorded what it changes. */
  readonly height: bigint;
  /** Whether documents had sums with which a few million of them can overflow a tree. */
  readonly hasLargeSums: boolean;
}

/** Stores what blocks have recorded. */
export const putRecorded = (view: WritableView, { height, hasLargeSums }: Recorded): void =>
  view.put(
    RECORDED_HEIGHT_KEY,
    concatBytes([integerBytes(height, HEIGHT_BYTES), Uint8Array.of(hasLargeSums ? 1 : 0)]),
  );

/** Returns whether documents had large sums. */
export async function findLargeSums(view: StoreView): Promise<boolean> {
  const recorded = await view.get(RECORDED_HEIGHT_KEY);
  return recorded !== undefined && readRecorded(recorded).hasLargeSums;
}

const readRecorded = (bytes: Uint8Array): Recorded => ({
  height: readInteger(bytes.subarray(0, HEIGHT_BYTES), false),
  hasLargeSums: bytes[HEIGHT_BYTES] === 1,
});

/** Returns whether the trees have all blocks of a state. */
export async function isTreeComplete(view: StoreView): Promise<boolean> {
  const recorded = await view.scan({ ...OPERATIONS_RANGE, limit: 1 });
  return recorded.length === 0;
}

/** Returns the nodes of the trees of a state. */
export const treeNodes = (view: StoreView): NodeStore => ({
  getMany: async (keys) => view.getMany(keys.map(nodeKey)),
});

/** Returns where the nodes of changed trees are written. */
export const treeWrites = (view: WritableView): NodeWrites => ({
  put: (key, value) => view.put(nodeKey(key), value),
  delete: (key) => view.delete(nodeKey(key)),
});

/** Lists how recorded blocks are applied. */
interface ApplyOptions {
  /** How many blocks one write applies. */
  readonly blocksPerWrite?: number;
  /** Returns whether to go on; it is asked before each write. */
  readonly isWanted?: () => boolean;
}

/**
 * Applies what blocks have recorded, each block as one batch, until the trees have all blocks of the state. Trees of another version are
 * left as they are: they are to be rebuilt.
 */
export async function applyRecorded(
  store: Store,
  { blocksPerWrite = MAX_BLOCKS_PER_WRITE, isWanted = () => true }: ApplyOptions = {},
): Promise<void> {
  let kept: KeptGrove | undefined;
  while (isWanted() && (await store.read(isApplicable))) {
    const known = kept;
    kept = undefined;
    let attempts = 0;
    kept = await store.write(async (view) => {
      attempts += 1;
      if (!(await isApplicable(view))) return undefined;
      // A write that runs again finds the changes of its first attempt in the grove.
      return applySome(view, blocksPerWrite, attempts === 1 ? known : undefined);
    });
  }
}

/** Is a grove with the nodes that were loaded for earlier writes. */
interface KeptGrove {
  readonly grove: Grove;
  readonly source: NodeSource;
  /** The bytes of the tip that the last write stored. */
  readonly tip: Uint8Array;
  readonly writes: number;
}

/** Reads nodes from the view of the present write. */
class NodeSource implements NodeStore {
  constructor(public view: StoreView) {}

  async getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    return this.view.getMany(keys.map(nodeKey));
  }
}

/** Returns a grove of the present trees: one that was kept, if nobody else has changed the trees since. */
async function groveOf(
  view: WritableView,
  sliced: StoreView,
  kept: KeptGrove | undefined,
): Promise<Omit<KeptGrove, 'tip'>> {
  const tip = await view.get(TREE_TIP_KEY);
  if (kept !== undefined && tip !== undefined && kept.writes < MAX_KEPT_WRITES)
    if (compareBytes(kept.tip, tip) === 0) {
      kept.source.view = sliced;
      return kept;
    }
  const source = new NodeSource(sliced);
  return { grove: await Grove.open(source), source, writes: 0 };
}

/** Returns whether blocks have recorded something for trees of this version. */
const isApplicable = async (view: StoreView): Promise<boolean> =>
  !(await isTreeComplete(view)) && (await findTreeTip(view)) !== undefined;

/** Applies what blocks have recorded in the transaction of a view. @throws {AggregateOverflowError} (rejects) of the trees, where a sum does not fit */
export async function applyInTransaction(view: WritableView): Promise<void> {
  let kept: KeptGrove | undefined;
  while (!(await isTreeComplete(view))) kept = await applySome(view, MAX_BLOCKS_PER_WRITE, kept);
}

async function applySome(
  view: WritableView,
  limit: number,
  kept: KeptGrove | undefined,
): Promise<KeptGrove | undefined> {
  const recorded = await view.scan({ ...OPERATIONS_RANGE, limit });
  const last = recorded.at(-1);
  if (last === undefined) return kept;
  const slices = new TimeSlices();
  const { grove, source, writes } = await groveOf(view, slicedView(view, slices), kept);
  for (const { key, value } of recorded) {
    await grove.apply(decodeOperations(value));
    view.delete(key);
    await slices.next();
  }
  const rootHash = await grove.hash(async () => slices.next());
  await grove.store(treeWrites(view), async () => slices.next());
  const tip = putTreeTip(view, { height: readInteger(last.key.subarray(1), false), rootHash });
  return { grove, source, tip, writes: writes + 1 };
}
