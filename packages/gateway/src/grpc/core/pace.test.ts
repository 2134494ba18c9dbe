import { expect, it } from 'vitest';
import { WorkTurns } from '../method/work-turns.js';
import { Pace } from './pace.js';

it('Pace yields to timers during long work', async () => {
  const pace = new Pace(new WorkTurns());
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  const end = performance.now() + 50;
  while (performance.now() < end) await pace.add(100);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});

it('of many that work at a pace, one works in each turn of the event loop', async () => {
  const turns = new WorkTurns();
  const done: number[] = [];
  let units = 0;
  async function work(): Promise<void> {
    const pace = new Pace(turns);
    for (let part = 0; part < 50; part += 1) {
      units += 100;
      await pace.add(100);
    }
  }
  const working = Promise.all(Array.from({ length: 40 }, work));
  // Each of them works in ten turns.
  for (let turn = 0; turn < 40 * 10; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    done.push(units);
    units = 0;
  }
  await working;
  // In the first turn, all of them begin.
  expect(done[0]).toBe(40 * 500);
  expect(Math.max(...done.slice(1))).toBe(500);
  expect(done.reduce((sum, one) => sum + one)).toBe(40 * 50 * 100);
});
