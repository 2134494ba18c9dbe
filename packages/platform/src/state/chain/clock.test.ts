import { expect, it } from 'vitest';
import { createClock } from './clock.js';

const driven = () => {
  let read = 1000;
  return { source: () => read, pass: (milliseconds: number) => (read += milliseconds) };
};

it('the clock follows its source and waits if the source was set back', () => {
  const { source, pass } = driven();
  const clock = createClock({ source });
  pass(500);
  expect(clock.now()).toBe(1500);
  pass(-700);
  expect(clock.now()).toBe(1500);
  pass(10);
  expect(clock.now()).toBe(1500);
  pass(700);
  expect(clock.now()).toBe(1510);
});

const DAY = 86_400_000;

it.each([
  ['forward, back and forward again', [400, -400, -400, 400], 400],
  ['back first', [-400, 400, 400, -400], 400],
  ['forward again and again', [400, -400, 400, -400, 400, -400], 400],
  ['only back', [-400, 400], 0],
])('the clock does not accumulate jumps of its source: %s', (_, jumps, farthest) => {
  let read = 1000 * DAY;
  const clock = createClock({ source: () => read });
  const times = jumps.map((days) => {
    read += days * DAY;
    return clock.now();
  });
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(Math.max(...times)).toBe((1000 + farthest) * DAY);
});

it('the clock continues at once when it is advanced after its source was set back', () => {
  const { source, pass } = driven();
  const clock = createClock({ source });
  pass(500);
  clock.now();
  pass(-700);
  clock.advance(5);
  expect(clock.now()).toBe(1505);
  pass(3);
  expect(clock.now()).toBe(1508);
});

it('the clock stops when frozen and continues from there', () => {
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

it('the clock can be set forward and back', () => {
  const clock = createClock({ time: 5, frozen: true });
  clock.set(1_700_000_000_000);
  expect(clock.now()).toBe(1_700_000_000_000);
  clock.set(0);
  expect(clock.now()).toBe(0);
});

it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 8_640_000_000_000_001])(
  'the clock rejects the time %s',
  (time) => {
    const clock = createClock({ time: 5, frozen: true });
    expect(() => clock.set(time)).toThrow(RangeError);
    expect(() => clock.advance(time)).toThrow(RangeError);
    expect(() => createClock({ time })).toThrow(RangeError);
    expect(clock.now()).toBe(5);
  },
);

it('the clock stops at the maximum time, from which another clock can start', () => {
  let time = 0;
  const clock = createClock({ time: 8_640_000_000_000_000, source: () => time });
  time = 1000;
  expect(clock.now()).toBe(8_640_000_000_000_000);
  expect(createClock({ time: clock.now() }).now()).toBe(clock.now());
});
