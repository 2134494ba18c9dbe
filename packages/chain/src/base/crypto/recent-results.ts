import { LRUCache } from 'lru-cache';

/**
 * Returns a function that caches the results of the last `max` keys that were requested. For results that are expensive
 * and never change, such as whether a signature is valid.
 */
export function recentResults<T extends object | boolean | string>(
  max: number,
): (key: string, compute: () => T) => T {
  const results = new LRUCache<string, T>({ max });
  return (key, compute) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = compute();
    results.set(key, result);
    return result;
  };
}
