const LIMIT = 2n ** 127n;

/** Least integer with a sign in 128 bits. */
export const LEAST_INTEGER = -LIMIT;

/** Greatest integer with a sign in 128 bits. */
export const GREATEST_INTEGER = LIMIT - 1n;

/** Returns whether an integer fits 128 bits with a sign, in which rules compute. */
export const fitsInteger = (value: bigint): boolean => value >= LEAST_INTEGER && value <= GREATEST_INTEGER;
