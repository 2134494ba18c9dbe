import { expect, it } from 'vitest';
import { nearest, nearestNames } from './nearest.js';

const NAMES = ['check', 'explain', 'fees', 'fmt', 'init', 'index-order', 'index-name', 'position-missing'];

it.each([
  ['chekc', ['check']],
  ['fee', ['fees']],
  ['index-ordre', ['index-order']],
  ['INDEX-NAME', ['index-name']],
  ['missing', ['position-missing']],
  ['fmt', ['fmt']],
  ['', []],
  ['serve-tea', []],
  ['x'.repeat(10_000), []],
])('%.20s may stand for %j', (found, names) => {
  expect(nearestNames(found, NAMES)).toEqual(names);
});

it('is a question where there is one', () => {
  expect(nearest('chekc', NAMES)).toBe('; did you mean check?');
  expect(nearest('tea', NAMES)).toBe('');
});
