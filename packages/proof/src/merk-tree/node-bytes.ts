import { Reader, writtenPooled, type Writer, unzigzag, zigzag } from '@dapikit/protocol/codec';
import {
  NO_AGGREGATE,
  TREE_KIND_NAMES,
  TREE_KINDS,
  type Aggregate,
  type TreeKind,
} from '../merk/tree-kind.js';
import { MerkLink, MerkNode, nodeOf } from './merk-node.js';
import { NodeContent } from './node-content.js';

/** Record of a layer in the store. */
export interface StoredLayer {
  readonly kind: TreeKind;
  /** The root node; undefined for an empty layer. */
  readonly root: MerkLink | undefined;
}

const HASH_BYTES = 32;

/** Most of what is read of a node is needed as long as the rest. */
const SHARED = { isShared: true };

/** Limits the height of a layer that is encoded as a whole. */
export const MAX_WHOLE_HEIGHT = 3;

/** Encodes what the store knows of a layer: the tag of its kind, then its root. */
export const encodeLayer = ({ kind, root }: StoredLayer): Uint8Array =>
  writtenPooled((writer) => {
    writer.u8(TREE_KIND_NAMES.indexOf(kind));
    writeLink(writer, kind, root);
  });

/** Decodes a stored layer. Throws DecodeError. */
export function decodeLayer(bytes: Uint8Array): StoredLayer {
  const reader = new Reader(bytes);
  const kind = readKind(reader);
  return { kind, root: readLink(reader, kind) };
}

function readKind(reader: Reader): TreeKind {
  const tag = reader.u8();
  const kind = TREE_KIND_NAMES[tag];
  if (kind === undefined)
    throw reader.error('unknown-variant', `a tree kind (0 to ${TREE_KIND_NAMES.length - 1})`, `${tag}`, 0);
  return kind;
}

/** Says how the value of a node is hashed, and whether the layer below is stored with the node. */
const SIMPLE = 0;
const COMBINED = 1;
const WITH_LAYER = 2;

const tagOf = ({ valueHashKind, layer }: NodeContent): number => {
  if (layer !== undefined) return WITH_LAYER;
  return valueHashKind === 'combined' ? COMBINED : SIMPLE;
};

function readTag(reader: Reader): number {
  const at = reader.offset;
  const tag = reader.u8();
  if (tag > WITH_LAYER) throw reader.error('unknown-variant', 'the tag of a node (0 to 2)', `${tag}`, at);
  return tag;
}

/**
 * Encodes a hashed node without its key: its tag, both hashes, the own contribution, the children, the layer below where it is stored
 * with the node, the value. Throws RangeError.
 */
export const encodeNode = (kind: TreeKind, { key, content, left, right }: MerkNode): Uint8Array =>
  writtenPooled((writer) => {
    writer.u8(tagOf(content));
    writer.bytes(content.valueHash());
    writer.bytes(content.kvHash(key));
    writeAggregate(writer, kind, content.own);
    writeLink(writer, kind, left);
    writeLink(writer, kind, right);
    if (content.layer !== undefined) writer.byteString(content.layer);
    writer.bytes(content.value);
  });

/** Decodes a stored node, which shares the memory of the bytes. Throws DecodeError. */
export function decodeNode(kind: TreeKind, key: Uint8Array, bytes: Uint8Array): MerkNode {
  const reader = new Reader(bytes, SHARED);
  const tag = readTag(reader);
  const valueHash = reader.bytes(HASH_BYTES);
  const kvHash = reader.bytes(HASH_BYTES);
  const own = readAggregate(reader, kind);
  const left = readLink(reader, kind);
  const right = readLink(reader, kind);
  const layer = tag === WITH_LAYER ? reader.byteString() : undefined;
  const value = reader.bytes(reader.left);
  const content = new NodeContent(value, own, tag === SIMPLE ? 'simple' : 'combined', {
    valueHash,
    kvHash,
    layer,
  });
  return new MerkNode(key, content, left, right, true);
}

