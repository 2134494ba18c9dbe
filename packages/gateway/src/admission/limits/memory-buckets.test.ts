import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryBuckets } from './memory-buckets.js';
import { checkRateLimit, fillTime, judge, unitTime, type RateLimit } from './rate-limit.js';

const SECOND = 1_000_000;

/** Buckets, and a clock that stands until it is moved. */
function bucketsOf(limits: readonly RateLimit[], maxClients?: number) {
  let time = 0;
  const clock = { pass: (microseconds: number) => void (time += microseconds), now: () => time };
  const options = { limits, now: clock.now, ...(maxClients === undefined ? {} : { maxClients }) };
  return { clock, buckets: new MemoryBuckets(options) };
}

const anyLimit = fc.record({
  perMinute: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 60_000_000 })),
  burst: fc.integer({ min: 1, max: 1000 }),
});

describe('a token bucket', () => {
  const limit = { perMinute: 60, burst: 3 };

  it('allows the burst, then one unit per second', () => {
    const { clock, buckets } = bucketsOf([limit]);
    const asked = () => buckets.take('a', 1, limit).isAllowed;
    expect([asked(), asked(), asked(), asked()]).toEqual([true, true, true, false]);
    clock.pass(SECOND - 1);
    expect(asked()).toBe(false);
    clock.pass(1);
    expect([asked(), asked()]).toEqual([true, false]);
  });

  it('reports the remaining units and when there are more', () => {
    const { clock, buckets } = bucketsOf([limit]);
    expect(buckets.take('a', 2, limit)).toEqual({
      isAllowed: true,
      remaining: 1,
      fullIn: 2 * SECOND,
      allowedIn: 0,
    });
    expect(buckets.take('a', 2, limit)).toEqual({
      isAllowed: false,
      remaining: 1,
      fullIn: 2 * SECOND,
      allowedIn: SECOND,
    });
    clock.pass(SECOND);
    expect(buckets.take('a', 2, limit).isAllowed).toBe(true);
  });

  it('never allows a cost above the burst', () => {
    const { buckets } = bucketsOf([limit]);
    expect(buckets.take('a', 4, limit)).toMatchObject({
      isAllowed: false,
      allowedIn: Infinity,
      remaining: 3,
    });
  });

  it('is separate for each client', () => {
    const { buckets } = bucketsOf([limit]);
    expect(buckets.take('a', 3, limit).isAllowed).toBe(true);
    expect(buckets.take('b', 3, limit).isAllowed).toBe(true);
  });

  it('is not charged by peek', () => {
    const { buckets } = bucketsOf([limit]);
    for (let turn = 0; turn < 10; turn += 1) expect(buckets.peek('a', 3, limit).isAllowed).toBe(true);
  });
});

describe('token buckets under arbitrary requests', () => {
  const anyRequests = fc.array(
    fc.record({
      cost: fc.integer({ min: 1, max: 50 }),
      pause: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5 * SECOND })),
    }),
    { maxLength: 200 },
  );

  it('never grant more than the burst plus the rate times the elapsed time', () => {
    fc.assert(
      fc.property(anyLimit, anyRequests, (limit, requests) => {
        const { clock, buckets } = bucketsOf([limit]);
        const granted: { at: number; cost: number }[] = [];
        for (const { cost, pause } of requests) {
          clock.pass(pause);
          if (buckets.take('a', cost, limit).isAllowed) granted.push({ at: clock.now(), cost });
        }
        for (const [first, { at: from }] of granted.entries()) {
          let sum = 0;
          for (const { at, cost } of granted.slice(first)) {
            sum += cost;
            expect(sum).toBeLessThanOrEqual(limit.burst + ((at - from) * limit.perMinute) / (60 * SECOND));
          }
        }
      }),
    );
  });

  it('allow a request after the reported delay, whatever else was rejected', () => {
    fc.assert(
      fc.property(anyLimit, anyRequests, (limit, requests) => {
        const { clock, buckets } = bucketsOf([limit]);
        for (const { cost, pause } of requests) {
          clock.pass(pause);
          const verdict = buckets.take('a', cost, limit);
          if (verdict.isAllowed || cost > limit.burst) continue;
          expect(verdict.allowedIn).toBeLessThanOrEqual(cost * unitTime(limit));
          for (let turn = 0; turn < 3; turn += 1)
            expect(buckets.take('a', limit.burst + 1, limit).isAllowed).toBe(false);
          clock.pass(verdict.allowedIn - 1);
          expect(buckets.take('a', cost, limit).isAllowed).toBe(false);
          clock.pass(1);
          expect(buckets.take('a', cost, limit).isAllowed).toBe(true);
        }
      }),
    );
  });

  it('give the same results when idle clients are evicted', () => {
    const limits = [
      { perMinute: 60, burst: 5 },
      { perMinute: 6, burst: 20 },
    ] as const;
    const anyAsking = fc.array(
      fc.record({
        client: fc.constantFrom('a', 'b', 'c', 'd'),
        cost: fc.integer({ min: 1, max: 8 }),
        pause: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300 * SECOND })),
      }),
      { maxLength: 100 },
    );
    fc.assert(
      fc.property(anyAsking, (asking) => {
        const { clock, buckets } = bucketsOf(limits);
        const fullAt = new Map<string, number>();
        for (const { client, cost, pause } of asking) {
          clock.pass(pause);
          const limit = client < 'c' ? limits[0] : limits[1];
          const expected = judge(Math.max(0, (fullAt.get(client) ?? 0) - clock.now()), cost, limit);
          if (expected.isAllowed) fullAt.set(client, clock.now() + expected.fullIn);
          expect(buckets.take(client, cost, limit)).toEqual(expected);
        }
      }),
    );
  });
});

describe('token buckets of a million clients', () => {
  it('use bounded memory and keep the most recent clients', () => {
    const limit = { perMinute: 1, burst: 1 };
    const { buckets } = bucketsOf([limit], 10_000);
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 1_000_000; index += 1) buckets.take(`client ${index}`, 1, limit);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
    for (let index = 990_001; index < 1_000_000; index += 1)
      expect(buckets.take(`client ${index}`, 1, limit).isAllowed).toBe(false);
    expect(buckets.take('client 0', 1, limit).isAllowed).toBe(true);
  });
});

describe('a rate limit', () => {
  it.each([
    [{ perMinute: 0, burst: 1 }, 'perMinute: expected a whole number from 1 to 60000000, found 0'],
    [{ perMinute: 1.5, burst: 1 }, 'perMinute: expected a whole number from 1 to 60000000, found 1.5'],
    [{ perMinute: 1, burst: Number.NaN }, 'burst: expected a whole number from 20 to 1000000, found NaN'],
    [{ perMinute: 1, burst: 19 }, 'burst: expected a whole number from 20 to 1000000, found 19'],
  ])('of %j is rejected: %s', (limit, message) => {
    expect(() => checkRateLimit(limit, 20)).toThrow(new RangeError(message));
  });

  it('is exact when the time per unit is not a whole number of microseconds', () => {
    const limit = { perMinute: 7, burst: 3 };
    expect(unitTime(limit)).toBe(8_571_429);
    expect(fillTime(limit)).toBe(25_714_287);
    const { buckets } = bucketsOf([limit]);
    expect([1, 1, 1, 1].map((cost) => buckets.take('a', cost, limit).isAllowed)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
