import type { StorageType } from '@dapikit/contract';

/** How wide an integer is stored, and from where to where it goes. */
export interface IntegerWidth {
  readonly bytes: number;
  readonly signed: boolean;
  readonly least: bigint;
  readonly most: bigint;
}

const width = (bytes: number, signed: boolean): IntegerWidth => {
  const values = 1n << BigInt(8 * bytes);
  return signed
    ? { bytes, signed, least: -values / 2n, most: values / 2n - 1n }
    : { bytes, signed, least: 0n, most: values - 1n };
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

/** The width of an integer type; nothing for other types. */
export const integerWidth = (type: StorageType): IntegerWidth | undefined => WIDTHS[type];

/** Room for one integer, which is read and written many times for each document. */
const WORD = new Uint8Array(8);
const WORD_VIEW = new DataView(WORD.buffer);

/** An integer as at most 8 big-endian bytes, in two's complement where it is negative. */
export function integerBytes(value: bigint, bytes: number): Uint8Array {
  WORD_VIEW.setBigInt64(0, value);
  return WORD.slice(WORD.length - bytes);
}

/** The integer of at most 8 big-endian bytes. */
export function integerOf(bytes: Uint8Array, signed: boolean): bigint {
  WORD.fill(0);
  WORD.set(bytes, WORD.length - bytes.length);
  const value = WORD_VIEW.getBigUint64(0);
  return signed ? BigInt.asIntN(8 * bytes.length, value) : value;
}
