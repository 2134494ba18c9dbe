import { expect, it } from 'vitest';
import { readJson } from '../source/read-json.js';
import { readAsChoice } from './single-reading.js';

const MEANINGS = ['nobody may delete it', 'its owner may delete it'];

const choiceOf = (word: string) => {
  const { root } = readJson(JSON.stringify(word));
  if (root === undefined) throw new Error('expected a value');
  return readAsChoice(root, MEANINGS);
};

it('reads a word that one meaning has as its number, and words of several meanings or parts of words as none', () => {
  expect(choiceOf('owner')).toMatchObject({ patch: [{ value: 1 }] });
  expect(choiceOf('may-delete')).toEqual({});
  expect(choiceOf('own')).toEqual({});
});

it('reads a very long word as none', () => {
  expect(choiceOf('x'.repeat(100_000))).toEqual({});
});
