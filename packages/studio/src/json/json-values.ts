/** Describes the members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** Returns whether a value is a JSON object. */
export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the members of a value; none where it is not an object. */
export const getMembers = (value: unknown): Members => (isObject(value) ? value : {});

/** Returns a member that is a string; an empty one where it is not. */
export function getText(value: unknown, name: string): string {
  const found = getMembers(value)[name];
  return typeof found === 'string' ? found : '';
}

/** Returns a member that is a number; `undefined` where it is not. */
export function getNumber(value: unknown, name: string): number | undefined {
  const found = getMembers(value)[name];
  return typeof found === 'number' ? found : undefined;
}

/** Returns a member that is an integer, or decimal text where it does not fit a number; 0 where it is neither. */
export function getInteger(value: unknown, name: string): bigint {
  const found = getMembers(value)[name];
  const isWhole = Number.isInteger(found) || (typeof found === 'string' && /^-?\d+$/.test(found));
  return isWhole ? BigInt(String(found)) : 0n;
}

/** Returns the elements of a list; none where a value is not a list. */
export function getList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