/**
 * Encodes a whole hashed layer: the tag of its kind, then each node before those below it. Hashes that follow from the others are left
 * out. Throws RangeError, and NodeNotLoadedError where a node is not loaded.
 */
export const encodeWholeLayer = ({ kind, root }: StoredLayer): Uint8Array =>
  writtenPooled((writer) => {
    writer.u8(TREE_KIND_NAMES.indexOf(kind));
    writeSubtree(writer, kind, root);
  });

function writeSubtree(writer: Writer, kind: TreeKind, link: MerkLink | undefined): void {
  writeLink(writer, kind, link);
  if (link === undefined) return;
  const { content, left, right } = nodeOf(link);
  const tag = tagOf(content);
  writer.u8(tag);
  if (tag !== SIMPLE) writer.bytes(content.valueHash());
  writeAggregate(writer, kind, content.own);
  if (content.layer !== undefined) writer.byteString(content.layer);
  writer.byteString(content.value);
  writeSubtree(writer, kind, left);
  writeSubtree(writer, kind, right);
}

/** Decodes a whole layer, whose nodes share the memory of the bytes. Throws DecodeError. */
export function decodeWholeLayer(bytes: Uint8Array): StoredLayer {
  const reader = new Reader(bytes, SHARED);
  const kind = readKind(reader);
  const root = readSubtree(reader, kind, MAX_WHOLE_HEIGHT);
  if (reader.left > 0) throw reader.error('invalid-value', 'the end of a layer', `${reader.left} bytes more`);
  return { kind, root };
}

function readSubtree(reader: Reader, kind: TreeKind, maxHeight: number): MerkLink | undefined {
  const at = reader.offset;
  const link = readLink(reader, kind);
  if (link === undefined) return undefined;
  if (maxHeight === 0)
    throw reader.error('too-large', `a layer of at most ${MAX_WHOLE_HEIGHT} levels`, 'more', at);
  const tag = readTag(reader);
  const valueHash = tag === SIMPLE ? undefined : reader.bytes(HASH_BYTES);
  const own = readAggregate(reader, kind);
  const layer = tag === WITH_LAYER ? reader.byteString() : undefined;
  const value = reader.byteString();
  const left = readSubtree(reader, kind, maxHeight - 1);
  const right = readSubtree(reader, kind, maxHeight - 1);
  const content = new NodeContent(value, own, tag === SIMPLE ? 'simple' : 'combined', { valueHash, layer });
  link.node = new MerkNode(link.key, content, left, right);
  return link;
}

/** Writes the heights below a child, 0 for no child, then its key, hash and aggregate. */
function writeLink(writer: Writer, kind: TreeKind, link: MerkLink | undefined): void {
  if (link === undefined) {
    writer.u8(0);
    return;
  }
  writer.u8(1 + link.leftHeight);
  writer.u8(link.rightHeight);
  writer.byteString(link.key);
  writer.bytes(link.knownHash());
  writeAggregate(writer, kind, link.aggregate);
}

function readLink(reader: Reader, kind: TreeKind): MerkLink | undefined {
  const first = reader.u8();
  if (first === 0) return undefined;
  const rightHeight = reader.u8();
  const key = reader.byteString();
  const hash = reader.bytes(HASH_BYTES);
  return new MerkLink(key, first - 1, rightHeight, readAggregate(reader, kind), { hash });
}

/** Writes the count, then the sum with its sign in the lowest bit, as far as the tree kind has them. */
function writeAggregate(writer: Writer, kind: TreeKind, { count, sum }: Aggregate): void {
  const { hasCount, sumBits } = TREE_KINDS[kind];
  if (hasCount) writer.u128(count);
  if (sumBits !== undefined) writer.u128(zigzag(sum));
}

function readAggregate(reader: Reader, kind: TreeKind): Aggregate {
  const { hasCount, sumBits } = TREE_KINDS[kind];
  if (!hasCount && sumBits === undefined) return NO_AGGREGATE;
  const count = hasCount ? reader.u64() : 0n;
  return { count, sum: sumBits === undefined ? 0n : unzigzag(reader.u128()) };
}
