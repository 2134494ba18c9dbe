import { RE2JS } from 're2js';
import { toRustPattern } from './ecma-conversion.js';
import { CONTESTED_LIMIT, PATTERN_LIMIT } from './regex-cost.js';
import { rustRegexFault } from './rust-regex.js';

/** Why each engine does not take a pattern; nothing where it does. */
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
  // A longer pattern fits into no contract: its size is reported, and no engine needs to look at it.
  if (pattern.length > LONGEST_JUDGED) return { platform, re2: undefined, javaScript: undefined };
  let re2: { readonly fault: string | undefined } | undefined;
  let javaScript: { readonly fault: string | undefined } | undefined;
  // Compiling takes long: only who asks waits for it.
  return {
    platform,
    get re2() {
      re2 ??= { fault: fault(() => RE2JS.compile(pattern)) };
      return re2.fault;
    },
    get javaScript() {
      javaScript ??= { fault: fault(() => new RegExp(pattern, 'u')) };
      return javaScript.fault;
    },
  };
}

function fault(compile: () => unknown): string | undefined {
  try {
    compile();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'it does not compile';
  }
}
