import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparisons } from '../../test/network.js';
import { javaScriptFault } from './javascript-syntax.js';
import { re2Fault } from './re2-syntax.js';

function isTakenByEngine(pattern: string): boolean {
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

describe('the syntax of JavaScript', () => {
  it('is read as the engine reads it', { timeout: 60_000 }, () => {
    const pattern = fc
      .array(fc.constantFrom(...PIECES), { maxLength: 8 })
      .map((pieces) => pieces.join(''))
      .filter((text) => re2Fault(text) === undefined);
    fc.assert(
      fc.property(pattern, (text) => {
        const fault = javaScriptFault(text);
        expect({ text, isTaken: fault === undefined }).toEqual({ text, isTaken: isTakenByEngine(text) });
      }),
      comparisons(5000),
    );
  });

  it('says why in a few words', () => {
    expect(javaScriptFault('(?i)a: b')).toBe('Invalid group');
    expect(javaScriptFault('\\p{Greek}')).toBe('the Unicode class "Greek" is unknown');
  });
});
