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
