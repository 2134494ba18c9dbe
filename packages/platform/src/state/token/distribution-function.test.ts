import type { DistributionFunction } from '@dapikit/protocol';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../base/errors/input-error.js';
import { evaluateDistribution } from './distribution-function.js';

type Of<Type extends DistributionFunction['type']> = Extract<DistributionFunction, { readonly type: Type }>;

const MAX = 2n ** 48n - 1n;

const curve = {
  a: 1n,
  d: 1n,
  m: 1n,
  n: 1n,
  o: 0n,
  startMoment: 0n,
  b: 0n,
  minValue: undefined,
  maxValue: undefined,
};
const polynomial = (members: Partial<Of<'polynomial'>>): DistributionFunction => ({
  type: 'polynomial',
  ...curve,
  ...members,
});
const exponential = (members: Partial<Of<'exponential'>>): DistributionFunction => ({
  type: 'exponential',
  ...curve,
  ...members,
});
const logarithmic = (members: Partial<Of<'logarithmic'>>): DistributionFunction => ({
  type: 'logarithmic',
  ...curve,
  ...members,
});
const inverted = (members: Partial<Of<'invertedLogarithmic'>>): DistributionFunction => ({
  type: 'invertedLogarithmic',
  ...curve,
  a: 10n,
  n: 100n,
  o: 1n,
  b: 5n,
  ...members,
});
const linear = (members: Partial<Of<'linear'>>): DistributionFunction => ({
  type: 'linear',
  a: 10n,
  d: 2n,
  startStep: 0n,
  startingAmount: 50n,
  minValue: undefined,
  maxValue: undefined,
  ...members,
});
const decreasing = (members: Partial<Of<'stepDecreasingAmount'>>): DistributionFunction => ({
  type: 'stepDecreasingAmount',
  stepCount: 10,
  decreasePerIntervalNumerator: 1,
  decreasePerIntervalDenominator: 2,
  startDecreasingOffset: 0n,
  maxIntervalCount: undefined,
  distributionStartAmount: 100n,
  trailingDistributionIntervalAmount: 0n,
  minValue: 10n,
  ...members,
});
const STEPWISE: DistributionFunction = {
  type: 'stepwise',
  steps: new Map([
    [0n, 100n],
    [10n, 50n],
    [20n, 25n],
  ]),
};
const FALLING = linear({ a: -5n, d: 1n, startingAmount: 100n, minValue: 10n });
const RAPID = exponential({ m: 4n, maxValue: 100_000_000n });

describe('the amounts of the tests of dashpay/platform', () => {
  it.each<[string, DistributionFunction, [x: bigint, amount: bigint][]]>([
    [
      'fixed',
      { type: 'fixedAmount', amount: 100n },
      [
        [0n, 100n],
        [1000n, 100n],
      ],
    ],
    [
      'stepwise',
      STEPWISE,
      [
        [0n, 100n],
        [5n, 100n],
        [10n, 50n],
        [15n, 50n],
        [20n, 25n],
        [30n, 25n],
      ],
    ],
    [
      'decreasing',
      decreasing({}),
      [
        [0n, 100n],
        [9n, 100n],
        [10n, 50n],
        [20n, 25n],
        [30n, 12n],
        [40n, 10n],
      ],
    ],
    [
      'random in one',
      { type: 'random', min: 42n, max: 42n },
      [
        [0n, 42n],
        [9n, 42n],
      ],
    ],
    [
      'linear',
      linear({}),
      [
        [0n, 50n],
        [2n, 60n],
        [4n, 70n],
        [6n, 80n],
      ],
    ],
    [
      'falling',
      FALLING,
      [
        [0n, 100n],
        [10n, 50n],
        [20n, 10n],
      ],
    ],
    [
      'polynomial',
      polynomial({ a: 2n, m: 2n, b: 10n }),
      [
        [0n, 0n],
        [2n, 18n],
        [3n, 28n],
        [4n, 42n],
      ],
    ],
    ['too large', polynomial({ a: 32_767n, m: 8n, b: 10n }), [[100_000n, MAX]]],
    [
      'exactly a bound above the max amount',
      polynomial({ b: MAX, minValue: MAX + 1n, maxValue: MAX + 2n }),
      [
        [0n, MAX + 1n],
        [1n, MAX],
        [2n, MAX],
        [3n, MAX + 2n],
      ],
    ],
    ['a root', polynomial({ m: 3n, n: 2n }), [[4n, 8n]]],
    ['negative', polynomial({ a: -1n, m: 2n }), [[3n, 0n]]],
    [
      'shifted',
      polynomial({ a: 2n, m: 2n, startMoment: 2n, b: 10n }),
      [
        [2n, 0n],
        [3n, 12n],
      ],
    ],
    ['offset', polynomial({ a: 2n, m: 2n, o: 3n, b: 10n }), [[1n, 42n]]],
    ['cubic', polynomial({ m: 3n }), [[4n, 64n]]],
    [
      'exponential',
      exponential({ a: 2n, b: 5n }),
      [
        [0n, 7n],
        [5n, 301n],
        [10n, 44_057n],
      ],
    ],
    [
      'slow',
      exponential({ d: 10n, n: 10n }),
      [
        [0n, 0n],
        [50n, 14n],
        [100n, 2202n],
      ],
    ],
    [
      'rapid',
      RAPID,
      [
        [0n, 1n],
        [2n, 2980n],
        [4n, 8_886_110n],
        [10n, 100_000_000n],
        [100_000n, 100_000_000n],
      ],
    ],
    [
      'decay',
      exponential({ a: 2n, m: -1n, b: 10n }),
      [
        [0n, 12n],
        [5n, 10n],
        [10_000n, 10n],
      ],
    ],
    [
      'decay to a min',
      exponential({ a: 2n, m: -1n, b: 10n, minValue: 11n }),
      [
        [0n, 12n],
        [100n, 11n],
      ],
    ],
    ['logarithm', logarithmic({ a: 10n, o: 1n, startMoment: 1n, b: 5n }), [[1n, 5n]]],
    [
      'at least',
      logarithmic({ a: 10n, o: 1n, startMoment: 1n, b: 5n, minValue: 7n, maxValue: 20n }),
      [[1n, 7n]],
    ],
    ['inverted, negative', inverted({ a: -10n }), [[1n, 0n]]],
    ['inverted, at least', inverted({ minValue: 7n }), [[1000n, 7n]]],
    ['inverted, at most', inverted({ a: -10n, maxValue: 20n }), [[500n, 20n]]],
    [
      'inverted, rising',
      inverted({ a: -10n, minValue: 1n, maxValue: 10n }),
      [
        [0n, 1n],
        [200n, 10n],
      ],
    ],
  ])('%s', (_name, distribution, values) => {
    expect(values.map(([x]) => evaluateDistribution(distribution, 0n, x))).toEqual(
      values.map(([, amount]) => amount),
    );
  });

  it.each<[string, DistributionFunction, x: bigint]>([
    ['a step by 0', decreasing({ decreasePerIntervalDenominator: 0 }), 10n],
    ['a random number without a range', { type: 'random', min: 50n, max: 40n }, 0n],
    ['a slope by 0', linear({ d: 0n }), 10n],
    ['an exponential by 0', exponential({ d: 0n }), 10n],
    ['an exponential without a max', exponential({ a: 2n, n: 10n, b: 5n }), 100_000n],
    ['a logarithm of 0', logarithmic({ o: -1n, startMoment: 1n }), 1n],
    ['a logarithm by 0', logarithmic({ n: 0n, o: 1n }), 10n],
    ['an inverted logarithm of 0', inverted({ o: -1n, startMoment: 1n }), 1n],
    ['an inverted logarithm by 0', inverted({ d: 0n }), 10n],
  ])('%s has none', (_name, distribution, x) => {
    expect(() => evaluateDistribution(distribution, 0n, x)).toThrow(
      expect.objectContaining({ reason: 'invalid-input' }),
    );
  });
});

