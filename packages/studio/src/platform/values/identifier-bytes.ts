const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BYTES = 32;
const MAX_DIGITS = 44;

/** Decodes an identifier in base58 to its 32 bytes; `undefined` where the text is not one. */
export function decodeIdentifier(text: string): Uint8Array | undefined {
  if (text.length > MAX_DIGITS) return undefined;
  let number = 0n;
  for (const letter of text) {
    const digit = ALPHABET.indexOf(letter);
    if (digit < 0) return undefined;
    number = number * 58n + BigInt(digit);
  }
  const zeros = text.length - text.replace(/^1+/, '').length;
  const hex = number === 0n ? '' : number.toString(16);
  const bytes = hex.padStart(hex.length + (hex.length % 2), '0').match(/../g) ?? [];
  if (zeros + bytes.length !== BYTES) return undefined;
  return Uint8Array.from([
    ...Array<number>(zeros).fill(0),
    ...bytes.map((pair) => Number.parseInt(pair, 16)),
  ]);
}
