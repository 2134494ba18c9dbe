import { expect, it } from 'vitest';
import { ClassCache } from './class-cache.js';

it('evicts the least recently used text', () => {
  const cache = new ClassCache<{ readonly size: number }>(2);
  cache.set('a', { size: 1 });
  cache.set('b', { size: 2 });
  expect(cache.get('a')).toEqual({ size: 1 });
  cache.set('c', { size: 3 });
  expect(['a', 'b', 'c'].map((text) => cache.get(text)?.size)).toEqual([1, undefined, 3]);
});

it('replaces the value of a text, and evicts nothing for it', () => {
  const cache = new ClassCache<{ readonly size: number }>(2);
  cache.set('a', { size: 1 });
  cache.set('b', { size: 2 });
  cache.set('a', { size: 4 });
  expect(['a', 'b'].map((text) => cache.get(text)?.size)).toEqual([4, 2]);
});
