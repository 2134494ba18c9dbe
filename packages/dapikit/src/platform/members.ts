/** Describes the members of an object of JSON. */
export type Members = Readonly<Record<string, unknown>>;

/** Returns the members of a value; none where it is no object. */
export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Returns the entries of a list; none where it is no list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
