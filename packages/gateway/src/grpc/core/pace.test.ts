import { expect, it } from 'vitest';
import { Pace } from './pace.js';

it('Pace yields to timers during long work', async () => {
  const pace = new Pace();
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  const end = performance.now() + 50;
  while (performance.now() < end) await pace.add(100);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});
