import { RE2JS } from 're2js';
import { markWordCharacters } from './marked-text.js';
import { toRustPattern } from './to-rust-pattern.js';
import { checkContestedPattern, checkPattern } from './pattern-verdict.js';
import { translateToRe2 } from './re2-translation.js';

/** Returns whether a text matches a pattern, anywhere in it; undefined if that cannot be decided here. */
export type PatternMatcher = (text: string) => boolean | undefined;

/** Matches word characters of the platform's engine that RE2 does not have. */
const FOREIGN_LETTER = /(?!\w)[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]/u;

/**
 * Creates a matcher for a property's `pattern` that decides as the platform does, in time that is linear in the text.
 *
 * @returns undefined when the platform rejects the pattern.
 */
export function patternMatcher(pattern: string): PatternMatcher | undefined {
  return checkPattern(pattern).platform === undefined ? matcherOf(toRustPattern(pattern)) : undefined;
}

/**
 * Creates a matcher for the `regexPattern` of a contested index that decides as the platform does, in time that is
 * linear in the text.
 *
 * @returns undefined when the platform rejects the pattern.
 */
export function contestedPatternMatcher(pattern: string): PatternMatcher | undefined {
  return checkContestedPattern(pattern).platform === undefined ? matcherOf(pattern) : undefined;
}

function matcherOf(pattern: string): PatternMatcher {
  const translation = translateToRe2(pattern);
  const engine = translation === undefined ? undefined : compiled(translation.pattern);
  if (translation === undefined || engine === undefined) return () => undefined;
  const { isForAscii, markedPattern } = translation;
  let marked: RE2JS | undefined;
  return (text) => {
    if (!isForAscii || !FOREIGN_LETTER.test(text)) return engine.test(text);
    marked ??= markedPattern === undefined ? undefined : compiled(markedPattern);
    return marked?.test(markWordCharacters(text));
  };
}

function compiled(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
}
