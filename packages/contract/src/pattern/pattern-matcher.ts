import { RE2JS } from 're2js';
import { toRustPattern } from './ecma-conversion.js';
import { judgeContestedPattern, judgePattern } from './pattern-verdict.js';
import { toRe2 } from './re2-translation.js';

/** Whether a text matches a pattern, anywhere in it; nothing when that cannot be told here. */
export type PatternMatcher = (text: string) => boolean | undefined;

/** What the platform's engine takes for a letter of a word and RE2 does not. */
const FOREIGN_LETTER = /(?!\w)[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]/u;

/**
 * What asks whether texts match a property's `pattern` as the platform does, in time that is linear in the text.
 *
 * @returns nothing when the platform does not take the pattern.
 */
export function patternMatcher(pattern: string): PatternMatcher | undefined {
  return judgePattern(pattern).platform === undefined ? matcherOf(toRustPattern(pattern)) : undefined;
}

/**
 * What asks whether texts match the `regexPattern` of a contested index as the platform does, in time that is linear in
 * the text.
 *
 * @returns nothing when the platform does not take the pattern.
 */
export function contestedPatternMatcher(pattern: string): PatternMatcher | undefined {
  return judgeContestedPattern(pattern).platform === undefined ? matcherOf(pattern) : undefined;
}

function matcherOf(pattern: string): PatternMatcher {
  const translation = toRe2(pattern);
  const engine = translation === undefined ? undefined : compiled(translation.pattern);
  if (translation === undefined || engine === undefined) return () => undefined;
  return (text) => (translation.isForAscii && FOREIGN_LETTER.test(text) ? undefined : engine.test(text));
}

function compiled(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
}
