/** Returns a member of a JSON value, by the names on the way to it; `undefined` where there is none. */
export function memberAt(value: unknown, ...names: readonly string[]): unknown {
  let at = value;
  for (const name of names) {
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined;
  }
  return at;
}

/** Returns a text; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns a whole number from 0 to 2^53, as a number or in digits; 0 for anything else. */
export function countOf(value: unknown): number {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : 0;
}

/** Returns the bytes of hexadecimal digits; none for anything else. */
export function bytesOf(value: unknown): Uint8Array {
  const text = textOf(value);
  return /^(?:[0-9a-f]{2})*$/i.test(text) ? new Uint8Array(Buffer.from(text, 'hex')) : new Uint8Array();
}
