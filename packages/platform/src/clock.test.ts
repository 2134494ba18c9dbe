import { expect, it } from 'vitest';
import { createClock } from './clock.js';

const driven = () => {
  let read = 1000;
  return { source: () => read, pass: (milliseconds: number) => (read += milliseconds) };
};

it('runs with its source and never back', () => {
  const { source, pass } = driven();
  const clock = createClock({ source });
  pass(500);
  expect(clock.now()).toBe(1500);
  pass(-700);
  expect(clock.now()).toBe(1500);
  pass(10);
  expect(clock.now()).toBe(1510);
});

it('stands still when it is frozen, and goes on from there', () => {
  const { source, pass } = driven();
  const clock = createClock({ time: 5, frozen: true, source });
  pass(100);
  expect([clock.now(), clock.isFrozen()]).toEqual([5, true]);
  clock.advance(7);
  expect(clock.now()).toBe(12);
  clock.run();
  pass(3);
  expect(clock.now()).toBe(15);
  clock.freeze();
  pass(3);
  expect(clock.now()).toBe(15);
});

it('is set, forward and back', () => {
  const clock = createClock({ time: 5, frozen: true });
  clock.set(1_700_000_000_000);
  expect(clock.now()).toBe(1_700_000_000_000);
  clock.set(0);
  expect(clock.now()).toBe(0);
});

it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 8_640_000_000_000_001])(
  'refuses %s',
  (time) => {
    const clock = createClock({ time: 5, frozen: true });
    expect(() => clock.set(time)).toThrow(RangeError);
    expect(() => clock.advance(time)).toThrow(RangeError);
    expect(() => createClock({ time })).toThrow(RangeError);
    expect(clock.now()).toBe(5);
  },
);

it('stops at the latest time, from which another one can go on', () => {
  let time = 0;
  const clock = createClock({ time: 8_640_000_000_000_000, source: () => time });
  time = 1000;
  expect(clock.now()).toBe(8_640_000_000_000_000);
  expect(createClock({ time: clock.now() }).now()).toBe(clock.now());
});
