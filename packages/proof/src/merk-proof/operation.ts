import { DecodeError, EncodeError, Reader, u64BigEndian, Writer } from '@dapikit/protocol/codec';
import { featureType } from '../merk/feature-type.js';
import type { HashedAggregate } from '../merk/hashes.js';
import type { ProofNode } from './proof-node.js';

/** One step of the stack machine that a Merk proof is. */
export type Operation =
  /** Pushes a node: in the order of keys, or inverted in a proof from right to left. */
  | { readonly type: 'push'; readonly node: ProofNode; readonly isInverted: boolean }
  /** Pops a parent, then a child; the child becomes the left one, inverted the right one. */
  | { readonly type: 'parent'; readonly isInverted: boolean }
  /** Pops a child, then a parent; the child becomes the right one, inverted the left one. */
  | { readonly type: 'child'; readonly isInverted: boolean };

const PARENT = 0x10;
const CHILD = 0x11;
const PARENT_INVERTED = 0x12;
const CHILD_INVERTED = 0x13;

type AggregateName = 'none' | 'count' | 'sum' | 'countSum';

interface NodeCode {
  readonly type: ProofNode['type'];
  readonly aggregate: AggregateName;
  readonly push: number;
  readonly inverted: number;
  /** The codes for a value of 65,536 bytes or more. */
  readonly largePush?: number;
  readonly largeInverted?: number;
}

const code = (
  type: ProofNode['type'],
  aggregate: AggregateName,
  push: number,
  inverted: number,
  largePush?: number,
  largeInverted?: number,
): NodeCode => ({
  type,
  aggregate,
  push,
  inverted,
  ...(largePush === undefined ? {} : { largePush }),
  ...(largeInverted === undefined ? {} : { largeInverted }),
});

/** The codes of pushes. Source: grovedb `grovedb-query/src/proofs/encoding.rs`. */
const NODE_CODES: readonly NodeCode[] = [
  code('hash', 'none', 0x01, 0x08),
  code('kvHash', 'none', 0x02, 0x09),
  code('kv', 'none', 0x03, 0x0a, 0x20, 0x28),
  code('kvValueHash', 'none', 0x04, 0x0b, 0x21, 0x29),
  code('kvDigest', 'none', 0x05, 0x0c),
  code('kvRefValueHash', 'none', 0x06, 0x0d, 0x22, 0x2a),
  code('kvValueHashFeatureType', 'none', 0x07, 0x0e, 0x23, 0x2b),
  code('kv', 'count', 0x14, 0x16, 0x24, 0x2c),
  code('kvHash', 'count', 0x15, 0x17),
  code('kvRefValueHash', 'count', 0x18, 0x19, 0x25, 0x2d),
  code('kvDigest', 'count', 0x1a, 0x1b),
  code('kvValueHashFeatureTypeWithChildHash', 'none', 0x1c, 0x1d, 0x2e, 0x2f),
  code('hashWithAggregate', 'count', 0x1e, 0x1f),
  code('kv', 'sum', 0x30, 0x37, 0x31, 0x38),
  code('kvHash', 'sum', 0x32, 0x39),
  code('kvRefValueHash', 'sum', 0x33, 0x3a, 0x34, 0x3b),
  code('kvDigest', 'sum', 0x35, 0x3c),
  code('hashWithAggregate', 'sum', 0x36, 0x3d),
  code('kv', 'countSum', 0x40, 0x47, 0x41, 0x48),
  code('kvHash', 'countSum', 0x42, 0x49),
  code('kvRefValueHash', 'countSum', 0x43, 0x4a, 0x44, 0x4b),
  code('kvDigest', 'countSum', 0x45, 0x4c),
  code('hashWithAggregate', 'countSum', 0x46, 0x4d),
];

interface PushCode {
  readonly node: NodeCode;
  readonly isInverted: boolean;
  readonly isLarge: boolean;
}

const PUSH_CODES: ReadonlyMap<number, PushCode> = new Map(
  NODE_CODES.flatMap((node) =>
    (
      [
        [node.push, { node, isInverted: false, isLarge: false }],
        [node.inverted, { node, isInverted: true, isLarge: false }],
        [node.largePush, { node, isInverted: false, isLarge: true }],
        [node.largeInverted, { node, isInverted: true, isLarge: true }],
      ] as const
    ).flatMap(([number, push]): [number, PushCode][] => (number === undefined ? [] : [[number, push]])),
  ),
);
const CODES_BY_NODE: ReadonlyMap<string, NodeCode> = new Map(
  NODE_CODES.map((node) => [`${node.type} ${node.aggregate}`, node]),
);

const HASH_BYTES = 32;
const MIN_LARGE_VALUE_BYTES = 0x1_0000;
const MAX_VALUE_BYTES = 64 * 1024 * 1024;
const MAX_KEY_BYTES = 255;

/** Reads the operations of a Merk proof one by one. Throws DecodeError. */
export function* decodeOperations(bytes: Uint8Array): Generator<Operation, void, undefined> {
  const reader = new Reader(bytes);
  while (reader.left > 0) yield decodeOperation(reader);
}

