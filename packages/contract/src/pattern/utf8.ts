/** The smallest character that takes more than one, two and three bytes. */
const FIRST_OF_TWO = 0x80;
const FIRST_OF_THREE = 0x800;
const FIRST_OF_FOUR = 0x1_0000;

const continuation = (codePoint: number, shift: number): number => 0x80 | ((codePoint >> shift) & 0x3f);

/** Returns the bytes of a character in UTF-8. Engines without a host have no `TextEncoder`. */
export function encodeUtf8(codePoint: number): readonly number[] {
  if (codePoint < FIRST_OF_TWO) return [codePoint];
  if (codePoint < FIRST_OF_THREE) return [0xc0 | (codePoint >> 6), continuation(codePoint, 0)];
  const last = [continuation(codePoint, 6), continuation(codePoint, 0)];
  if (codePoint < FIRST_OF_FOUR) return [0xe0 | (codePoint >> 12), ...last];
  return [0xf0 | (codePoint >> 18), continuation(codePoint, 12), ...last];
}

/** Returns the only character of some bytes; undefined where they are none, or several. */
export function decodeUtf8(bytes: readonly number[]): number | undefined {
  const [first = 0] = bytes;
  const data = bytes.length === 1 ? first : first & (0x7f >> bytes.length);
  const codePoint = bytes.slice(1).reduce((value, byte) => (value << 6) | (byte & 0x3f), data);
  const encoded = encodeUtf8(codePoint);
  const isEqual = encoded.length === bytes.length && encoded.every((byte, at) => byte === bytes[at]);
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return isEqual && !isSurrogate && codePoint <= 0x10_ffff ? codePoint : undefined;
}
