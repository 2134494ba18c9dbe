import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparisons } from '../../test/network.js';
import { findJavaScriptError } from './javascript-syntax.js';
import { findRe2Error } from './re2-syntax.js';

function isAcceptedByEngine(pattern: string): boolean {
  try {
    RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

const PIECES =
  'a|é|😀|-|^|.|*|?|(|)|[|]|{|}|(?:|(?i)|(?P<n>|(?<n>|\\d|\\b|\\A|\\\\|\\.|\\-|\\_|\\x41|\\x{41}|\\pL|\\p{L}|\\P{Lu}|\\p{Greek}|\\p{^L}|\\p{Emoji}|p{L}|\\Q|\\E|{1}|{0}|[a-z]|[^a]|[[:alpha:]]|[\\p{L}-|[\\p{N}a]'
    .split('|')
    .concat('|');

describe('findJavaScriptError', () => {
  it('agrees with the JavaScript engine', { timeout: 300_000 }, () => {
    const pattern = fc
      .array(fc.constantFrom(...PIECES), { maxLength: 8 })
      .map((pieces) => pieces.join(''))
      .filter((text) => findRe2Error(text) === undefined);
    fc.assert(
      fc.property(pattern, (text) => {
        const error = findJavaScriptError(text);
        expect({ text, isAccepted: error === undefined }).toEqual({
          text,
          isAccepted: isAcceptedByEngine(text),
        });
      }),
      comparisons(5000),
    );
  });

  it('explains the error in a few words', () => {
    expect(findJavaScriptError('(?i)a: b')).toBe('Invalid group');
    expect(findJavaScriptError('\\p{Greek}')).toBe('the Unicode class "Greek" is unknown');
  });
});
