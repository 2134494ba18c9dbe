import { expect, it } from 'vitest';
import { nearestNames } from './nearest-names.js';

const NAMES = ['check', 'explain', 'fees', 'fmt', 'init', 'index-order', 'index-name', 'maxLength'];

it.each([
  ['chekc', ['check']],
  ['fee', ['fees']],
  ['index-ordre', ['index-order']],
  ['INDEX-NAME', ['index-name']],
  ['maxlength', ['maxLength']],
  ['max_length', ['maxLength']],
  ['order', ['index-order']],
  ['fmt', ['fmt']],
  ['', []],
  ['serve-tea', []],
  ['x'.repeat(1_000_000), []],
])('suggests for %.20s the names %j', (found, names) => {
  expect(nearestNames(found, NAMES)).toEqual(names);
});
