/** Returns a value of a result as text: a string as it is, others as JSON, `none` where it is absent. */
export const word = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none');

/** Returns the same; no text where the value is absent or null. */
export const wordIfAny = (value: unknown): string =>
  value === undefined || value === null ? '' : word(value);
