import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { comparisons, loadNetwork, type NetworkVerdict } from '../../test/network.js';
import { judgeContestedPattern, judgePattern } from './pattern-verdict.js';

/** Pieces of patterns: each engine knows most of them, and none all. */
const PIECES =
  'a|b|é|日|😀|-|^|$|.|*|+|?|(|)|[|]|{|}|(?:|(?i)|(?x)|(?<n>|(?-u)|\\d|\\D|\\w|\\W|\\s|\\b|\\A|\\z|\\Z|\\.|\\x41|\\x{41}|\\u0041|\\p{L}|\\P{Lu}|\\p{Greek}|\\cA|{1}|{1,2}|{,3}|{3,1}|[a-z]|[^a]|[[:alpha:]]|&&|--|#|\\|{1000}|\\b{start}|\\<|(?=|\\1|\\e'
    .split('|')
    .concat('|', ' ', '\n');

describe('patterns', () => {
  it.each([
    ['a{1001}', undefined, false],
    ['(?x) a b', undefined, false],
    ['[a--b]', undefined, false],
    ['\\u0041', undefined, false],
    ['\\u{41}', undefined, false],
    ['\\cA', undefined, false],
    ['a++', undefined, false],
    ['\\Q.\\E', expect.any(String), true],
    ['x{,3}', expect.any(String), true],
    ['{', expect.any(String), true],
    ['(?=a)', expect.any(String), false],
    ['(a)\\1', expect.any(String), false],
    ['^\\p{L}{1,500}$', expect.any(String), true],
    ['^\\p{L}{1,226}$', undefined, true],
    ['^[a-z]{3,19}$', undefined, true],
  ])('%s', (pattern, platform, isRe2) => {
    const verdict = judgePattern(pattern);
    expect(verdict.platform).toEqual(platform);
    expect(verdict.re2 === undefined).toBe(isRe2);
  });

  it('of contests are not converted', () => {
    expect(judgeContestedPattern('\\cA').platform).toBeDefined();
    expect(judgeContestedPattern('^[a-z]$').platform).toBeUndefined();
  });

  describe('beside the official build', () => {
    let network: (schemas: unknown) => NetworkVerdict;
    beforeAll(async () => {
      network = await loadNetwork(11);
    });

    it('are judged the same', { timeout: 60_000 }, () => {
      const pattern = fc.array(fc.constantFrom(...PIECES), { maxLength: 7 }).map((pieces) => pieces.join(''));
      fc.assert(
        fc.property(pattern, (text) => {
          const properties = { text: { type: 'string', maxLength: 50, position: 0, pattern: text } };
          const official = network({ note: { type: 'object', properties, additionalProperties: false } });
          const { platform } = judgePattern(text);
          expect({
            text,
            taken: platform === undefined,
            platform: official.ok ? platform : undefined,
          }).toEqual({
            text,
            taken: official.ok,
            platform: undefined,
          });
        }),
        comparisons(1000),
      );
    });
  });
});
