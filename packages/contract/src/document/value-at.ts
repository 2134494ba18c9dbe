import { getMembers, isEqual, type Data } from './data.js';

/** Returns the value at a dotted path; undefined where it is absent or null. */
export function valueAt(data: ReadonlyMap<string, Data> | undefined, path: string): Data | undefined {
  let value: Data | undefined = data;
  for (const key of path.split('.')) value = value === undefined ? undefined : getMembers(value)?.get(key);
  return value ?? undefined;
}

/**
 * Returns whether two values of a property are the same for the platform: the order of members does not count, nor does the
 * spelling of a number; null and an object without members are absent.
 */
export function isSameValue(a: Data | undefined, b: Data | undefined): boolean {
  const left = withoutAbsent(a);
  const right = withoutAbsent(b);
  return left === undefined || right === undefined ? left === right : isEqual(left, right);
}

/** Returns a value with sorted members, and without absent ones. */
function withoutAbsent(value: Data | undefined): Data | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.map((item) => withoutAbsent(item) ?? null);
  const members = getMembers(value);
  if (members === undefined) return value;
  const kept: [string, Data][] = [];
  for (const [name, inner] of members) {
    const known = withoutAbsent(inner);
    if (known !== undefined) kept.push([name, known]);
  }
  return kept.length === 0 ? undefined : new Map(kept.toSorted(([x], [y]) => (x < y ? -1 : 1)));
}
