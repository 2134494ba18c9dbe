import { encodeUtf8 } from './utf8.js';

/** Holds the bytes that one position of a UTF-8 sequence may have. */
export type ByteRange = readonly [first: number, last: number];

/** Holds the last characters of one, two and three bytes. */
const LAST_OF_LENGTH = [0x7f, 0x7ff, 0xffff];

/**
 * Splits a range of characters into sequences of byte ranges, in ascending order: each matches exactly the UTF-8 of some of the
 * characters. Surrogates are no characters.
 */
export function splitUtf8(first: number, last: number): ByteRange[][] {
  const found: ByteRange[][] = [];
  collectSequences(first, last, found);
  return found;
}

function collectSequences(first: number, last: number, found: ByteRange[][]): void {
  if (first > last) return;
  const end = findSplit(first, last);
  if (end !== undefined) {
    collectSequences(first, end, found);
    collectSequences(end + 1, last, found);
    return;
  }
  if (first >= 0xd800 && last <= 0xdfff) return;
  const lower = encodeUtf8(first);
  const upper = encodeUtf8(last);
  found.push(lower.map((byte, at) => [byte, upper[at] ?? byte] as const));
}

/** Finds the last character of the first part, where a range has to be split. */
function findSplit(first: number, last: number): number | undefined {
  for (const edge of [0xd7ff, 0xdfff, ...LAST_OF_LENGTH]) if (first <= edge && edge < last) return edge;
  if (last <= 0x7f) return undefined;
  for (const bits of [6, 12, 18]) {
    const mask = (1 << bits) - 1;
    if ((first & ~mask) === (last & ~mask)) continue;
    if ((first & mask) !== 0) return first | mask;
    if ((last & mask) !== mask) return (last & ~mask) - 1;
  }
  return undefined;
}
