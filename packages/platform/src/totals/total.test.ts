import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeTotal, encodeTotal, NO_TOTAL, overflowOf } from './total.js';

const MOST_COUNT = 2n ** 64n - 1n;
const MOST_SUM = 2n ** 63n - 1n;

it('is written and read exactly', () => {
  const totals = fc.record({
    count: fc.bigInt(0n, MOST_COUNT),
    sum: fc.bigInt(-(2n ** 127n), 2n ** 127n - 1n),
  });
  fc.assert(
    fc.property(totals, (total) => {
      expect(decodeTotal(encodeTotal(total))).toEqual(total);
    }),
  );
});

it('is nothing where nothing is stored, and refuses other bytes', () => {
  expect(decodeTotal(undefined)).toEqual(NO_TOTAL);
  expect(() => decodeTotal(new Uint8Array(23))).toThrow(RangeError);
});

it.each([
  [MOST_COUNT, 0n, undefined],
  [MOST_COUNT + 1n, 0n, 'count'],
  [1n, MOST_SUM, undefined],
  [1n, MOST_SUM + 1n, 'sum'],
  [1n, -MOST_SUM - 1n, undefined],
  [1n, -MOST_SUM - 2n, 'sum'],
])('of %i and %i overflows in %s', (count, sum, part) => {
  expect(overflowOf({ count, sum })).toBe(part);
});
