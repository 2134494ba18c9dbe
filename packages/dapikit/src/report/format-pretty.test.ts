import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sampleReport } from '../../test/sample-report.js';
import { formatPretty } from './format-pretty.js';
import { isPrintable } from '../program/printable.js';

const PLAIN = { isColoured: false, columns: undefined };
const text = await formatPretty(sampleReport(), PLAIN);

describe('formatPretty', () => {
  it('shows each diagnostic with its line, fix and documentation', () => {
    expect(text).toContain(
      `error[index-order]: sort order is "desc": it must be "asc"
  --> contracts/note.json:14:62 at /note/indices/0/properties/0/text
   |
14 |     "indices": [{ "name": "byText", "properties": [{ "text": "desc" }] }]
   |                                                              ^^^^^^
   = help: Write "asc".
   = docs: dapikit explain index-order

`,
    );
  });

  it('marks only the name of a range of several lines', async () => {
    expect(text).toContain(`2 |   "note": {
  |   ^^^^^^^^^ … to line 15
`);
  });

  it('marks errors that the network accepts', async () => {
    expect(text).toMatch(
      /^error \(specification only\)\[position-nested-order\].*; the network accepts it$/m,
    );
    expect(await formatPretty(sampleReport({ judge: 'network' }), PLAIN)).toContain(
      'warning[position-nested-order]',
    );
  });

  it('ends with unreadable files and a summary', () => {
    expect(text.split('\n').slice(-5)).toEqual([
      'error: logo.png: expected text in UTF-8, found other bytes',
      '',
      '6 errors, 1 error of the specification only (no failure with --network), 1 warning in 3 files; the network at protocol 13 would accept 1 of them; 1 file could not be read.',
      'More about a rule: dapikit explain document-type-member-missing',
      '',
    ]);
  });

  it('hides warnings with --quiet but counts them', async () => {
    const quiet = await formatPretty(sampleReport({ quiet: true }), PLAIN);
    expect(quiet).not.toContain('integer-unsigned');
    expect(quiet).toContain(
      '6 errors, 1 error of the specification only (no failure with --network), 1 warning',
    );
  });

  it('shows the same in colors and escapes control characters', async () => {
    const coloured = await formatPretty(sampleReport(), { isColoured: true, columns: undefined });
    expect(coloured).not.toBe(text);
    expect(stripVTControlCharacters(coloured)).toBe(text);
    expect(text.split('\n').every((line) => isPrintable(line))).toBe(true);
  });

  it('fits a narrow terminal', async () => {
    const narrow = await formatPretty(sampleReport(), { isColoured: false, columns: 50 });
    const frames = narrow.split('\n').filter((line) => /^\d+ \||^ +\|/.test(line));
    expect(Math.max(...frames.map((line) => line.length))).toBeLessThanOrEqual(50);
  });
});
