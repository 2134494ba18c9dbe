import { type Element } from '@dapikit/proof';
import { encodeElement, TREE_KINDS, treeKindOf, type TreeKind } from '@dapikit/proof/prover';

/** Bytes that an element takes beside its key and value. */
const PREFIX_BYTES = 32;
const HASH_BYTES = 32;
const LINK_BYTES = 36;
/** Bytes that a tree element is charged for, whatever its root key: the bytes of an aggregate are added. */
const TREE_BYTES = 3;
const SUM_ITEM_BYTES = 11;
/** The length of a value that the layer below a tree pays for. */
const TREE_LENGTH_BYTES = 2;

/** The bytes of storage flags with an epoch, and with an owner in addition. Source: `StorageFlags::serialized_size` of dashpay/grovedb. */
export const EPOCH_FLAG_BYTES = 3;
export const OWNER_FLAG_BYTES = 35;

/** Returns the number of bytes of a varint of seven bits a byte. */
const varintBytes = (value: number): number =>
  value < 0x80 ? 1 : value < 0x40_00 ? 2 : value < 0x20_00_00 ? 3 : 4;

/** Returns the bytes of the aggregates of one kind of tree: in a node, and in the link to it. */
const aggregateBytes = (kind: TreeKind): number => {
  const { hasCount, sumBits } = TREE_KINDS[kind];
  return (hasCount ? 8 : 0) + (sumBits ?? 0) / 8;
};

/** Returns the aggregate that a tree element is charged for. */
function treeAggregateBytes(kind: TreeKind): number {
  const bytes = aggregateBytes(kind);
  if (kind === 'bigSum' || bytes === 0) return bytes;
  return bytes + bytes / 8;
}

/** Bytes that an element is charged for: of its key when it comes or goes, of its value also when it is written again. */
export interface ElementBytes {
  readonly key: number;
  readonly value: number;
}

/** Returns the bytes of an element that comes or goes. */
export const allBytes = ({ key, value }: ElementBytes): number => key + value;

/**
 * Returns the bytes that an element is charged for: key and value with their lengths, the prefix of its tree, hashes, and the link of its
 * parent node. An element of a tree with counts or sums has them too.
 *
 * Source: `node_key_byte_cost_size`, `node_value_byte_cost_size` and `layered_value_byte_cost_size_for_key_and_value_lengths` in grovedb
 * `merk/src/tree/kv.rs`, `specialized_costs_for_key_value` in `merk/src/element/costs.rs`.
 * @param kind of the tree that has the element
 * @param flagBytes of its storage flags; 0 for none
 */
export function elementBytes(
  kind: TreeKind,
  keyLength: number,
  element: Element,
  flagBytes: number,
): ElementBytes {
  const flags = flagBytes === 0 ? 0 : flagBytes + varintBytes(flagBytes);
  const aggregate = aggregateBytes(kind);
  const key = PREFIX_BYTES + keyLength + varintBytes(PREFIX_BYTES + keyLength);
  const link = keyLength + LINK_BYTES + aggregate;
  const feature = 1 + aggregate;
  const tree = treeKindOf(element);
  if (tree !== undefined) {
    const content = TREE_BYTES + treeAggregateBytes(tree) + flags;
    return { key, value: link + feature + content + HASH_BYTES + TREE_LENGTH_BYTES };
  }
  const node = contentBytes(element) + flags + 2 * HASH_BYTES + feature;
  return { key, value: link + node + varintBytes(node) };
}

/** Returns the bytes of an element that is no tree, without storage flags. A sum counts as long as any. */
function contentBytes(element: Element): number {
  if (element.type === 'sumItem') return SUM_ITEM_BYTES;
  if (element.type === 'itemWithSumItem') {
    const { length } = element.value;
    return length + varintBytes(length) + SUM_ITEM_BYTES;
  }
  const known = REFERENCE_BYTES.get(element);
  if (known !== undefined) return known;
  if (element.type === 'item') return itemBytes(element.value.length);
  const bytes = encodeElement(element).length;
  REFERENCE_BYTES.set(element, bytes);
  return bytes;
}

/** The bytes of references: a document has the same one in several indices. */
const REFERENCE_BYTES = new WeakMap<Element, number>();

/** Returns the bytes of an item: its type, the value with its length as bincode has it, and that it has no flags. */
const itemBytes = (length: number): number => 1 + (length < 251 ? 1 : length < 65_536 ? 3 : 5) + length + 1;
