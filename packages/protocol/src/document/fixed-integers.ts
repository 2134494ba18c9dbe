import { EncodeError } from '../codec/encode-error.js';
import type { Reader } from '../codec/reader.js';
import type { Writer } from '../codec/writer.js';

/** Describes the stored width of an integer. */
export interface IntegerWidth {
  readonly bytes: number;
  readonly isSigned: boolean;
}

/** Lists the widths of integer types by name. */
export const INTEGER_WIDTHS: Readonly<Partial<Record<string, IntegerWidth>>> = Object.fromEntries(
  [1, 2, 4, 8].flatMap((bytes) => [
    [`u${8 * bytes}`, { bytes, isSigned: false }],
    [`i${8 * bytes}`, { bytes, isSigned: true }],
  ]),
);

/** Reads an integer of a fixed number of bytes in big endian. */
export function readInteger(reader: Reader, { bytes, isSigned }: IntegerWidth): bigint {
  const padded = new Uint8Array(8);
  padded.set(reader.bytes(bytes), 8 - bytes);
  const value = new DataView(padded.buffer).getBigUint64(0);
  return isSigned ? BigInt.asIntN(8 * bytes, value) : value;
}

/** Writes an integer in a fixed number of bytes. Throws EncodeError when it does not fit. */
export function writeInteger(writer: Writer, { bytes, isSigned }: IntegerWidth, value: bigint): void {
  const bits = 8 * bytes;
  if ((isSigned ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)) !== value)
    throw new EncodeError(`an integer of ${bits} bits${isSigned ? '' : ' without a sign'}`, String(value));
  const padded = new Uint8Array(8);
  new DataView(padded.buffer).setBigInt64(0, value);
  writer.bytes(padded.subarray(8 - bytes));
}

const MAX_LEB128_BYTES = 10;

/** Reads a length or revision in groups of seven bits, lowest first (LEB128). Bits beyond 64 are lost, as in the official decoder. */
export function readLeb128(reader: Reader): bigint {
  const at = reader.offset;
  let value = 0n;
  for (let group = 0; group < MAX_LEB128_BYTES; group += 1) {
    const byte = reader.u8();
    value |= BigInt(byte & 0x7f) << BigInt(7 * group);
    if (byte < 0x80) return BigInt.asUintN(64, value);
  }
  throw reader.error('invalid-value', `an integer of at most ${MAX_LEB128_BYTES} bytes`, 'a longer one', at);
}

/** Writes an integer in groups of seven bits, lowest first. */
export function writeLeb128(writer: Writer, value: bigint): void {
  if (value < 0n || value >= 2n ** 64n) throw new EncodeError('an integer below 2^64', String(value));
  let rest = value;
  for (; rest >= 0x80n; rest >>= 7n) writer.u8(Number(rest & 0x7fn) | 0x80);
  writer.u8(Number(rest));
}

/** Reads bytes behind their length in LEB128. */
export function readSized(reader: Reader): Uint8Array {
  const at = reader.offset;
  const length = readLeb128(reader);
  if (length > BigInt(reader.left))
    throw reader.error('truncated', `${length} bytes`, `${reader.left} bytes`, at);
  return reader.bytes(Number(length));
}

/** Writes bytes behind their length in LEB128. */
export function writeSized(writer: Writer, bytes: Uint8Array): void {
  writeLeb128(writer, BigInt(bytes.length));
  writer.bytes(bytes);
}
