import type { Codec } from './codec.js';
import { DecodeError } from './decode-error.js';
import { Reader, type ReaderOptions } from './reader.js';
import { Writer } from './writer.js';

/** Decoded value and the number of bytes it took. */
export interface Decoded<Value> {
  readonly value: Value;
  readonly length: number;
}

/** Decodes a value at the start of bytes. Throws DecodeError. */
export function decodePrefix<Value>(
  codec: Codec<Value>,
  bytes: Uint8Array,
  options?: ReaderOptions,
): Decoded<Value> {
  const reader = new Reader(bytes, options);
  const value = codec.decode(reader);
  return { value, length: reader.offset };
}

/**
 * Decodes bytes that are exactly one value. Throws DecodeError, also for bytes behind the value.
 *
 * @example
 * import { decode, encode, group } from '@dapikit/protocol';
 *
 * const bytes = encode(group, { formatVersion: 0, members: [], requiredPower: 3 });
 * bytes.length; // => 3
 * decode(group, bytes).requiredPower; // => 3
 */
export function decode<Value>(codec: Codec<Value>, bytes: Uint8Array, options?: ReaderOptions): Value {
  const { value, length } = decodePrefix(codec, bytes, options);
  if (length < bytes.length)
    throw new DecodeError({
      reason: 'trailing-bytes',
      expected: 'the end of the bytes',
      found: `${bytes.length - length} more`,
      offset: length,
    });
  return value;
}

/** Encodes a value. Throws EncodeError. */
export const encode = <Value>(codec: Codec<Value>, value: Value): Uint8Array =>
  written((writer) => codec.encode(writer, value));

/** Encodes a value with its integers in little endian, as the network hashes some values. Throws EncodeError. */
export function encodeLittleEndian<Value>(codec: Codec<Value>, value: Value): Uint8Array {
  const writer = new Writer({ isLittleEndian: true });
  codec.encode(writer, value);
  return writer.toBytes();
}

/** A writer that is not in use: new ones cost more than small values. */
let idleWriter: Writer | undefined;

/** Returns the bytes that `write` writes. */
export const written = (write: (writer: Writer) => void): Uint8Array =>
  writtenWith(write, (writer) => writer.toBytes());

/** Returns the bytes that `write` writes in memory that others share: for bytes that no caller of a public function gets. */
export const writtenPooled = (write: (writer: Writer) => void): Uint8Array =>
  writtenWith(write, (writer) => writer.toPooledBytes());

function writtenWith(write: (writer: Writer) => void, copied: (writer: Writer) => Uint8Array): Uint8Array {
  const writer = idleWriter ?? new Writer();
  idleWriter = undefined;
  try {
    write(writer);
    return copied(writer);
  } finally {
    writer.clear();
    idleWriter = writer;
  }
}

/** Encodes what a signature covers: all fields but signatures, the id of the signing key, and derived ids. */
export function encodeSignable<Value>(codec: Codec<Value>, value: Value): Uint8Array {
  const writer = new Writer({ isSignable: true });
  codec.encode(writer, value);
  return writer.toBytes();
}
