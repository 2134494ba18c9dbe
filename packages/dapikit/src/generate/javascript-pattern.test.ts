import * as fc from 'fast-check';
import { contestedPatternMatcher } from '@dapikit/contract';
import { expect, it } from 'vitest';
import { javaScriptPattern } from './javascript-pattern.js';

it.each(['^[a-zA-Z01-]{3,19}$', '^(foo|bar)$', '^[0-9]+$', 'a', '^x', '', String.raw`\.dash$`, '(?:ab)+?c'])(
  'leaves %j as it is',
  (pattern) => {
    expect(new RegExp(javaScriptPattern(pattern) ?? '\\', 'u').source).toBe(new RegExp(pattern, 'u').source);
  },
);

it.each([
  '.*',
  String.raw`\d`,
  String.raw`\w+`,
  String.raw`\p{L}`,
  '(?i)a',
  '(?s:a)',
  '[a&&b]',
  '[[:alpha:]]',
  String.raw`\bab`,
  'a**',
  '{',
  'ä',
])('does not take %j for a pattern of JavaScript', (pattern) => {
  expect(javaScriptPattern(pattern)).toBeUndefined();
});

it('gives patterns that decide as the network does', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'a',
      'b',
      '-',
      ' ',
      '[a-c]',
      '[^a]',
      '[ab-]',
      '(a|b)',
      '(?:ab)',
      String.raw`\.`,
      '^',
      '$',
      '|',
    ),
    fc.constantFrom('a{2}', 'b{1,}', '[ab]{0,2}?', 'a*', '(ab)+?', 'b?'),
  );
  const pattern = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '-', '.', ' ', '\n', '\u2028', 'ä', '\u{1F600}'), {
    maxLength: 6,
  });
  let decided = 0;
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (source, texts) => {
      const translated = javaScriptPattern(source);
      const matches = contestedPatternMatcher(source);
      if (translated === undefined || matches === undefined) return;
      for (const characters of texts) {
        const value = characters.join('');
        const official = matches(value);
        if (official === undefined) continue;
        decided += 1;
        expect([source, value, new RegExp(translated, 'u').test(value)]).toEqual([source, value, official]);
      }
    }),
    { numRuns: 2000 },
  );
  expect(decided).toBeGreaterThan(1000);
});
