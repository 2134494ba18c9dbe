/** Bytes a number may take as an operand. Results may take more, and then cannot be operands. */
const OPERAND_SIZE = 4;

const EMPTY = new Uint8Array();

/**
 * Returns the shortest form of a whole number on the stack: little-endian magnitude, the sign in the highest bit, 0 as nothing.
 *
 * Source: CScriptNum in `src/script/script.h`, dashpay/dash.
 */
export function encodeScriptNumber(value: number): Uint8Array {
  if (value === 0) return EMPTY;
  const bytes: number[] = [];
  let last = 0;
  for (let magnitude = Math.abs(value); magnitude > 0; magnitude = Math.floor(magnitude / 256)) {
    last = magnitude % 256;
    bytes.push(last);
  }
  const sign = value < 0 ? 0x80 : 0;
  if (last >= 0x80) bytes.push(sign);
  else bytes[bytes.length - 1] = last | sign;
  return Uint8Array.from(bytes);
}

/**
 * Returns the number that `bytes` stand for; undefined when there are more than `maxSize` of them or, with `minimal`, more than
 * the number needs. Core's word for either is "unknown error". `maxSize` may be up to 6: the result is exact.
 */
export function decodeScriptNumber(
  bytes: Uint8Array,
  minimal: boolean,
  maxSize = OPERAND_SIZE,
): number | undefined {
  if (bytes.length > maxSize || (minimal && !isMinimalScriptNumber(bytes))) return undefined;
  const last = bytes.at(-1);
  if (last === undefined) return 0;
  let magnitude = last & 0x7f;
  for (const byte of bytes.subarray(0, -1).toReversed()) magnitude = magnitude * 256 + byte;
  return last & 0x80 ? -magnitude : magnitude;
}

/** Returns whether no shorter bytes stand for the same number, whatever the length. */
export function isMinimalScriptNumber(bytes: Uint8Array): boolean {
  const last = bytes.at(-1);
  if (last === undefined || (last & 0x7f) !== 0) return true;
  const beforeLast = bytes.at(-2);
  return beforeLast !== undefined && (beforeLast & 0x80) !== 0;
}

/** Returns the shortest bytes that stand for the same number as `bytes`, whatever the length; never written to in place. */
export function minimalScriptNumber(bytes: Uint8Array): Uint8Array {
  if (isMinimalScriptNumber(bytes)) return bytes;
  const sign = bytes.at(-1) ?? 0;
  const highest = bytes.subarray(0, -1).findLastIndex((byte) => byte !== 0);
  const top = bytes[highest];
  if (top === undefined) return EMPTY;
  const size = top & 0x80 ? highest + 2 : highest + 1;
  const shorter = Uint8Array.from(bytes.subarray(0, size));
  shorter[size - 1] = top & 0x80 ? sign : top | sign;
  return shorter;
}

/** Returns whether a value on the stack counts as true: anything but zero and negative zero of any length. */
export function isTrue(bytes: Uint8Array): boolean {
  const nonZero = bytes.findIndex((byte) => byte !== 0);
  return nonZero !== -1 && !(nonZero === bytes.length - 1 && bytes[nonZero] === 0x80);
}
