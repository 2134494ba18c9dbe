const BYTES_PER_RATE = 1_000n;

/**
 * Returns the fee of `size` bytes at `rate` duffs per 1,000 bytes, rounded up.
 *
 * Source: CFeeRate::GetFee in `src/policy/feerate.cpp`, dashpay/dash.
 */
export function feeAtRate(rate: bigint, size: number): bigint {
  return (rate * BigInt(size) + BYTES_PER_RATE - 1n) / BYTES_PER_RATE;
}
