const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const DIGITS = new Map(Array.from(ALPHABET, (symbol, digit) => [symbol, digit]));
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Decodes base64 text (standard alphabet, padded); returns undefined if the text is none. */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !BASE64.test(text)) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let bits = 0;
  let count = 0;
  let at = 0;
  for (let from = 0; from < text.length - padding; from += 1) {
    bits = ((bits << 6) | (DIGITS.get(text.charAt(from)) ?? 0)) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[at] = (bits >> count) & 0xff;
    at += 1;
  }
  // The remaining bits must be zero, or two texts would decode to the same bytes.
  return (bits & ((1 << count) - 1)) === 0 ? bytes : undefined;
}
