import type { StorageType } from '@dapikit/contract';
import { doubleHash, joined } from '../bytes/double-hash.js';
import { integerBytes } from '../bytes/integer-bytes.js';
import type { DocumentValue } from '../document/document.js';

/** What masternodes vote on: who gets these values. */
export interface Poll {
  /** 32 bytes. */
  readonly contractId: Uint8Array;
  readonly documentType: string;
  readonly indexName: string;
  /** In the order of the index; nothing where a document has no value. */
  readonly indexValues: readonly PollValue[];
}

/** A value and how its property stores it; a missing value has no type. */
export type PollValue =
  | { readonly type: StorageType; readonly value: DocumentValue }
  | { readonly type: 'null' };

/** The id of a poll, which is also that of the credits put into it. Source: as {@link pollBytes}. */
export const pollId = (poll: Poll): Uint8Array => doubleHash(pollBytes(poll));

/**
 * A poll as bytes.
 *
 * Source: `packages/rs-dpp/src/voting/vote_polls/contested_document_resource_vote_poll` and
 * `packages/rs-platform-value/src/lib.rs` in dashpay/platform.
 */
export function pollBytes({ contractId, documentType, indexName, indexValues }: Poll): Uint8Array {
  return joined([
    contractId,
    textBytes(documentType),
    textBytes(indexName),
    varint(BigInt(indexValues.length)),
    ...indexValues.map(valueBytes),
  ]);
}

const TAGS = {
  u64: 2,
  i64: 3,
  u32: 4,
  i32: 5,
  u16: 6,
  i16: 7,
  u8: 8,
  i8: 9,
  bytes: 10,
  identifier: 16,
  f64: 17,
  string: 18,
  boolean: 19,
  null: 20,
} as const;

/** Byte arrays of these lengths have tags of their own, and no length. */
const FIXED_BYTES: ReadonlyMap<number, number> = new Map([
  [20, 11],
  [32, 12],
  [36, 13],
]);

function valueBytes(entry: PollValue): Uint8Array {
  const { type } = entry;
  if (type === 'null') return Uint8Array.of(TAGS.null);
  const { value } = entry;
  if (type === 'object' || type === 'unknown')
    throw new RangeError(`expected a value of an index, found an ${type}`);
  const tagged = (content: Uint8Array, tag: number = TAGS[type]) => joined([Uint8Array.of(tag), content]);
  if (value instanceof Uint8Array) {
    if (type === 'identifier') return tagged(value);
    const fixed = FIXED_BYTES.get(value.length);
    return fixed === undefined ? tagged(joined([varint(BigInt(value.length)), value])) : tagged(value, fixed);
  }
  if (typeof value === 'string') return tagged(textBytes(value));
  if (typeof value === 'boolean') return tagged(Uint8Array.of(value ? 1 : 0));
  if (type === 'f64') return tagged(floatBytes(Number(value)));
  if (typeof value === 'object') throw new RangeError(`expected a value of type ${type}, found an object`);
  const integer = BigInt(value);
  if (type === 'u8' || type === 'i8') return tagged(integerBytes(integer, 1));
  return tagged(varint(type.startsWith('i') ? zigzag(integer) : integer));
}

const zigzag = (value: bigint): bigint => (value < 0n ? -value * 2n - 1n : value * 2n);

function floatBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return bytes;
}

function textBytes(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  return joined([varint(BigInt(bytes.length)), bytes]);
}

/** One byte below 251; else a byte that tells how many follow. */
function varint(value: bigint): Uint8Array {
  if (value < 251n) return Uint8Array.of(Number(value));
  if (value < 1n << 16n) return joined([Uint8Array.of(251), integerBytes(value, 2)]);
  if (value < 1n << 32n) return joined([Uint8Array.of(252), integerBytes(value, 4)]);
  return joined([Uint8Array.of(253), integerBytes(value, 8)]);
}
