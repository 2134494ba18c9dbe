import { expect, it, vi } from 'vitest';
import { recentResults } from './recent-results.js';

it('recentResults computes a key once until it is evicted', () => {
  const remember = recentResults<boolean>(2);
  const compute = vi.fn<(key: string) => boolean>((key) => key === 'a');
  const ask = (key: string) => remember(key, () => compute(key));
  expect(['a', 'b', 'a', 'b'].map(ask)).toEqual([true, false, true, false]);
  expect(compute).toHaveBeenCalledTimes(2);
  expect(ask('c')).toBe(false);
  expect(ask('b')).toBe(false);
  expect(compute).toHaveBeenCalledTimes(3);
  expect(ask('a')).toBe(true);
  expect(compute).toHaveBeenCalledTimes(4);
});
