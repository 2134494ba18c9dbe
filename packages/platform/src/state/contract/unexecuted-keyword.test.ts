import { expect, it } from 'vitest';
import { findUnexecuted } from './unexecuted-keyword.js';

const contractWith = (band: string): string =>
  `{"documentSchemas": {"listing": {"indices": [{"name": "byBand", "integerRange": ${band}}]}}}`;

it.each([
  ['{"on": "price", "range": 300, "step": 100}', undefined],
  ['{"on": "price", "range": 9007199254740991, "step": 100, "phase": 9007199254740991}', undefined],
  ['{"on": "price", "range": 9007199254740993, "step": 9007199254740993}', 'integerRange'],
  ['{"on": "price", "range": 300, "step": 100, "phase": 18446744073709551615}', 'integerRange'],
])('finds bands whose numbers are not told apart: %s', (band, found) => {
  expect(findUnexecuted(contractWith(band), 'listing')).toBe(found);
});
