const LIMIT = 2n ** 127n;

/** Returns whether an integer fits 128 bits with a sign, in which rules compute. */
export const fitsInteger = (value: bigint): boolean => value >= -LIMIT && value < LIMIT;
