import { LIMITS } from '../protocol/limits.js';
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

/** A longer pattern fits into no contract: its size is reported, and no engine checks it. */
const MAX_PATTERN_LENGTH = LIMITS.transitionBytes;
const UNCHECKED: RustVerdict = { platform: undefined, node: undefined };

/** @param convert as the platform does before it compiles a pattern */
const checkRust = (pattern: string, maxBytes: number, convert = toRustPattern): RustVerdict =>
  pattern.length > MAX_PATTERN_LENGTH ? UNCHECKED : checkRustRegex(convert(pattern), maxBytes);

/** Checks a property's `pattern`. Takes time that is linear in the length of the pattern. */
export function checkPattern(pattern: string): PatternVerdict {
  return createVerdict(pattern, checkRust(pattern, MAX_PATTERN_BYTES));
}

/** Checks a `pattern` that the platform only reads: one in a definition to which no property refers. */
export const checkUncompiledPattern = (pattern: string): RustVerdict =>
  checkRust(pattern, MAX_CONTESTED_PATTERN_BYTES);

/** Checks the `regexPattern` of a contested index, which the platform compiles without any conversion. */
export function checkContestedPattern(pattern: string): PatternVerdict {
  return createVerdict(
    pattern,
    checkRust(pattern, MAX_CONTESTED_PATTERN_BYTES, (text) => text),
  );
}

/** Limits the characters of all cached patterns, so that those of strangers take little memory. */
const MAX_CACHED_CHARACTERS = 65_536;

/**
 * Returns a function that checks a pattern once: several rules check the same pattern, and an editor or a server checks the same contracts again.
 * It forgets all patterns when they become too many, and caches none that is too long for a contract.
 */
function checkOnce(check: (pattern: string) => PatternVerdict): (node: StringNode) => PatternVerdict {
  const verdicts = new Map<string, PatternVerdict>();
  const last = new WeakMap<StringNode, PatternVerdict>();
  let characters = 0;
  return (node) => {
    const known = verdicts.get(node.value) ?? last.get(node);
    if (known !== undefined) return known;
    const verdict = check(node.value);
    // One contract can have more patterns than are cached: its rules find the verdict by the node.
    last.set(node, verdict);
    if (node.value.length > MAX_PATTERN_LENGTH) return verdict;
    characters += node.value.length + 1;
    if (characters > MAX_CACHED_CHARACTERS) {
      verdicts.clear();
      characters = node.value.length + 1;
    }
    verdicts.set(node.value, verdict);
    return verdict;
  };
}

/** Checks a property's `pattern`, once for each pattern. */
export const checkPatternNode = checkOnce(checkPattern);

/** Checks the `regexPattern` of a contested index, once for each pattern. */
export const checkContestedPatternNode = checkOnce(checkContestedPattern);

function createVerdict(pattern: string, verdict: RustVerdict): PatternVerdict {
  const { platform } = verdict;
  const unchecked = { ...verdict, re2: undefined, javaScript: undefined };
  if (platform !== undefined || pattern.length > MAX_PATTERN_LENGTH) return unchecked;
  const re2 = findRe2Error(pattern);
  return re2 === undefined
    ? { ...unchecked, javaScript: findJavaScriptError(pattern) }
    : { ...unchecked, re2 };
}
