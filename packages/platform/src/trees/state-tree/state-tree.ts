import { randomBytes } from 'node:crypto';
import type { NodeStore, NodeWrites } from '@dapikit/proof/prover';
import { findChainState } from '../../state/chain/chain-state.js';
import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import type { StoreView, WritableView } from '../../store/store.js';
import {
  nodeKey,
  OPERATIONS_RANGE,
  RECORDED_HEIGHT_KEY,
  TREE_STATE_KEYS,
  TREE_TIP_KEY,
} from '../../state/keys/tree-keys.js';

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

/** The version of the trees' contents. Trees of another version are rebuilt. */
export const TREE_VERSION = 7;

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
  /** True if documents had sums with which a few million of them can overflow a tree. */
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
