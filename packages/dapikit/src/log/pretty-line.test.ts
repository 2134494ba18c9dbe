import { expect, it } from 'vitest';
import { palette } from '../report/palette.js';
import { prettyLine } from './pretty-line.js';

const plain = palette(false);
const time = new Date(2026, 0, 2, 3, 4, 5).getTime();

it('prettyLine shows time, level, message and fields', () => {
  const line = {
    level: 40,
    time,
    pid: 1,
    hostname: 'h',
    node: 'first',
    urls: ['a'],
    msg: 'node unavailable',
  };
  expect(prettyLine(JSON.stringify(line), plain)).toBe(
    '03:04:05 WARN  node unavailable node=first urls=["a"]\n',
  );
});

it('prettyLine shows the stack of an error below', () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at x' };
  expect(prettyLine(JSON.stringify({ level: 50, time, err, msg: 'failed' }), plain)).toBe(
    '03:04:05 ERROR failed\n  Error: no\n      at x\n',
  );
});

it('prettyLine escapes control characters', () => {
  expect(prettyLine(JSON.stringify({ level: 30, time, msg: '\u001b[2J' }), plain)).toBe(
    '03:04:05 INFO  \\u{1b}[2J\n',
  );
});
