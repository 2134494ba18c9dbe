import type { Codec } from './codec.js';
import { jsonError } from './decode-error.js';
import { EncodeError } from './encode-error.js';
import type { Reader } from './reader.js';
import type { Writer } from './writer.js';

/** Bounds of an integer type. */
interface Range<Value> {
  readonly name: string;
  readonly min: Value;
  readonly max: Value;
}

/** Defines an integer of at most 32 bits: a `number`, in JSON too. */
function narrow(
  { name, min, max }: Range<number>,
  bytes: string,
  decode: (reader: Reader) => number,
  encode: (writer: Writer, value: number) => void,
): Codec<number> {
  const range = `${name} (an integer from ${min} to ${max})`;
  const isInRange = (value: unknown): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
  return {
    description: { kind: 'primitive', name, bytes, json: 'number' },
    decode,
    encode: (writer, value) => {
      if (!isInRange(value)) throw new EncodeError(range, String(value));
      encode(writer, value);
    },
    toJson: (value) => value,
    fromJson: (json) => {
      if (!isInRange(json)) throw jsonError(range, json);
      return json;
    },
  };
}

const DECIMAL = /^[+-]?\d{1,40}$/;

/** Defines an integer of 64 or 128 bits: a `bigint`; in JSON a number where that is exact, else decimal text. */
function wide(
  { name, min, max }: Range<bigint>,
  decode: (reader: Reader) => bigint,
  encode: (writer: Writer, value: bigint) => void,
): Codec<bigint> {
  const range = `${name} (an integer from ${min} to ${max})`;
  return {
    description: {
      kind: 'primitive',
      name,
      bytes: 'variable-length integer, big endian',
      json: 'number, or decimal text beyond 2^53 - 1',
    },
    decode,
    encode: (writer, value) => {
      if (typeof value !== 'bigint' || value < min || value > max)
        throw new EncodeError(range, String(value));
      encode(writer, value);
    },
    toJson: integerJson,
    fromJson: (json) => {
      const value = integerOf(json);
      if (value === undefined || value < min || value > max) throw jsonError(range, json);
      return value;
    },
  };
}

/** Returns the JSON form of an integer: a number where that is exact, else decimal text. */
export function integerJson(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function integerOf(json: unknown): bigint | undefined {
  if (typeof json === 'bigint') return json;
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : undefined;
  // A sign before the digits: BigInt takes `-5`, and throws for `+5`.
  if (typeof json === 'string' && DECIMAL.test(json)) return BigInt(json.replace('+', ''));
  return undefined;
}

/** Returns the integer of an unsigned one: the lowest bit is its sign. */
export const unzigzag = (value: bigint): bigint => (value & 1n ? -(value >> 1n) - 1n : value >> 1n);
/** Returns an integer as an unsigned one: the lowest bit is its sign. */
export const zigzag = (value: bigint): bigint => (value < 0n ? -2n * value - 1n : 2n * value);
const unzigzagNumber = (value: number): number => (value % 2 === 1 ? -(value - 1) / 2 - 1 : value / 2);
const zigzagNumber = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

const VARINT = 'variable-length integer, big endian';
const ZIGZAG = 'zigzag, then variable-length integer, big endian';
const writeU32 = (writer: Writer, value: number): void => writer.u32(value);
const writeWide = (writer: Writer, value: bigint): void => writer.u128(value);

const unsignedRange = (name: string, bits: number): Range<number> => ({ name, min: 0, max: 2 ** bits - 1 });
const signedRange = (name: string, bits: number): Range<number> => ({
  name,
  min: -(2 ** (bits - 1)),
  max: 2 ** (bits - 1) - 1,
});

/** Codes an unsigned integer as one byte. */
export const u8 = narrow(
  unsignedRange('u8', 8),
  'one byte',
  (reader) => reader.u8(),
  (writer, value) => writer.u8(value),
);
/** Describes an unsigned integer below 2^16. */
export const u16 = narrow(unsignedRange('u16', 16), VARINT, (reader) => reader.u16(), writeU32);
/** Describes an unsigned integer below 2^32. */
export const u32 = narrow(unsignedRange('u32', 32), VARINT, (reader) => reader.u32(), writeU32);
/** Describes an unsigned integer below 2^64. */
export const u64 = wide({ name: 'u64', min: 0n, max: 2n ** 64n - 1n }, (reader) => reader.u64(), writeWide);
/** Describes an unsigned integer below 2^128. */
export const u128 = wide(
  { name: 'u128', min: 0n, max: 2n ** 128n - 1n },
  (reader) => reader.u128(),
  writeWide,
);
/** Codes a signed integer as one byte in two's complement. */
export const i8 = narrow(
  signedRange('i8', 8),
  'one byte, two’s complement',
  (reader) => reader.i8(),
  (writer, value) => writer.u8(value & 0xff),
);
/** Describes a signed integer of 16 bits. */
export const i16 = narrow(
  signedRange('i16', 16),
  ZIGZAG,
  (reader) => unzigzagNumber(reader.u16()),
  (writer, value) => writer.u32(zigzagNumber(value)),
);
/** Describes a signed integer of 32 bits. */
export const i32 = narrow(
  signedRange('i32', 32),
  ZIGZAG,
  (reader) => unzigzagNumber(reader.u32()),
  (writer, value) => writer.u32(zigzagNumber(value)),
);
/** Describes a signed integer of 64 bits. */
export const i64 = wide(
  { name: 'i64', min: -(2n ** 63n), max: 2n ** 63n - 1n },
  (reader) => unzigzag(reader.u64()),
  (writer, value) => writer.u128(zigzag(value)),
);
/** Describes a signed integer of 128 bits. */
export const i128 = wide(
  { name: 'i128', min: -(2n ** 127n), max: 2n ** 127n - 1n },
  (reader) => unzigzag(reader.u128()),
  (writer, value) => writer.u128(zigzag(value)),
);
