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
