/**
 * A function that gives what `compute` gave for the same key before, as long as fewer than `most` other keys came since.
 * For what is costly and never changes, such as whether a signature is right.
 */
export function recentResults<T>(most: number): (key: string, compute: () => T) => T {
  const results = new Map<string, T>();
  return (key, compute) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = compute();
    results.set(key, result);
    const [oldest] = results.keys();
    if (results.size > most && oldest !== undefined) results.delete(oldest);
    return result;
  };
}
