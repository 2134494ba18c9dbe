import type { TokenPerpetualDistribution } from '@dapikit/protocol';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimedAmount, claimedIntervals } from './perpetual-distribution.js';

type Distribution = TokenPerpetualDistribution['distributionType'];

const FIXED = { type: 'fixedAmount', amount: 10n } as const;
const STEPWISE = {
  type: 'stepwise',
  steps: new Map([
    [0n, 3n],
    [20n, 5n],
  ]),
} as const;

const half = () => ({ numerator: 1n, denominator: 2n });

const blockAt = (moment: bigint) => ({
  height: moment,
  time: Number(moment),
  coreHeight: 1,
  epoch: Number(moment),
});

const byBlocks = (interval: bigint, of: Distribution['function'] = FIXED): Distribution => ({
  type: 'blockBasedDistribution',
  interval,
  function: of,
});
const byEpochs = (interval: number, of: Distribution['function'] = FIXED): Distribution => ({
  type: 'epochBasedDistribution',
  interval,
  function: of,
});

const spanOf = (distribution: Distribution, from: bigint, at: bigint, lastClaim?: bigint, wraps = true) =>
  claimedIntervals(distribution, { registered: blockAt(from), lastClaim, block: blockAt(at) }, wraps);

const paid = (distribution: Distribution, from: bigint, at: bigint, lastClaim?: bigint): bigint =>
  claimedAmount(distribution, spanOf(distribution, from, at, lastClaim));

describe('the intervals that a claim pays', () => {
  it.each<[Distribution, from: bigint, at: bigint, lastClaim: bigint | undefined, amount: bigint]>([
    [byBlocks(10n), 5n, 9n, undefined, 0n],
    [byBlocks(10n), 5n, 10n, undefined, 10n],
    [byBlocks(10n), 10n, 41n, undefined, 30n],
    [byBlocks(10n), 10n, 41n, 30n, 10n],
    [byBlocks(10n), 10n, 41n, 40n, 0n],
    [byBlocks(10n, STEPWISE), 0n, 250n, undefined, 19n * 3n + 6n * 5n],
    // Nobody is paid for the running epoch.
    [byEpochs(1), 3n, 4n, undefined, 0n],
    [byEpochs(1), 3n, 5n, undefined, 10n],
  ])('%o from %i to %i after %s', (distribution, from, at, lastClaim, amount) => {
    expect(paid(distribution, from, at, lastClaim)).toBe(amount);
  });

  it('pays the same, however often it is claimed', () => {
    const moments = fc.array(fc.bigInt({ min: 0n, max: 400n }), { minLength: 1, maxLength: 8 });
    const functions = fc.constantFrom<Distribution['function']>(FIXED, STEPWISE);
    fc.assert(
      fc.property(moments, fc.bigInt({ min: 4n, max: 30n }), functions, (times, interval, of) => {
        const distribution = byBlocks(interval, of);
        const sorted = times.toSorted((a, b) => (a < b ? -1 : 1));
        let [total, last]: [bigint, bigint | undefined] = [0n, undefined];
        for (const at of sorted) {
          const span = spanOf(distribution, 0n, at, last);
          const amount = claimedAmount(distribution, span);
          total += amount;
          // A claim of nothing is rejected.
          if (amount > 0n) last = span.until;
        }
        expect(total).toBe(paid(distribution, 0n, sorted.at(-1) ?? 0n));
      }),
      { numRuns: 200 },
    );
  });

  it('wraps around in 16 bits, as up to protocol 13 on the network', () => {
    // 32,767 intervals of 3 epochs are more than 16 bits have: with a start above 0, nothing is left to claim.
    // The last epoch of a claim begins no interval, and the first one is not paid: 31 of the 32 that began since.
    expect(paid(byEpochs(3), 0n, 100n)).toBe(310n);
    expect(paid(byEpochs(3), 3n, 100n)).toBe(0n);
    expect(paid(byEpochs(2), 2n, 100n)).toBe(0n);
    expect(paid(byEpochs(2, STEPWISE), 2n, 20n)).toBeGreaterThan(0n);
  });

  it('does not wrap around where that is corrected', () => {
    const span = spanOf(byEpochs(3), 3n, 100n, undefined, false);
    expect(claimedAmount(byEpochs(3), span)).toBe(300n);
    expect(claimedAmount(byEpochs(2), spanOf(byEpochs(2), 2n, 100n, undefined, false))).toBe(470n);
  });

  it('multiplies with the share of the identity', () => {
    const distribution = byEpochs(1, STEPWISE);
    const span = spanOf(distribution, 0n, 5n);
    expect(claimedAmount(distribution, span, half)).toBe(4n);
    expect(() => claimedAmount(distribution, span, () => undefined)).toThrow(/epoch/);
  });
});
