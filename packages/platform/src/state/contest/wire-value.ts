import { decodePrefix, DecodeError, encode, value as valueCodec, type Value } from '@dapikit/protocol';
import { QueryError } from '@dapikit/proof/document-query';
import type { StorageType } from '@dapikit/contract';
import type { DocumentValue } from '../document/document.js';

/** Describes a value and how its property stores it; a missing value has no type. */
export type PollValue =
  | { readonly type: StorageType; readonly value: DocumentValue }
  | { readonly type: 'null' };

/** Byte arrays of these lengths have types of their own. */
const FIXED_BYTES: ReadonlyMap<number, 'bytes20' | 'bytes32' | 'bytes36'> = new Map([
  [20, 'bytes20'],
  [32, 'bytes32'],
  [36, 'bytes36'],
]);

/**
 * Returns a value of a poll as a dynamic value of the network.
 *
 * Source: `packages/rs-platform-value/src/lib.rs` in dashpay/platform.
 * @throws {RangeError} when the type is none that an index can have.
 */
export function wireValue(entry: PollValue): Value {
  if (entry.type === 'null') return { type: 'null', value: null };
  const { type, value } = entry;
  if (value instanceof Uint8Array)
    return { type: type === 'identifier' ? type : (FIXED_BYTES.get(value.length) ?? 'bytes'), value };
  if (typeof value === 'string') return { type: 'text', value };
  if (typeof value === 'boolean') return { type: 'bool', value };
  switch (type) {
    case 'f64':
      return { type: 'float', value: Number(value) };
    case 'u64':
    case 'i64':
      return { type, value: integerOf(value) };
    case 'u32':
    case 'i32':
    case 'u16':
    case 'i16':
    case 'u8':
    case 'i8':
      return { type, value: Number(value) };
    default:
      throw new RangeError(`expected a value of an index, found one of type ${type}`);
  }
}

const integerOf = (value: unknown): bigint => {
  if (typeof value === 'bigint' || typeof value === 'number') return BigInt(value);
  throw new RangeError(`expected an integer of an index, found a ${typeof value}`);
};

/** Returns a value of a poll as the bytes that requests and responses of the network have. */
export const wireValueBytes = (entry: PollValue): Uint8Array => encode(valueCodec, wireValue(entry));

/**
 * Reads a value of an index from the bytes of a request, as `pollAbout` takes it. Bytes behind the value are ignored, as on the
 * network.
 *
 * @throws {QueryError} InvalidArgument when the bytes are no value, or one that no index has.
 */
export function readWireValue(bytes: Uint8Array, member: string): unknown {
  let read: Value;
  try {
    read = decodePrefix(valueCodec, bytes).value;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw wrongValue(error.message, member);
  }
  if (read.type === 'array' || read.type === 'map' || read.type === 'enumString')
    throw wrongValue(`a value of type ${read.type}`, member);
  return read.value;
}

const wrongValue = (found: string, member: string): QueryError =>
  new QueryError('InvalidArgument', {
    expected: 'an encoded value of an index',
    found,
    fix: 'encode the value with the type of its property',
    member,
  });
