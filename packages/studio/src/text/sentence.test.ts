import { expect, it } from 'vitest';
import { capitalize, toSentence } from './sentence.js';

it.each([
  ['unknown keyword "x"', 'Unknown keyword "x"'],
  ['position is missing', 'Position is missing'],
  ['additionalProperties is missing', 'additionalProperties is missing'],
  ['maxLength cannot shrink', 'maxLength cannot shrink'],
  ['"a" is unknown', '"a" is unknown'],
  ['', ''],
])('capitalize writes %j as %j', (message, capitalized) => {
  expect(capitalize(message)).toBe(capitalized);
});

it('toSentence adds a full stop where none is', () => {
  expect([toSentence('no block'), toSentence('maxItems is missing?')]).toEqual([
    'No block.',
    'maxItems is missing?',
  ]);
});
