/**
 * Returns a value as JSON: 64-bit integers are numbers where these are exact and decimal text otherwise, bytes are base64, nothing is
 * null.
 */
export function plainJson(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, plainJson(member)]),
  );
}
