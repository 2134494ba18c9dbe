import type { JsonNode } from '../source/json-node.js';

/** Counts the bytes of a text in UTF-8. Half of a surrogate pair counts as its replacement, U+FFFD. */
export function countUtf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    const isPair = unit >= 0xd800 && unit <= 0xdbff && (text.codePointAt(at) ?? 0) > 0xffff;
    // A pair has two units and four bytes.
    bytes += unit < 0x800 ? 1 : 2;
    if (isPair) at += 1;
  }
  return bytes;
}

/** Counts the bytes of an unsigned integer in the platform's encoding. */
export function countVarintBytes(value: bigint | number): number {
  if (value < 251) return 1;
  if (value < 0x1_0000) return 3;
  if (value < 0x1_0000_0000) return 5;
  return value < 0x1_0000_0000_0000_0000n ? 9 : 17;
}

/** Counts the bytes of a text with its length. */
export const countTextBytes = (text: string): number => {
  const bytes = countUtf8Bytes(text);
  return countVarintBytes(bytes) + bytes;
};

/**
 * Counts the bytes of a JSON value as the platform stores it: a tag and its content.
 *
 * @param isSigned true if integers from 0 are stored as signed ones, too: the constructor of the official library
 * does so, while its `fromJSON` stores them unsigned.
 */
export function countValueBytes(node: JsonNode, isSigned: boolean): number {
  switch (node.kind) {
    case 'null':
      return 1;
    case 'boolean':
      return 2;
    case 'string':
      return 1 + countTextBytes(node.value);
    case 'number':
      return 1 + countNumberBytes(node.integer, isSigned);
    case 'array': {
      let sum = 1 + countVarintBytes(node.items.length);
      for (const item of node.items) sum += countValueBytes(item, isSigned);
      return sum;
    }
    default: {
      let sum = 1 + countVarintBytes(node.members.size);
      for (const [name, value] of node.members)
        sum += 1 + countTextBytes(name) + countValueBytes(value, isSigned);
      return sum;
    }
  }
}

// Engines compute a power of big integers at each use: constants hold them.
const SIGN_BIT = 2n ** 63n;
const MAX_U64 = 2n ** 64n - 1n;

/** Counts the bytes of a number: an integer, or a 64-bit float. */
export function countNumberBytes(integer: bigint | undefined, isSigned: boolean): number {
  if (integer === undefined || integer > MAX_U64 || integer < -SIGN_BIT) return 8;
  if (integer < 0n) return countVarintBytes(-integer * 2n - 1n);
  return countVarintBytes(isSigned && integer < SIGN_BIT ? integer * 2n : integer);
}

/** Counts the bytes of a map: its size and its members. */
export function countMapBytes(
  node: JsonNode | undefined,
  entry: (name: string, value: JsonNode) => number,
): number {
  if (node?.kind !== 'object') return countVarintBytes(0);
  let sum = countVarintBytes(node.members.size);
  for (const [name, value] of node.members) sum += entry(name, value);
  return sum;
}
