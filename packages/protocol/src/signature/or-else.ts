/** Returns a fallback where a library throws for bytes that are no signature or key. */
export function orElse<Value>(fallback: Value, compute: () => Value): Value {
  try {
    return compute();
  } catch {
    return fallback;
  }
}
