import { expect, it } from 'vitest';
import { LatencyWindow } from './latency-window.js';

it('LatencyWindow returns percentiles of the last 64 calls once there are 8', () => {
  const window = new LatencyWindow();
  for (let time = 1; time <= 7; time += 1) window.add(time);
  expect(window.percentile(95)).toBeUndefined();
  window.add(8);
  expect([window.percentile(1), window.percentile(50), window.percentile(95)]).toEqual([1, 4, 8]);
  for (let time = 0; time < 7; time += 1) window.add(1_000);
  expect(window.percentile(100)).toBe(8);
  window.add(1_000);
  expect(window.percentile(100)).toBe(1_000);
  for (let time = 0; time < 64; time += 1) window.add(100 + time);
  expect([window.percentile(1), window.percentile(50), window.percentile(100)]).toEqual([100, 131, 163]);
});
