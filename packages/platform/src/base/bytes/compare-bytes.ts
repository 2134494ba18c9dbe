/** Compares bytes as unsigned numbers; a prefix comes before what it begins. */
export const compareBytes = (a: Uint8Array, b: Uint8Array): number => Buffer.compare(a, b);
