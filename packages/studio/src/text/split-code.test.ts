import { expect, it } from 'vitest';
import { splitCode } from './split-code.js';

it.each([
  ['Write `a` and `b`.', ['Write ', ' and ', '.'], ['a', 'b']],
  ['`a`', ['', ''], ['a']],
  ['plain', ['plain'], []],
])('splits %j into prose and code', (text, prose, code) => {
  const parts = splitCode(text);
  expect(parts.filter(({ isCode }) => !isCode).map((part) => part.text)).toEqual(prose);
  expect(parts.filter(({ isCode }) => isCode).map((part) => part.text)).toEqual(code);
});
