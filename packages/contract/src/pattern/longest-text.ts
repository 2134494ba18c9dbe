import { LIMITS } from '../protocol/limits.js';
import { PatternError } from './pattern-error.js';
import type { RegexNode } from './regex-tree.js';
import { parseRustRegex } from './rust-regex.js';
import { toRustPattern } from './to-rust-pattern.js';

/**
 * Returns how many characters the longest text has that a pattern matches; undefined where no text is the longest, or no engine
 * compiles the pattern.
 */
export function findLongestText(pattern: string): number | undefined {
  if (pattern.length > LIMITS.transitionBytes) return undefined;
  try {
    const node = parseRustRegex(toRustPattern(pattern));
    return node.isStartAnchored && node.isEndAnchored ? countCharacters(node) : undefined;
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}

/** Returns the characters of the longest match; undefined where there is none. */
function countCharacters(node: RegexNode): number | undefined {
  switch (node.kind) {
    case 'empty':
    case 'look':
      return 0;
    case 'literal':
      return characterStarts(node.bytes);
    case 'class':
      return 1;
    case 'capture':
      return countCharacters(node.part);
    case 'repetition': {
      const once = countCharacters(node.part);
      return once === undefined || node.max === undefined ? undefined : once * node.max;
    }
    case 'concat':
      return combine(node.parts, (a, b) => a + b);
    default:
      return combine(node.parts, Math.max);
  }
}

const combine = (parts: readonly RegexNode[], join: (a: number, b: number) => number): number | undefined =>
  parts
    .map(countCharacters)
    .reduce((a, b) => (a === undefined || b === undefined ? undefined : join(a, b)), 0);

/** Counts the bytes of UTF-8 that begin a character. */
const characterStarts = (bytes: string): number =>
  Array.from(bytes).filter((byte) => (byte.charCodeAt(0) & 0xc0) !== 0x80).length;
