import { calculateClassSize } from './class-size.js';
import { countLiteralTrie } from './literal-trie-size.js';
import {
  calculateBytes,
  countTransitions,
  countUnion,
  multiplySize,
  type RegexSize,
  sizeOf,
  sizeOfStates,
  sumSizes,
} from './regex-size.js';
import type { RegexNode } from './regex-tree.js';

/** Counts the bytes of a state in the official build, which runs in WebAssembly: references have 32 bits. */
const OFFICIAL_STATE_BYTES = 16;
/**
 * Counts the bytes of a state on a node, whose references have 64 bits. Transitions and numbers of states have as many bytes as in
 * WebAssembly.
 *
 * Source: the sizes that the tests of `regex-automata` assert in `nfa/thompson/builder.rs`.
 */
const NODE_STATE_BYTES = 32;

/** Limits the bytes of a compiled `pattern`. */
export const MAX_PATTERN_BYTES = 5 * 2 ** 20;
/** Limits the bytes of a compiled `regexPattern` of a contested index, and of a pattern to which nothing refers. */
export const MAX_CONTESTED_PATTERN_BYTES = 10 * 2 ** 20;

const EMPTY = sizeOfStates(1);
/** Continues at one of two states: repeats a part, or leaves it out. */
const CHOICE = sizeOf(countUnion(2));
/** Begins and ends a group, which only the automaton that reads forwards knows. */
const CAPTURE = sizeOfStates(2, 0);
const MATCH = EMPTY;
/** Skips any bytes before a match. */
const UNANCHORED = sumSizes([CHOICE, EMPTY, sizeOf(countTransitions(1))]);

/**
 * Calculates the size of a compiled pattern.
 *
 * Source: `regex-automata`, `nfa/thompson/{builder,compiler}.rs`.
 */
export function calculateRegexSize(root: RegexNode): RegexSize {
  const skip: RegexSize = {
    forward: (root.isStartAnchored ? EMPTY : UNANCHORED).forward,
    reverse: (root.isEndAnchored ? EMPTY : UNANCHORED).reverse,
  };
  return sumSizes([skip, CAPTURE, MATCH, calculateNodeSize(root, new Map())]);
}

/** Calculates the bytes of a compiled pattern in the official build and on a node. */
export function calculateRegexBytes(root: RegexNode): { readonly official: number; readonly node: number } {
  const size = calculateRegexSize(root);
  return {
    official: calculateBytes(size, OFFICIAL_STATE_BYTES),
    node: calculateBytes(size, NODE_STATE_BYTES),
  };
}

function calculateNodeSize(node: RegexNode, known: Map<number, RegexSize>): RegexSize {
  const cached = known.get(node.id);
  if (cached !== undefined) return cached;
  const size = measureNode(node, known);
  known.set(node.id, size);
  return size;
}

function measureNode(node: RegexNode, known: Map<number, RegexSize>): RegexSize {
  switch (node.kind) {
    case 'empty':
    case 'look':
      return EMPTY;
    case 'literal':
      return sizeOfStates(node.bytes.length);
    case 'class':
      return node.size ?? calculateClassSize(node.set);
    case 'capture':
      return sumSizes([CAPTURE, calculateNodeSize(node.part, known)]);
    case 'concat':
      return sumSizes(node.parts.map((part) => calculateNodeSize(part, known)));
    case 'alternation':
      return measureAlternation(node.parts, known);
    default:
      return measureRepetition(calculateNodeSize(node.part, known), node);
  }
}

function measureAlternation(parts: readonly RegexNode[], known: Map<number, RegexSize>): RegexSize {
  const literals = parts.flatMap((part) => (part.kind === 'literal' ? [part.bytes] : []));
  if (literals.length === parts.length)
    return { forward: countLiteralTrie(literals, false), reverse: countLiteralTrie(literals, true) };
  const sizes = parts.map((part) => calculateNodeSize(part, known));
  return sumSizes([sizeOf(countUnion(parts.length)), EMPTY, ...sizes]);
}

function measureRepetition(
  size: RegexSize,
  { part, min, max }: RegexNode & { readonly kind: 'repetition' },
): RegexSize {
  if (max === undefined) {
    if (min > 0) return sumSizes([multiplySize(size, min), CHOICE]);
    // A part that can match nothing is repeated at least once, and made optional.
    const isNullable = part.minLength === undefined || part.minLength === 0;
    return isNullable ? sumSizes([size, CHOICE, CHOICE, EMPTY]) : sumSizes([size, CHOICE]);
  }
  if (min === max) return multiplySize(size, min);
  const prefix = min > 0 ? multiplySize(size, min) : max > 1 ? EMPTY : sizeOfStates(0);
  return sumSizes([prefix, multiplySize(sumSizes([size, CHOICE]), max - min), EMPTY]);
}
