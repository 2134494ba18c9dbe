import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPrintable, printable, printableJson } from './printable.js';

it.each([
  ['plain – 漢字 👩‍👧', 'plain – 漢字 👩‍👧'],
  ['\u001b[31mred\u001b]0;title\u0007', '\\u{1b}[31mred\\u{1b}]0;title\\u{7}'],
  ['\u009b31m \u202ereversed\u2066 \ufeff', '\\u{9b}31m \\u{202e}reversed\\u{2066} \\u{feff}'],
  ['half \ud83d of one\r\n', 'half \\u{d83d} of one\\u{d}\\u{a}'],
])('printable escapes %j as %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

it('printable leaves no control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(isPrintable(printable(text))).toBe(true);
      const json = printableJson({ text });
      expect(json.split('\n').every(isPrintable)).toBe(true);
      expect(JSON.parse(json)).toEqual({ text });
    }),
  );
});
