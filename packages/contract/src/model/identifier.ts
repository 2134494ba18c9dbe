import { booleanOf, integerOf, member, textOf, type JsonNode } from '../source/json-node.js';

/** The media type that makes a byte array an identifier. */
export const IDENTIFIER_MEDIA = 'application/x.dash.dpp.identifier';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const LONGEST = 64;
const BYTES = 32;

/** The 32 bytes of a base58 identifier, or nothing when the text is none. */
export function identifierBytes(text: string): Uint8Array | undefined {
  if (text.length === 0 || text.length > LONGEST) return undefined;
  let value = 0n;
  for (const symbol of text) {
    const digit = ALPHABET.indexOf(symbol);
    if (digit === -1) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const hex = value === 0n ? '' : value.toString(16);
  const digits = Math.ceil(hex.length / 2);
  if (zeros + digits !== BYTES) return undefined;
  const padded = hex.padStart(BYTES * 2, '0');
  return Uint8Array.from({ length: BYTES }, (_, at) => Number.parseInt(padded.slice(at * 2, at * 2 + 2), 16));
}

/** The base58 text of an identifier. */
export function identifierText(bytes: Uint8Array): string {
  let value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = '';
  for (; value > 0n; value /= 58n) text = ALPHABET.charAt(Number(value % 58n)) + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}

/** The bytes of an array of 32 integers from 0 to 255, or nothing when the node is none. */
export function byteArray(node: JsonNode | undefined): Uint8Array | undefined {
  if (node?.kind !== 'array' || node.items.length !== BYTES) return undefined;
  const bytes = node.items.map((item) => integerOf(item));
  return bytes.every((byte) => byte !== undefined && byte >= 0n && byte <= 255n)
    ? Uint8Array.from(bytes, Number)
    : undefined;
}

/** An identifier as text in base58, or as 32 bytes. */
export function identifierOf(node: JsonNode | undefined): Uint8Array | undefined {
  return node?.kind === 'string' ? identifierBytes(node.value) : byteArray(node);
}

/** Whether a schema is that of an identifier. */
export function isIdentifier(schema: JsonNode | undefined): boolean {
  return (
    booleanOf(member(schema, 'byteArray')) === true &&
    textOf(member(schema, 'contentMediaType')) === IDENTIFIER_MEDIA
  );
}
