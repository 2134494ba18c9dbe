import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeAggregate, encodeAggregate, EMPTY_AGGREGATE, findOverflow } from './aggregate.js';

const MAX_COUNT = 2n ** 64n - 1n;
const MAX_SUM = 2n ** 63n - 1n;

it('an aggregate round-trips exactly', () => {
  const totals = fc.record({
    count: fc.bigInt(0n, MAX_COUNT),
    sum: fc.bigInt(-(2n ** 127n), 2n ** 127n - 1n),
  });
  fc.assert(
    fc.property(totals, (total) => {
      expect(decodeAggregate(encodeAggregate(total))).toEqual(total);
    }),
  );
});

it('decodeAggregate returns an empty aggregate for nothing and rejects other lengths', () => {
  expect(decodeAggregate(undefined)).toEqual(EMPTY_AGGREGATE);
  expect(() => decodeAggregate(new Uint8Array(23))).toThrow(RangeError);
});

it.each([
  [MAX_COUNT, 0n, undefined],
  [MAX_COUNT + 1n, 0n, 'count'],
  [1n, MAX_SUM, undefined],
  [1n, MAX_SUM + 1n, 'sum'],
  [1n, -MAX_SUM - 1n, undefined],
  [1n, -MAX_SUM - 2n, 'sum'],
])('an aggregate of %i and %i overflows in %s', (count, sum, part) => {
  expect(findOverflow({ count, sum })).toBe(part);
});
