import { hex } from '@scure/base';

/** Returns a value of layer 1 as JSON: bytes in hexadecimal, large integers as decimal text where a number is not exact. */
export function plainJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return hex.encode(Uint8Array.from(value));
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainJson(member)]));
}