/** An amount; 0 where there is none. */
function outcomeOf(distribution: DistributionFunction, x: bigint): bigint {
  try {
    return evaluateDistribution(distribution, 0n, x);
  } catch (error) {
    if (error instanceof InputError) return 0n;
    throw error;
  }
}

describe('any distribution', () => {
  const small = fc.bigInt({ min: -255n, max: 256n });
  const value = fc.bigInt({ min: 0n, max: MAX });
  const x = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });

  it('gives an amount of 64 bits, or fails without a number', () => {
    const kind = fc.constantFrom(polynomial, exponential, logarithmic, inverted);
    const members = fc.record({
      a: fc.bigInt({ min: 1n, max: 256n }),
      d: fc.bigInt({ min: 0n, max: 1000n }),
      m: fc.bigInt({ min: 1n, max: 8n }),
      n: fc.bigInt({ min: 0n, max: 32n }),
      o: fc.bigInt({ min: -MAX, max: MAX }),
      startMoment: fc.option(value, { nil: undefined }),
      b: value,
    });
    fc.assert(
      fc.property(kind, members, x, (of, given, at) => {
        const outcome = outcomeOf(of(given), at);
        expect(outcome).toBeGreaterThanOrEqual(0n);
        expect(outcome).toBeLessThan(2n ** 64n);
      }),
      { numRuns: 500 },
    );
  });

  it('stays within its bounds', () => {
    fc.assert(
      fc.property(small, value, value, value, x, (a, startingAmount, one, other, at) => {
        const [minValue, maxValue] = one < other ? [one, other] : [other, one];
        const amount = evaluateDistribution(linear({ a, d: 1n, startingAmount, minValue, maxValue }), 0n, at);
        expect(amount).toBeGreaterThanOrEqual(minValue);
        expect(amount).toBeLessThanOrEqual(maxValue);
      }),
      { numRuns: 300 },
    );
  });

  it('decreases in steps, down to what trails', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), value, fc.nat(3000), (numerator, amount, at) => {
        const distribution = decreasing({
          decreasePerIntervalNumerator: numerator,
          decreasePerIntervalDenominator: 100,
          distributionStartAmount: amount,
          minValue: undefined,
          maxIntervalCount: 200,
        });
        const [before, after] = [at, at + 10].map((one) =>
          evaluateDistribution(distribution, 0n, BigInt(one)),
        );
        expect(after).toBeLessThanOrEqual(before ?? 0n);
      }),
      { numRuns: 200 },
    );
  });
});
