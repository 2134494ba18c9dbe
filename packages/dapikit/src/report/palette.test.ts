import { expect, it } from 'vitest';
import { isColoured, palette } from './palette.js';

it.each([
  ['auto', {}, true, true],
  ['auto', {}, false, false],
  ['auto', { TERM: 'dumb' }, true, false],
  ['auto', { NO_COLOR: '1' }, true, false],
  ['auto', { NO_COLOR: '' }, true, true],
  ['auto', { FORCE_COLOR: '1' }, false, true],
  ['auto', { FORCE_COLOR: '0' }, true, false],
  ['auto', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  ['always', { NO_COLOR: '1' }, false, true],
  ['never', { FORCE_COLOR: '1' }, true, false],
] as const)('isColoured with --color %s, %j and a terminal %s is %s', (choice, env, isTerminal, expected) => {
  expect(isColoured(choice, env, isTerminal)).toBe(expected);
});

it('a palette without colors returns text unchanged', () => {
  expect(palette(false).error('text')).toBe('text');
  expect(palette(true).error('text')).toBe('\u001b[1;31mtext\u001b[0m');
});
