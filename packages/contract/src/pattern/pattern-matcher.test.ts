import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadDocumentNetwork, type DocumentJudge } from '../../test/document-network.js';
import { comparisons } from '../../test/network.js';
import { patternMatcher } from './pattern-matcher.js';
import { checkPattern } from './pattern-verdict.js';

/** Pieces of patterns: the platform knows each of them, and RE2 not all. */
const PIECES = [
  'a b A k K 0 9 - _ . ^ $ | * + ? ( ) [ ] é 日 😀 (?: (?i) (?i: (?x) (?s) (?m) (?-u) (?U) (?<n> \\d \\D \\w \\W \\s \\S \\b \\B',
  '\\A \\z \\. \\n \\- \\cA \\x41 \\x{e9} \\u0041 \\u{1F600} \\p{L} \\P{Lu} \\p{greek} \\pN \\p{Script=Latin} {1} {2,} {1,2} {0}',
  '{1,1001} [a-z] [^a] [\\w-] [[:alpha:]] [[:^digit:]] [a-z&&[^b]] [a-z--b] [ab~~bc] [^\\d\\s] [\\p{L}--[a-z]] []a] [^]] (a|b)',
  '(?i)[k-m] ^a+$',
]
  .join(' ')
  .split(' ')
  .concat(' ');
const TEXTS = [
  '',
  'a',
  'b',
  'ab',
  'A',
  'k',
  'K',
  '\u212a',
  'é',
  '日',
  '😀',
  '0',
  '9',
  '-',
  '_',
  ' ',
  '.',
  ']',
  'abab',
].concat(['a\nb', '\r\n', 'Ab 9', 'é b', 'ſ', 'α', 'Ω', '\u00a0', '\u2003', '\u0001', '٣']);

describe('patternMatcher and the official build', () => {
  let network: Awaited<ReturnType<typeof loadDocumentNetwork>>;
  beforeAll(async () => {
    network = await loadDocumentNetwork();
  });

  it('match the same texts', { timeout: 300_000 }, () => {
    const pattern = fc
      .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 })
      .map((pieces) => pieces.join(''));
    let judged = 0;
    let unchecked = 0;
    fc.assert(
      fc.property(
        pattern,
        fc.uniqueArray(fc.constantFrom(...TEXTS), { minLength: 1, maxLength: 4 }),
        (source, texts) => {
          const matches = checkPattern(source).platform === undefined ? patternMatcher(source) : undefined;
          if (matches === undefined) return;
          const judge: DocumentJudge = network({
            note: {
              type: 'object',
              properties: { text: { type: 'string', maxLength: 50, position: 0, pattern: source } },
              additionalProperties: false,
            },
          });
          const found = texts.map((text) => [text, matches(text)] as const);
          const decided = found.filter(([, isMatch]) => isMatch !== undefined);
          judged += found.length;
          unchecked += found.length - decided.length;
          const official = decided.map(([text]) => [text, judge('note', { text })?.length === 0] as const);
          expect({ source, decided }).toEqual({ source, decided: official });
        },
      ),
      comparisons(400),
    );
    // What RE2 cannot match, such as lines that end in a carriage return.
    expect(unchecked / judged).toBeLessThan(0.1);
    expect(judged).toBeGreaterThan(100);
  });
});

describe('a class by its name and the official build', () => {
  it.each([
    ['\\p{IsGreek}', ['α', 'a']],
    ['\\p{is_latin}', ['a', 'α']],
    ['\\p{old italic}', ['\u{10300}', 'a']],
    ['\\p{sc=Grek}', ['α', 'a']],
    ['\\p{gc:Lu}', ['A', 'a']],
    ['\\p{gc!=Lu}', ['A', 'a']],
    ['\\P{Script!=Latin}', ['a', 'α']],
    ['[--]', ['-', ']']],
    ['[--a]', ['-', 'a', 'b']],
    ['[]-a]', [']', '^', 'a', 'b']],
  ])('match the same texts: %s', async (pattern, texts) => {
    const network = await loadDocumentNetwork();
    const text = { type: 'string', maxLength: 50, position: 0, pattern };
    const judge = network({
      note: { type: 'object', properties: { text }, additionalProperties: false },
    });
    const ours = texts.map((text) => patternMatcher(pattern)?.(text));
    expect(ours).toEqual(texts.map((text) => judge('note', { text })?.length === 0));
    expect(ours).toContain(true);
  });
});

describe('a word boundary beside letters outside ASCII and the official build', () => {
  const WORDS = [
    'é',
    'é b',
    'bé',
    'a é',
    '日本',
    '日-本',
    'x٣',
    ' é ',
    '_é',
    'é\n日',
    '-',
    'éé',
    'aéa',
    '\u200dé',
  ];
  it.each([
    '\\bé',
    'é\\b',
    '\\Bé',
    '^\\b.+\\b$',
    '\\b[^a]\\b',
    '(?m)^\\b日$',
    '(?i)\\bÉ\\b',
    '(\\bé)+',
    '\\B',
    '^(?:\\b|_)é',
    'a\\b|\\b_',
    '\\b(?:.\\B){1,3}',
  ])('match the same texts: %s', async (pattern) => {
    const network = await loadDocumentNetwork();
    const text = { type: 'string', maxLength: 50, position: 0, pattern };
    const judge = network({
      note: { type: 'object', properties: { text }, additionalProperties: false },
    });
    const matches = patternMatcher(pattern);
    expect(WORDS.map((text) => [text, matches?.(text)])).toEqual(
      WORDS.map((text) => [text, judge('note', { text })?.length === 0]),
    );
  });
});

describe('patterns without equivalent in RE2', () => {
  it.each([
    ['\\bé(?-u:\\b)', 'é', undefined],
    ['\\be', 'e', true],
    ['\\b{start-half}a', 'a', undefined],
    ['(?mR)^a$', 'a\r\n', undefined],
    ['a{1500}', 'a'.repeat(1500), true],
    ['^(a{40}){40}$', 'a'.repeat(1600), true],
    ['^(a{40}){40}$', 'a'.repeat(1599), false],
  ])('%s', (pattern, text, expected) => {
    expect(patternMatcher(pattern)?.(text)).toBe(expected);
  });

  it('creates no matcher for a pattern that the platform rejects', () => {
    expect(patternMatcher('(?=a)')).toBeUndefined();
  });
});
