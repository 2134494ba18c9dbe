/** Returns a decoded value, or nothing when it cannot be decoded. */
export function readable<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
