import { getBoolean, getInteger, getMember, getText, type JsonNode } from '../source/json-node.js';

/** Defines the media type that makes a byte array an identifier. */
export const IDENTIFIER_MEDIA_TYPE = 'application/x.dash.dpp.identifier';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const IDENTIFIER_BYTES = 32;
/** Matches texts of the alphabet with as many symbols as 32 bytes can have: all zeros are a symbol each, all ones are 44. */
const FORM = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Stands for the id and the owner of a contract that is not registered yet: 32 zero bytes, which no registration has. */
export const PLACEHOLDER_ID = '1'.repeat(IDENTIFIER_BYTES);

/** Decodes a base58 identifier to 32 bytes; returns undefined if the text is none. */
export function decodeIdentifier(text: string): Uint8Array | undefined {
  // Names of members are as long, and are none by their symbols.
  if (!FORM.test(text)) return undefined;
  let value = 0n;
  for (const symbol of text) value = value * 58n + BigInt(ALPHABET.indexOf(symbol));
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const hex = value === 0n ? '' : value.toString(16);
  const digits = Math.ceil(hex.length / 2);
  if (zeros + digits !== IDENTIFIER_BYTES) return undefined;
  const padded = hex.padStart(IDENTIFIER_BYTES * 2, '0');
  return Uint8Array.from({ length: IDENTIFIER_BYTES }, (_, at) =>
    Number.parseInt(padded.slice(at * 2, at * 2 + 2), 16),
  );
}

/** Encodes an identifier as base58 text. */
export function encodeIdentifier(bytes: Uint8Array): string {
  let value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = '';
  for (; value > 0n; value /= 58n) text = ALPHABET.charAt(Number(value % 58n)) + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}

/** Reads the bytes of an array of 32 integers from 0 to 255; returns undefined if the node is none. */
export function readBytes32(node: JsonNode | undefined): Uint8Array | undefined {
  if (node?.kind !== 'array' || node.items.length !== IDENTIFIER_BYTES) return undefined;
  const bytes = node.items.map((item) => getInteger(item));
  return bytes.every((byte) => byte !== undefined && byte >= 0n && byte <= 255n)
    ? Uint8Array.from(bytes, Number)
    : undefined;
}

/** Reads an identifier from base58 text, or from 32 bytes. */
export function readIdentifier(node: JsonNode | undefined): Uint8Array | undefined {
  return node?.kind === 'string' ? decodeIdentifier(node.value) : readBytes32(node);
}

/** Returns whether a schema is that of an identifier. */
export function isIdentifier(schema: JsonNode | undefined): boolean {
  return (
    getBoolean(getMember(schema, 'byteArray')) === true &&
    getText(getMember(schema, 'contentMediaType')) === IDENTIFIER_MEDIA_TYPE
  );
}
