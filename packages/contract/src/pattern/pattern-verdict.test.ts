import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { comparisons, loadNetwork, type NetworkVerdict } from '../../test/network.js';
import { validateContract } from '../index.js';
import { LIMITS } from '../protocol/limits.js';
import { readJson } from '../source/read-json.js';
import {
  checkContestedPattern,
  checkContestedPatternNode,
  checkPattern,
  checkPatternNode,
  checkUncompiledPattern,
} from './pattern-verdict.js';

/** Pieces of patterns: each engine knows most of them, and none all. */
const PIECES =
  'a|b|é|日|😀|-|^|$|.|*|+|?|(|)|[|]|{|}|(?:|(?i)|(?x)|(?<n>|(?-u)|\\d|\\D|\\w|\\W|\\s|\\b|\\A|\\z|\\Z|\\.|\\x41|\\x{41}|\\u0041|\\p{L}|\\P{Lu}|\\p{Greek}|\\cA|{1}|{1,2}|{,3}|{3,1}|[a-z]|[^a]|[[:alpha:]]|&&|--|#|\\|{1000}|\\b{start}|\\<|(?=|\\1|\\e'
    .split('|')
    .concat('|', ' ', '\n');

describe('checkPattern', () => {
  it.each([
    ['a{1001}', false],
    ['(?x) a b', false],
    ['[a--b]', false],
    ['\\u0041', false],
    ['\\u{41}', false],
    ['\\cA', false],
    ['a++', false],
    ['^\\p{L}{1,226}$', true],
    ['^[a-z]{3,19}$', true],
  ])('%s: accepted by the platform', (pattern, isRe2) => {
    const verdict = checkPattern(pattern);
    expect(verdict.platform).toBeUndefined();
    expect(verdict.re2 === undefined).toBe(isRe2);
  });

  it.each(['\\Q.\\E', 'x{,3}', '{', '(?=a)', '(a)\\1', '^\\p{L}{1,500}$'])(
    '%s: rejected by the platform, and not checked by other engines',
    (pattern) => {
      expect(checkPattern(pattern)).toEqual({
        platform: expect.any(String),
        re2: undefined,
        javaScript: undefined,
      });
    },
  );

  it('does not convert patterns of contests', () => {
    expect(checkContestedPattern('\\cA').platform).toBeDefined();
    expect(checkContestedPattern('^[a-z]$').platform).toBeUndefined();
  });

  describe('checkPattern and the official build', () => {
    let network: (schemas: unknown) => NetworkVerdict;
    beforeAll(async () => {
      network = await loadNetwork(11);
    });

    it('agree on patterns', { timeout: 300_000 }, () => {
      const pattern = fc.array(fc.constantFrom(...PIECES), { maxLength: 7 }).map((pieces) => pieces.join(''));
      fc.assert(
        fc.property(pattern, (text) => {
          const properties = { text: { type: 'string', maxLength: 50, position: 0, pattern: text } };
          const official = network({ note: { type: 'object', properties, additionalProperties: false } });
          const { platform } = checkPattern(text);
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

const nodeOf = (pattern: string) => {
  const { root } = readJson(JSON.stringify(pattern));
  if (root?.kind !== 'string') throw new Error('no text');
  return root;
};

describe('the verdict on a pattern', () => {
  it('is found again for another node with the same pattern, until others take its place', () => {
    const first = checkPatternNode(nodeOf('^once$'));
    expect(checkPatternNode(nodeOf('^once$'))).toBe(first);
    for (let at = 0; at < 70; at += 1) checkPatternNode(nodeOf(`^${'a'.repeat(1000)}${at}$`));
    const again = checkPatternNode(nodeOf('^once$'));
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
  });

  it('is one for properties and another for contested indices', () => {
    expect(checkPatternNode(nodeOf(String.raw`^\cA$`)).platform).toBeUndefined();
    expect(checkContestedPatternNode(nodeOf(String.raw`^\cA$`)).platform).toBeDefined();
  });
});

describe('a pattern that is longer than the largest contract', () => {
  it.each([
    ['a property', checkPattern],
    ['a contested index', checkContestedPattern],
    ['a definition without a reference', checkUncompiledPattern],
  ])('is checked by no engine: %s', (_, check) => {
    // An unclosed group, which each engine rejects.
    const largest = '('.padEnd(LIMITS.transitionBytes, 'x');
    expect(check(largest).platform).toBeDefined();
    expect(check(`${largest}x`)).toMatchObject({ platform: undefined, node: undefined });
  });

  it('makes the contract too large', () => {
    const text = {
      type: 'string',
      maxLength: 63,
      position: 0,
      pattern: 'x'.repeat(LIMITS.transitionBytes + 1),
    };
    const contract = { note: { type: 'object', properties: { text }, additionalProperties: false } };
    const { diagnostics } = validateContract(JSON.stringify(contract));
    expect(diagnostics.map(({ code }) => code)).toContain('contract-size');
  });

  it.each([
    ['a pattern', { pattern: '(' }],
    ['a pattern in a schema for elements', { type: 'array', byteArray: true, contains: { pattern: '(' } }],
  ])('is the only error of a contract with many: %s', (_, keywords) => {
    const property = (position: number) => ({ type: 'string', maxLength: 63, ...keywords, position });
    const contractOf = (count: number) => ({
      note: {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 90 }, (_name, at) => [`p${at}`, property(at)])),
        additionalProperties: false,
        description: 'x'.repeat(count),
      },
    });
    const codesOf = (count: number): string[] => {
      const { diagnostics } = validateContract(contractOf(count));
      return [...new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code))];
    };
    expect(codesOf(10)).toEqual([expect.stringMatching(/^(?:pattern|property-schema)-invalid$/)]);
    expect(codesOf(2 * LIMITS.transitionBytes)).toEqual(['contract-size']);
  });
});
