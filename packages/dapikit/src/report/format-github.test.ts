import { describe, expect, it } from 'vitest';
import { HOSTILE, sampleReport } from '../../test/sample-report.js';
import { formatGithub } from './format-github.js';

const unescape = (text: string) =>
  text
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%0A', '\n')
    .replaceAll('%0D', '\r')
    .replaceAll('%25', '%');

/** As the runner reads it. */
function parse(line: string) {
  const [, name, list = '', message = ''] = /^::(\w+) (.*?)::(.*)$/.exec(line) ?? [];
  const properties = Object.fromEntries(
    list.split(',').map((property) => {
      const [key = '', value = ''] = property.split('=');
      return [key, unescape(value)];
    }),
  );
  return { name, properties, message: unescape(message) };
}

const titles = (report: string) =>
  report
    .split('\n')
    .map(parse)
    .filter(({ name }) => name === 'warning')
    .map(({ properties }) => properties['title']);

const lines = formatGithub(sampleReport()).split('\n');

describe('formatGithub', () => {
  it('writes a command for each diagnostic and a summary', () => {
    const [first] = lines;
    expect(first).toBe(
      '::error file=contracts/note.json,line=2,endLine=15,title=document-type-member-missing::additionalProperties is missing%0AAdd "additionalProperties": false.',
    );
    expect(lines.filter((line) => line.startsWith('::warning ')).map(parse)).toMatchObject([
      { properties: { title: 'integer-unsigned', line: '12', endLine: '12', col: '48', endColumn: '51' } },
    ]);
    expect(lines.at(-2)).toMatch(
      /^\d+ errors, 1 error of the specification only .+, 1 warning in 3 files; .*; 1 file could not be read\.$/,
    );
  });

  it('escapes text that could inject commands', () => {
    const commands = lines.filter((line) => line.startsWith('::')).map(parse);
    expect(commands.every(({ name }) => ['error', 'warning', 'notice'].includes(name ?? ''))).toBe(true);
    const names = new Set(commands.map(({ properties }) => properties['file']));
    expect([...names]).toEqual([
      'contracts/note.json',
      'a\\u{1b}[31m\\u{202e}%\\u{d}\n:,<&">]]>\\u{0}\\u{9b}\\u{fffe}::error::.json',
      'logo.png',
    ]);
    expect(HOSTILE).toContain('::error::');
  });

  it('writes specification errors as warnings when the network is the judge', () => {
    expect(titles(formatGithub(sampleReport({ judge: 'network' })))).toEqual([
      'position-nested-order',
      'integer-unsigned',
    ]);
  });
});
