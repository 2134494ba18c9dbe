import { expect, it } from 'vitest';
import { loadOnce } from './load-once.js';

it('loadOnce loads once for all callers', async () => {
  let loads = 0;
  const load = loadOnce(async () => (loads += 1));
  expect(await Promise.all([load(), load()])).toEqual([1, 1]);
  expect(await load()).toBe(1);
});

it('loadOnce loads again after a failure, once for those who wait', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error('not yet');
    return loads;
  });
  const failed = await Promise.allSettled([load(), load()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([load(), load()])).toEqual([2, 2]);
});
