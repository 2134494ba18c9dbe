import { describe, expect, it } from 'vitest';
import type { UnavailableReason } from '../../layer1/node-unavailable-error.js';
import { Breaker } from './breaker.js';

function breakerAt(random = 0): { breaker: Breaker; clock: { now: number }; changes: string[] } {
  const clock = { now: 1_000 };
  const changes: string[] = [];
  const breaker = new Breaker({
    delays: () => ({ minRetryDelay: 100, maxRetryDelay: 1_000 }),
    now: () => clock.now,
    random: () => random,
    onChange: (from, to, reason) => changes.push(`${from} ${to} ${String(reason)}`),
  });
  return { breaker, clock, changes };
}

describe('a circuit breaker', () => {
  it.each<[UnavailableReason, number]>([
    ['unreachable', 1],
    ['starting', 1],
    ['no-credentials', 1],
    ['unauthorized', 1],
    ['timeout', 3],
    ['connection-lost', 3],
    ['bad-gateway', 3],
    ['unexpected-answer', 3],
    ['overloaded', 6],
  ])('opens on "%s" at failure number %i in a row', (reason, times) => {
    const { breaker } = breakerAt();
    for (let time = 1; time < times; time += 1) breaker.failed(reason, false);
    expect(breaker.state).toBe('closed');
    breaker.failed(reason, false);
    expect(breaker).toMatchObject({ state: 'open', reason });
  });

  it.each<UnavailableReason>(['forbidden', 'busy', 'cancelled', 'closed'])(
    'ignores "%s", except for a probe',
    (reason) => {
      const { breaker } = breakerAt();
      for (let time = 0; time < 100; time += 1) breaker.failed(reason, false);
      expect(breaker.state).toBe('closed');
      for (let time = 0; time < 3; time += 1) breaker.failed(reason, true);
      expect(breaker.state).toBe('open');
    },
  );

  it('offsets one failure by two successes', () => {
    const { breaker } = breakerAt();
    for (let time = 0; time < 50; time += 1) {
      breaker.failed('timeout', false);
      breaker.succeeded();
      breaker.succeeded();
    }
    expect(breaker.state).toBe('closed');
    for (let time = 0; time < 4; time += 1) {
      breaker.failed('timeout', false);
      breaker.succeeded();
    }
    breaker.failed('timeout', false);
    expect(breaker.state).toBe('open');
  });

  it('doubles its delay after each failed attempt up to a limit, and resets it after a success', () => {
    const { breaker, clock, changes } = breakerAt();
    const waits = [];
    breaker.failed('unreachable', false);
    for (let time = 0; time < 6; time += 1) {
      waits.push(breaker.wait);
      clock.now += breaker.wait;
      breaker.beginTry();
      expect(breaker.state).toBe('half-open');
      breaker.failed('timeout', true);
    }
    expect(waits).toEqual([100, 200, 400, 800, 1_000, 1_000]);
    breaker.beginTry();
    breaker.succeeded();
    expect(breaker).toMatchObject({ state: 'closed', reason: undefined, wait: 0 });
    breaker.failed('unreachable', false);
    expect(breaker.wait).toBe(100);
    expect(changes.slice(-3)).toEqual([
      'open half-open timeout',
      'half-open closed undefined',
      'closed open unreachable',
    ]);
  });

  it('subtracts up to half of the delay as jitter', () => {
    const { breaker } = breakerAt(0.999_999);
    breaker.failed('unreachable', false);
    expect(breaker.wait).toBeCloseTo(50, 2);
  });

  it('does not back off from a node that is starting', () => {
    const { breaker } = breakerAt();
    for (let time = 0; time < 10; time += 1) {
      breaker.beginTry();
      breaker.failed('starting', true);
      expect(breaker.wait).toBe(100);
    }
  });

  it('allows an early attempt after a minimum delay', () => {
    const { breaker, clock } = breakerAt();
    expect(breaker.mayBeTriedEarly).toBe(false);
    for (let time = 0; time < 5; time += 1) {
      breaker.beginTry();
      breaker.failed('unreachable', true);
    }
    expect(breaker.mayBeTriedEarly).toBe(false);
    clock.now += 100;
    expect(breaker.mayBeTriedEarly).toBe(true);
    expect(breaker.wait).toBeGreaterThan(0);
  });

  it('stays open after the response to an earlier call', () => {
    const { breaker } = breakerAt();
    breaker.failed('unreachable', false);
    breaker.succeeded();
    expect(breaker.state).toBe('open');
  });
});