function decodeOperation(reader: Reader): Operation {
  const offset = reader.offset;
  const number = reader.u8();
  const push = PUSH_CODES.get(number);
  if (push !== undefined)
    return { type: 'push', node: decodeNode(reader, push), isInverted: push.isInverted };
  switch (number) {
    case PARENT:
      return { type: 'parent', isInverted: false };
    case CHILD:
      return { type: 'child', isInverted: false };
    case PARENT_INVERTED:
      return { type: 'parent', isInverted: true };
    case CHILD_INVERTED:
      return { type: 'child', isInverted: true };
    default:
      throw new DecodeError({
        reason: 'unknown-variant',
        expected: 'the code of an operation',
        found: `0x${number.toString(16).padStart(2, '0')}`,
        offset,
      });
  }
}

function decodeNode(reader: Reader, { node: { type, aggregate }, isLarge }: PushCode): ProofNode {
  const hash = (): Uint8Array => reader.bytes(HASH_BYTES);
  const key = (): Uint8Array => reader.bytes(reader.u8());
  const value = (): Uint8Array => readValue(reader, isLarge);
  const ending = (): HashedAggregate => readAggregate(reader, aggregate);
  // Members are read in the order in which they are written here.
  switch (type) {
    case 'hash':
      return { type, hash: hash() };
    case 'kvHash':
      return { type, kvHash: hash(), aggregate: ending() };
    case 'kv':
      return { type, key: key(), value: value(), aggregate: ending() };
    case 'kvValueHash':
      return { type, key: key(), value: value(), valueHash: hash() };
    case 'kvDigest':
      return { type, key: key(), valueHash: hash(), aggregate: ending() };
    case 'kvRefValueHash':
      return { type, key: key(), value: value(), valueHash: hash(), aggregate: ending() };
    case 'kvValueHashFeatureType':
      return { type, key: key(), value: value(), valueHash: hash(), featureType: featureType.decode(reader) };
    case 'kvValueHashFeatureTypeWithChildHash':
      return {
        type,
        key: key(),
        value: value(),
        valueHash: hash(),
        featureType: featureType.decode(reader),
        childHash: hash(),
      };
    default:
      return { type, kvHash: hash(), left: hash(), right: hash(), aggregate: ending() };
  }
}

/** Reads a value behind its length of 2 or 4 bytes in big endian. */
function readValue(reader: Reader, isLarge: boolean): Uint8Array {
  const offset = reader.offset;
  const length = reader.bytes(isLarge ? 4 : 2).reduce((all, byte) => all * 0x100 + byte, 0);
  if (length > MAX_VALUE_BYTES)
    throw reader.error('too-large', `a value of at most ${MAX_VALUE_BYTES} bytes`, `${length}`, offset);
  return reader.bytes(length);
}

function readAggregate(reader: Reader, name: AggregateName): HashedAggregate {
  const read = (): bigint => new DataView(reader.bytes(8).buffer).getBigUint64(0);
  if (name === 'none') return {};
  if (name === 'count') return { count: read() };
  if (name === 'sum') return { sum: BigInt.asIntN(64, read()) };
  return { count: read(), sum: BigInt.asIntN(64, read()) };
}

/** Encodes the operations of a Merk proof. Throws EncodeError. */
export function encodeOperations(operations: Iterable<Operation>): Uint8Array {
  const writer = new Writer();
  for (const operation of operations) {
    if (operation.type === 'push') encodePush(writer, operation.node, operation.isInverted);
    else if (operation.type === 'parent') writer.u8(operation.isInverted ? PARENT_INVERTED : PARENT);
    else writer.u8(operation.isInverted ? CHILD_INVERTED : CHILD);
  }
  return writer.toBytes();
}

function encodePush(writer: Writer, node: ProofNode, isInverted: boolean): void {
  const aggregate = 'aggregate' in node ? node.aggregate : {};
  const codes = CODES_BY_NODE.get(`${node.type} ${aggregateName(aggregate)}`);
  const isLarge = 'value' in node && node.value.length >= MIN_LARGE_VALUE_BYTES;
  const plain = isInverted ? codes?.inverted : codes?.push;
  const number = isLarge ? (isInverted ? codes?.largeInverted : codes?.largePush) : plain;
  if (number === undefined)
    throw new EncodeError('a node that has a code', `${node.type} with its aggregate`);
  writer.u8(number);
  if ('key' in node) {
    if (node.key.length > MAX_KEY_BYTES)
      throw new EncodeError(`a key of at most ${MAX_KEY_BYTES} bytes`, `${node.key.length}`);
    writer.u8(node.key.length);
    writer.bytes(node.key);
  }
  if ('value' in node) writeValue(writer, node.value, isLarge);
  for (const hash of hashesOf(node)) writer.bytes(hash);
  if ('featureType' in node) featureType.encode(writer, node.featureType);
  if ('childHash' in node) writer.bytes(node.childHash);
  if (aggregate.count !== undefined) writer.bytes(u64BigEndian(aggregate.count));
  if (aggregate.sum !== undefined) writer.bytes(u64BigEndian(aggregate.sum));
}

function aggregateName({ count, sum }: HashedAggregate): AggregateName {
  if (count === undefined) return sum === undefined ? 'none' : 'sum';
  return sum === undefined ? 'count' : 'countSum';
}

function hashesOf(node: ProofNode): readonly Uint8Array[] {
  switch (node.type) {
    case 'hash':
      return [node.hash];
    case 'kvHash':
      return [node.kvHash];
    case 'hashWithAggregate':
      return [node.kvHash, node.left, node.right];
    case 'kv':
      return [];
    default:
      return [node.valueHash];
  }
}

function writeValue(writer: Writer, value: Uint8Array, isLarge: boolean): void {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, value.length);
  writer.bytes(isLarge ? length : length.subarray(2));
  writer.bytes(value);
}
