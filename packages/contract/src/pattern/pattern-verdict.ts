import type { StringNode } from '../source/json-node.js';
import { toRustPattern } from './to-rust-pattern.js';
import { findJavaScriptError } from './javascript-syntax.js';
import { findRe2Error } from './re2-syntax.js';
import { MAX_CONTESTED_PATTERN_BYTES, MAX_PATTERN_BYTES } from './regex-cost.js';
import { checkRustRegex, type RustVerdict } from './rust-regex.js';

/** Holds why an engine rejects a pattern: the first of three that does. */
export interface PatternVerdict extends RustVerdict {
  /** RE2, which the specification requires. */
  readonly re2: string | undefined;
  /** JavaScript with the `u` flag, in which an application checks text before it sends it. */
  readonly javaScript: string | undefined;
}

const MAX_PATTERN_LENGTH = 20_480;

/** Checks a property's `pattern`. Takes time that is linear in the length of the pattern. */
export function checkPattern(pattern: string): PatternVerdict {
  return createVerdict(pattern, checkRustRegex(toRustPattern(pattern), MAX_PATTERN_BYTES));
}

/** Checks a `pattern` that the platform only reads: one in a definition to which no property refers. */
export const checkUncompiledPattern = (pattern: string): RustVerdict =>
  checkRustRegex(toRustPattern(pattern), MAX_CONTESTED_PATTERN_BYTES);

/** Checks the `regexPattern` of a contested index, which the platform compiles without any conversion. */
export function checkContestedPattern(pattern: string): PatternVerdict {
  return createVerdict(pattern, checkRustRegex(pattern, MAX_CONTESTED_PATTERN_BYTES));
}

/** Caches the verdict on a node: several rules check the same pattern. */
const VERDICTS = new WeakMap<StringNode, PatternVerdict>();
const CONTESTED_VERDICTS = new WeakMap<StringNode, PatternVerdict>();

/** Checks a property's `pattern`, once for each node. */
export function checkPatternNode(node: StringNode): PatternVerdict {
  const verdict = VERDICTS.get(node) ?? checkPattern(node.value);
  VERDICTS.set(node, verdict);
  return verdict;
}

/** Checks the `regexPattern` of a contested index, once for each node. */
export function checkContestedPatternNode(node: StringNode): PatternVerdict {
  const verdict = CONTESTED_VERDICTS.get(node) ?? checkContestedPattern(node.value);
  CONTESTED_VERDICTS.set(node, verdict);
  return verdict;
}

function createVerdict(pattern: string, verdict: RustVerdict): PatternVerdict {
  const { platform } = verdict;
  const unchecked = { ...verdict, re2: undefined, javaScript: undefined };
  // A longer pattern fits into no contract: its size is reported, and no engine checks it.
  if (platform !== undefined || pattern.length > MAX_PATTERN_LENGTH) return unchecked;
  const re2 = findRe2Error(pattern);
  return re2 === undefined
    ? { ...unchecked, javaScript: findJavaScriptError(pattern) }
    : { ...unchecked, re2 };
}
