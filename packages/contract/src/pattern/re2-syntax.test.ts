import * as fc from 'fast-check';
import { RE2Set } from 're2js';
import { describe, expect, it } from 'vitest';
import { comparisons } from '../../test/network.js';
import { findRe2Error } from './re2-syntax.js';

function isAcceptedByRe2js(pattern: string): boolean {
  try {
    new RE2Set().add(pattern);
    return true;
  } catch {
    return false;
  }
}

const PIECES =
  'a|b|é|日|😀|-|^|$|.|*|+|?|(|)|[|]|{|}|,|0|1|7|(?:|(?)|(?i)|(?x)|(?s-i:|(?-s)|(?i-)|(?P<n>|(?<n>|(?<n|(?P=n)|(?=|(?<=|\\d|\\D|\\w|\\W|\\s|\\b|\\B|\\A|\\z|\\Z|\\C|\\G|\\.|\\_|\\x41|\\x4|\\x{41}|\\x{110000}|\\x{}|\\u0041|\\0|\\08|\\1|\\12|\\123|\\8|\\pL|\\pX|\\p{L}|\\p{^L}|\\P{Lu}|\\p{Greek}|\\p{greek}|\\p{Emoji}|\\p{|\\p|\\Q|\\E|\\Q*|\\cA|{1}|{1,2}|{1,}|{0}|{0,1}|{,3}|{3,1}|{01}|{1,02}|{1001}|{1000}|{40}|{30,}|[a-z]|[z-a]|[^a]|[^]|[[:alpha:]]|[[:^word:]]|[[:no:]]|[:alpha:]|:]|[a-\\d]|[\\d-z]|[a-]|[--a]|[\\b]|[\\x61-\\x{7a}]|&&|--|#|\\|\\n|\\v|\\é'
    .split('|')
    .concat('|', '||', ' ', '\n');

describe('findRe2Error', () => {
  it.each([
    ['x{1000}'.repeat(1300), true],
    ['x{1000}'.repeat(1400), false],
    ['(?:x{500}){2}', true],
    ['(?:x{500}){3}', false],
    ['((a{10}){10}){10}', true],
    ['((a{10}){10}){10,11}', false],
    ['(?:a{1000}){0}', true],
    ['(?:a{1000}){0,}', true],
    ['(?:(?:a{1000}){0}){1000}', true],
    ['\\p{Old_Permic}', true],
    ['\\p{Perm}', false],
  ])('checks %.20s', (pattern, isAccepted) => {
    expect(isAcceptedByRe2js(pattern)).toBe(isAccepted);
    expect(findRe2Error(pattern) === undefined).toBe(isAccepted);
  });

  it('agrees with re2js', { timeout: 300_000 }, () => {
    const pattern = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.oneof(pattern, fc.string({ unit: 'binary', maxLength: 8 })), (text) => {
        const isAccepted = isAcceptedByRe2js(text);
        expect({ text, isAccepted, error: isAccepted ? findRe2Error(text) : undefined }).toEqual({
          text,
          isAccepted: findRe2Error(text) === undefined,
          error: undefined,
        });
      }),
      comparisons(20_000),
    );
  });
});
