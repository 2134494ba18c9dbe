const EASIEST_DIGITS = 0xffff;
const EASIEST_SIZE = 29;

/**
 * Returns how many times harder than the easiest target of the main network the target is that a header's `bits` spell;
 * `Infinity` for a target of 0.
 *
 * Source: `ConvertBitsToDouble` in `src/validation.cpp` of dashpay/dash.
 */
export function difficulty(bits: number): number {
  return (EASIEST_DIGITS / (bits & 0xffffff)) * 256 ** (EASIEST_SIZE - (bits >>> 24));
}
