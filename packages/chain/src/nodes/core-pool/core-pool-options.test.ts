import { describe, expect, it } from 'vitest';
import { DEFAULT_POOL_LIMITS, readPoolLimits, type CorePoolLimits } from './core-pool-options.js';

describe('readPoolLimits', () => {
  it('fills in defaults', () => {
    expect(readPoolLimits({})).toEqual(DEFAULT_POOL_LIMITS);
    expect(readPoolLimits({ maxLag: 0, maxHedges: 0 })).toMatchObject({ maxLag: 0, maxHedges: 0 });
  });

  it.each<[Partial<CorePoolLimits> & Record<string, number>, string]>([
    [{ callTimeout: 0 }, 'callTimeout: expected a whole number from 1 to 2147483647, found 0'],
    [{ probeInterval: 1.5 }, 'probeInterval: expected a whole number from 1 to 2147483647, found 1.5'],
    [{ maxLag: -1 }, 'maxLag: expected a whole number from 0 to 2147483647, found -1'],
    [{ hedgePercentile: 101 }, 'hedgePercentile: expected a whole number from 1 to 100, found 101'],
    [{ minRetryDelay: 20_000 }, 'minRetryDelay (20000) is above maxRetryDelay (15000)'],
    [{ maxHedgeDelay: 10 }, 'minHedgeDelay (50) is above maxHedgeDelay (10)'],
    [{ callTimout: 5 }, 'no limit is called callTimout'],
    [{ attemptTimeout: NaN }, 'attemptTimeout: expected a whole number from 1 to 2147483647, found NaN'],
  ])('rejects %o: %s', (limits, message) => {
    expect(() => readPoolLimits(limits)).toThrow(new RangeError(message));
  });
});
