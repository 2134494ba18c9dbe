/** Compares bytes as unsigned numbers; a prefix comes before what it begins. */
export const compareBytes = (a: Uint8Array, b: Uint8Array): number => Buffer.compare(a, b);

/** Returns whether bytes are the same, or both are absent. */
export const isSameBytes = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && compareBytes(a, b) === 0);
