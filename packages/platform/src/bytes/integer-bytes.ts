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

/** Room for one integer of 64 bits, which is read and written many times for each document. */
const WORD = new Uint8Array(8);
const WORD_VIEW = new DataView(WORD.buffer);

/** An integer as big-endian bytes, in two's complement where it is negative. */
export function integerBytes(value: bigint, bytes: number): Uint8Array {
  if (bytes === WORD.length) {
    WORD_VIEW.setBigInt64(0, value);
    return WORD.slice();
  }
  const result = new Uint8Array(bytes);
  let rest = BigInt.asUintN(8 * bytes, value);
  for (let at = bytes - 1; at >= 0; at -= 1) {
    result[at] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return result;
}

/** The integer of big-endian bytes. */
export function integerOf(bytes: Uint8Array, signed: boolean): bigint {
  if (bytes.length === WORD.length) {
    WORD.set(bytes);
    return signed ? WORD_VIEW.getBigInt64(0) : WORD_VIEW.getBigUint64(0);
  }
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return signed ? BigInt.asIntN(8 * bytes.length, value) : value;
}
