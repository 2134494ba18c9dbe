import { Reader, written, type Writer } from '@dapikit/protocol/codec';
import {
  NO_AGGREGATE,
  TREE_KIND_NAMES,
  TREE_KINDS,
  type Aggregate,
  type TreeKind,
} from '../merk/tree-kind.js';
import { MerkLink, MerkNode } from './merk-node.js';
import { NodeContent } from './node-content.js';

/** Has what the store knows of a layer. */
export interface StoredLayer {
  readonly kind: TreeKind;
  /** The root node; undefined for an empty layer. */
  readonly root: MerkLink | undefined;
}

const HASH_BYTES = 32;

/** Encodes what the store knows of a layer: the tag of its kind, then its root. */
export const encodeLayer = ({ kind, root }: StoredLayer): Uint8Array =>
  written((writer) => {
    writer.u8(TREE_KIND_NAMES.indexOf(kind));
    writeLink(writer, kind, root);
  });

/** Decodes a stored layer. Throws DecodeError. */
export function decodeLayer(bytes: Uint8Array): StoredLayer {
  const reader = new Reader(bytes);
  const tag = reader.u8();
  const kind = TREE_KIND_NAMES[tag];
  if (kind === undefined)
    throw reader.error('unknown-variant', `a tree kind (0 to ${TREE_KIND_NAMES.length - 1})`, `${tag}`, 0);
  const root = readLink(reader, kind);
  return { kind, root };
}

/** Encodes a hashed node without its key: how the value is hashed, both hashes, the own contribution, the children, the value. Throws RangeError. */
export const encodeNode = (kind: TreeKind, { key, content, left, right }: MerkNode): Uint8Array =>
  written((writer) => {
    writer.u8(content.valueHashKind === 'combined' ? 1 : 0);
    writer.bytes(content.valueHash());
    writer.bytes(content.kvHash(key));
    writeAggregate(writer, kind, content.own);
    writeLink(writer, kind, left);
    writeLink(writer, kind, right);
    writer.bytes(content.value);
  });

/** Decodes a stored node. Throws DecodeError. */
export function decodeNode(kind: TreeKind, key: Uint8Array, bytes: Uint8Array): MerkNode {
  const reader = new Reader(bytes);
  const valueHashKind = reader.flag('how the value is hashed') ? 'combined' : 'simple';
  const hashes = { valueHash: reader.bytes(HASH_BYTES), kvHash: reader.bytes(HASH_BYTES) };
  const own = readAggregate(reader, kind);
  const left = readLink(reader, kind);
  const right = readLink(reader, kind);
  const content = new NodeContent(reader.bytes(reader.left), own, valueHashKind, hashes);
  return new MerkNode(key, content, left, right, true);
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
  if (sumBits !== undefined) writer.u128(sum < 0n ? -2n * sum - 1n : 2n * sum);
}

function readAggregate(reader: Reader, kind: TreeKind): Aggregate {
  const { hasCount, sumBits } = TREE_KINDS[kind];
  if (!hasCount && sumBits === undefined) return NO_AGGREGATE;
  const count = hasCount ? reader.u64() : 0n;
  const zigzag = sumBits === undefined ? 0n : reader.u128();
  return { count, sum: zigzag & 1n ? -(zigzag >> 1n) - 1n : zigzag >> 1n };
}
