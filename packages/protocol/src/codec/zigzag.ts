/** Returns the unsigned integer that stands for a signed one: 0, -1, 1, -2 and so on become 0, 1, 2, 3. */
export const zigzag = (value: bigint): bigint => (value < 0n ? -2n * value - 1n : 2n * value);

/** Returns the signed integer that {@link zigzag} turned into an unsigned one. */
export const unzigzag = (value: bigint): bigint => (value & 1n ? -(value >> 1n) - 1n : value >> 1n);
