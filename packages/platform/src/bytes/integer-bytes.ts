import type { StorageType } from '@dapikit/contract';

/** Describes the stored width and the range of an integer. */
export interface IntegerWidth {
  readonly bytes: number;
  readonly signed: boolean;
  readonly min: bigint;
  readonly max: bigint;
}

const width = (bytes: number, signed: boolean): IntegerWidth => {
  const values = 1n << BigInt(8 * bytes);
  return signed
    ? { bytes, signed, min: -values / 2n, max: values / 2n - 1n }
    : { bytes, signed, min: 0n, max: values - 1n };
};

const WIDTHS: Readonly<Partial<Record<StorageType, IntegerWidth>>> = {
  u8: width(1, false),
  u16: width(2, false),
  u32: width(4, false),
  u64: width(8, false),
  i8: width(1, true),
  i16: width(2, true),
  i32: width(4, true),
  i64: width(8, true),
};

/** Returns the width of an integer type; nothing for other types. */
export const integerWidth = (type: StorageType): IntegerWidth | undefined => WIDTHS[type];

/** Room for one integer, which is read and written many times for each document. */
const WORD = new Uint8Array(8);
const WORD_VIEW = new DataView(WORD.buffer);

/** Returns an integer as at most 8 big-endian bytes, in two's complement where it is negative. */
export function integerBytes(value: bigint, bytes: number): Uint8Array {
  WORD_VIEW.setBigInt64(0, value);
  return WORD.slice(WORD.length - bytes);
}

/** Returns the integer of at most 8 big-endian bytes. */
export function readInteger(bytes: Uint8Array, signed: boolean): bigint {
  WORD.fill(0);
  WORD.set(bytes, WORD.length - bytes.length);
  const value = WORD_VIEW.getBigUint64(0);
  return signed ? BigInt.asIntN(8 * bytes.length, value) : value;
}
