// Has a process of its own: it replaces modules or globals.
import type { TextRange } from '@dapikit/contract';
import * as fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it, vi } from 'vitest';
import { codeFrame } from './code-frame.js';
import { isPrintable } from '../program/printable.js';

/** The range between two offsets. */
function range(text: string, start: number, end: number): TextRange {
  const position = (offset: number) => {
    const lines = text.slice(0, offset).split('\n');
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, offset };
  };
  return { start: position(start), end: position(end) };
}

/** The frame as it is drawn; what is marked stands between « and ». */
function draw(text: string, width = 60): readonly string[] {
  const [start, end] = [text.indexOf('«'), text.indexOf('»') - 1];
  const plain = text.replace('«', '').replace('»', '');
  const { line, indent, length } = codeFrame(plain, range(plain, start, end), width);
  return [line, `${' '.repeat(indent)}${'^'.repeat(length)}`];
}

describe('codeFrame', () => {
  it.each([
    ['a line', '{\n  «"a"»: 1\n}', ['  "a": 1', '  ^^^']],
    ['a line that ends with CRLF', '{\r\n  "a": «{\r\n}»\r\n}', ['  "a": {', '       ^']],
    ['tabs', '\t\t"a": «1»', ['        "a": 1', '             ^']],
    ['wide characters', '"漢字": «"日本"»', ['"漢字": "日本"', '        ^^^^^^']],
    ['emoji', '"👩‍👧🇩🇪e\u0301": «1»,', ['"👩‍👧🇩🇪e\u0301": 1,', '         ^']],
    [
      'control characters',
      '"\u001b[31m": «"\u202e"»',
      ['"\\u{1b}[31m": "\\u{202e}"', '              ^^^^^^^^^^'],
    ],
    ['the end of the text', '{«»', ['{', ' ^']],
    ['an empty last line', '{\n«»', ['', '^']],
    ['a byte order mark', '\ufeff«x»', ['\\u{feff}x', '        ^']],
  ])('marks %s', (_, text, lines) => {
    expect(draw(text)).toEqual(lines);
  });

  it('shortens a long line around the mark', () => {
    const filler = '"filler": 1, '.repeat(1000);
    expect(draw(`{ ${filler}«"mark"»: 2, ${filler}}`)).toEqual([
      '…r": 1, "filler": 1, "mark": 2, "filler": 1, "filler": 1, "…',
      '                     ^^^^^^',
    ]);
    expect(draw(`{ «"mark"»: 2, ${filler}}`)[0]).toMatch(/^\{ "mark": 2, .*…$/);
    expect(draw(`{ ${filler}«"mark"»}`)[0]).toMatch(/^….*"mark"\}$/);
    expect(draw(`{ ${filler}«${filler}»}`)[1]).toMatch(/^ {21}\^{38}$/);
  });

  it('reads only the shown part of a huge line', () => {
    const text = `${'漢'.repeat(4_000_000)}"mark"${'漢'.repeat(4_000_000)}`;
    const slice = vi.spyOn(String.prototype, 'slice');
    const substring = vi.spyOn(String.prototype, 'substring');
    codeFrame(
      text,
      {
        start: { line: 1, column: 4_000_001, offset: 4_000_000 },
        end: { line: 1, column: 4_000_007, offset: 4_000_006 },
      },
      100,
    );
    const lengths = [...slice.mock.results, ...substring.mock.results].map(
      ({ value }) => String(value).length,
    );
    slice.mockRestore();
    substring.mockRestore();
    expect(Math.max(...lengths)).toBeGreaterThan(1);
    expect(Math.max(...lengths)).toBeLessThan(1000);
  });

  it('respects the width, escapes control characters and always marks something', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '"', ' ', '\t', '漢', '\u001b', '👩‍👧', '\r', '\n', '\u0301'),
      minLength: 1,
      maxLength: 300,
    });
    fc.assert(
      fc.property(
        text,
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 30, max: 120 }),
        (source, from, size, width) => {
          const start = from % source.length;
          const at = range(source, start, Math.min(source.length, start + (size % 40)));
          const { line, indent, length } = codeFrame(source, at, width);
          expect(isPrintable(line)).toBe(true);
          expect(stringWidth(line)).toBeLessThanOrEqual(width);
          expect(length).toBeGreaterThan(0);
          expect(indent + length).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});
