import { integerBytes } from '../../base/bytes/integer-bytes.js';
import { spaceKey } from './space-key.js';

/**
 * Lists where the trees of the state are in a store: the first byte of a key says what the entry is.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 70 | id of a layer, key of a node | a node of a Merk tree, small layers below it included, or the root of a layer |
 * | 71 | height of a block, 8 bytes | operations that the trees do not have yet |
 * | 72 | | the version of the trees, then height and root hash of the last block that they have, and random bytes of the write |
 * | 73 | | height of the last block that recorded its operations |
 */
export const TREE_SPACES = { nodes: 0x70, operations: 0x71, tip: 0x72, recorded: 0x73 } as const;

const HEIGHT_BYTES = 8;

/** Returns the key of the operations of a block. */
export const operationsKey = (height: bigint): Uint8Array =>
  spaceKey(TREE_SPACES.operations, integerBytes(height, HEIGHT_BYTES));

/** Defines the key range of the operations of all blocks that the trees do not have yet. */
export const OPERATIONS_RANGE = {
  from: Uint8Array.of(TREE_SPACES.operations),
  to: Uint8Array.of(TREE_SPACES.operations + 1),
};

/** Returns the key of a node. @param node the key that the grove has for it */
export const nodeKey = (node: Uint8Array): Uint8Array => spaceKey(TREE_SPACES.nodes, node);

/** Defines the key of the last block that the trees have. */
export const TREE_TIP_KEY = Uint8Array.of(TREE_SPACES.tip);

/** Defines the key of the height of the last block that recorded its operations. */
export const RECORDED_HEIGHT_KEY = Uint8Array.of(TREE_SPACES.recorded);

/** Lists the keys that say whether the trees are up to date. */
export const TREE_STATE_KEYS: readonly Uint8Array[] = [TREE_TIP_KEY, RECORDED_HEIGHT_KEY];
