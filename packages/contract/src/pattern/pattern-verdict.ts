import { toRustPattern } from './ecma-conversion.js';
import { javaScriptFault } from './javascript-syntax.js';
import { re2Fault } from './re2-syntax.js';
import { CONTESTED_LIMIT, PATTERN_LIMIT } from './regex-cost.js';
import { rustRegexFault } from './rust-regex.js';

/** Why an engine does not take a pattern, the first of the three that does not; nothing when all do. */
export interface PatternVerdict {
  /** The platform's engine, which decides. */
  readonly platform: string | undefined;
  /** RE2, which the specification names. */
  readonly re2: string | undefined;
  /** JavaScript with the `u` flag, with which an application checks before it sends. */
  readonly javaScript: string | undefined;
}

const LONGEST_JUDGED = 20_480;

/** Judges a property's `pattern`. Linear in the length of the pattern. */
export function judgePattern(pattern: string): PatternVerdict {
  return remembered(PATTERNS, pattern, () => rustRegexFault(toRustPattern(pattern), PATTERN_LIMIT));
}

/** Judges the `regexPattern` of a contested index, which the platform compiles without any conversion. */
export function judgeContestedPattern(pattern: string): PatternVerdict {
  return remembered(CONTESTED_PATTERNS, pattern, () => rustRegexFault(pattern, CONTESTED_LIMIT));
}

/** Verdicts that were asked for before: several rules look at the same pattern, and so do later versions of a contract. */
const PATTERNS = new Map<string, PatternVerdict>();
const CONTESTED_PATTERNS = new Map<string, PatternVerdict>();
const MOST_REMEMBERED = 500;
const LONGEST_REMEMBERED = 1000;

function remembered(
  memory: Map<string, PatternVerdict>,
  pattern: string,
  judge: () => string | undefined,
): PatternVerdict {
  const known = memory.get(pattern);
  if (known !== undefined) return known;
  const found = verdict(pattern, judge());
  if (memory.size >= MOST_REMEMBERED) memory.clear();
  if (pattern.length <= LONGEST_REMEMBERED) memory.set(pattern, found);
  return found;
}

function verdict(pattern: string, platform: string | undefined): PatternVerdict {
  const unasked = { platform, re2: undefined, javaScript: undefined };
  // A longer pattern fits into no contract: its size is reported, and no engine needs to look at it.
  if (platform !== undefined || pattern.length > LONGEST_JUDGED) return unasked;
  const re2 = re2Fault(pattern);
  return re2 === undefined ? { ...unasked, javaScript: javaScriptFault(pattern) } : { ...unasked, re2 };
}
