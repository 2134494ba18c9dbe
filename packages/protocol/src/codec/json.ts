/** Describes a value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Describes a JSON object under construction. */
export type JsonObject = Record<string, Json>;

/** Returns whether a value is a JSON object: neither null nor an array. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Sets a member that may have any name. A plain assignment to `__proto__` would set the prototype instead.
 */
export function setMember<Value>(target: Record<string, Value>, name: string, value: Value): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  else target[name] = value;
}
