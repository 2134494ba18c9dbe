import { type JsonNode, objectOf } from '../source/json-node.js';

/** Bytes of a text in UTF-8. Half of a surrogate pair counts as what replaces it, U+FFFD. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    const isPair = unit >= 0xd800 && unit <= 0xdbff && (text.codePointAt(at) ?? 0) > 0xffff;
    // A pair is two units and four bytes.
    bytes += unit < 0x800 ? 1 : 2;
    if (isPair) at += 1;
  }
  return bytes;
}

/** Bytes of an unsigned integer as the platform writes it. */
export function varintBytes(value: bigint | number): number {
  if (value < 251) return 1;
  if (value < 0x1_0000) return 3;
  if (value < 0x1_0000_0000) return 5;
  return value < 0x1_0000_0000_0000_0000n ? 9 : 17;
}

/** Bytes of a text with its length. */
export const textBytes = (text: string): number => {
  const bytes = utf8Bytes(text);
  return varintBytes(bytes) + bytes;
};

/**
 * Bytes of a JSON value as the platform stores it: a tag, and what the tag announces.
 *
 * @param isSigned whether integers from 0 are stored as signed ones, too: so does the constructor of the official
 * library, while its `fromJSON` stores them unsigned.
 */
export function valueBytes(node: JsonNode, isSigned: boolean): number {
  switch (node.kind) {
    case 'null':
      return 1;
    case 'boolean':
      return 2;
    case 'string':
      return 1 + textBytes(node.value);
    case 'number':
      return 1 + numberBytes(node.integer, isSigned);
    case 'array':
      return node.items.reduce(
        (sum, item) => sum + valueBytes(item, isSigned),
        1 + varintBytes(node.items.length),
      );
    default:
      return mapBytes(node, (name, value) => 1 + textBytes(name) + valueBytes(value, isSigned)) + 1;
  }
}

/** Bytes of a number: an integer, or a 64-bit float. */
export function numberBytes(integer: bigint | undefined, isSigned: boolean): number {
  if (integer === undefined || integer >= 2n ** 64n || integer < -(2n ** 63n)) return 8;
  if (integer < 0n) return varintBytes(-integer * 2n - 1n);
  return varintBytes(isSigned && integer < 2n ** 63n ? integer * 2n : integer);
}

/** Bytes of a map: how many members it has, and what each of them takes. */
export function mapBytes(
  node: JsonNode | undefined,
  entry: (name: string, value: JsonNode) => number,
): number {
  const members = objectOf(node)?.members;
  let sum = varintBytes(members?.size ?? 0);
  for (const [name, value] of members ?? []) sum += entry(name, value);
  return sum;
}
