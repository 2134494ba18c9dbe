import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { sampleReport } from '../../test/sample-report.js';
import { formatJunit } from './format-junit.js';
import type { Report } from './report.js';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Every element in order. A parser that checks well-formedness throws for anything else. */
function read(xml: string): Element[] {
  const elements: Element[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => elements.push({ name, attributes }));
  parser.write(xml).close();
  return elements;
}

const elementsOf = (changes: Partial<Report>, name: string) =>
  read(formatJunit(sampleReport(changes))).filter((element) => element.name === name);

const failures = (changes: Partial<Report>) =>
  elementsOf(changes, 'failure').map(({ attributes }) => attributes['type']);

describe('formatJunit', () => {
  it.each([{}, { judge: 'network' }, { quiet: true }, { files: [] }] as const)(
    'writes well-formed XML with correct counts for %j',
    (changes) => {
      const [total] = elementsOf(changes, 'testsuites');
      expect(Number(total?.attributes['tests'])).toBe(elementsOf(changes, 'testcase').length);
      expect(Number(total?.attributes['failures'])).toBe(elementsOf(changes, 'failure').length);
      expect(elementsOf(changes, 'error')).toHaveLength(1);
    },
  );

  it('writes a suite per file and a case for a valid file', () => {
    expect(elementsOf({}, 'testsuite').map(({ attributes }) => attributes['name'])).toEqual([
      'contracts/note.json',
      'valid.json',
      'a\\u{1b}[31m\\u{202e}%\\u{d}\n:,<&">]]>\\u{0}\\u{9b}\\u{fffe}::error::.json',
      'logo.png',
    ]);
    expect(elementsOf({}, 'testcase').map(({ attributes }) => attributes['name'])).toContain('no errors');
  });

  it('writes warnings and errors that do not fail to the output', () => {
    expect(failures({})).toContain('position-nested-order');
    expect(failures({ judge: 'network' })).not.toContain('position-nested-order');
    expect(formatJunit(sampleReport())).toMatch(/<system-out>warning\[integer-unsigned\] 12: /);
  });
});
