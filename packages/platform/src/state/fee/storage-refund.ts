import { STORAGE_CREDITS_PER_BYTE } from '@dapikit/contract';

/** Counts bytes by the epoch in which they were stored. */
export type BytesByEpoch = ReadonlyMap<number, number>;

/** Source: `DEFAULT_EPOCHS_PER_ERA` in `packages/rs-dpp/src/fee/epoch/mod.rs` of dashpay/platform. */
const EPOCHS_PER_ERA = 40;

/**
 * Shares of the nodes in each era out of 100,000 credits of storage; nothing is left for later ones.
 *
 * Source: `FEE_DISTRIBUTION_TABLE` in `packages/rs-dpp/src/fee/epoch/distribution.rs` of dashpay/platform.
 */
const ERA_SHARES: readonly bigint[] = [
  5000n,
  4800n,
  4600n,
  4400n,
  4200n,
  4000n,
  3850n,
  3700n,
  3550n,
  3400n,
  3250n,
  3100n,
  2950n,
  2850n,
  2750n,
  2650n,
  2550n,
  2450n,
  2350n,
  2250n,
  2150n,
  2050n,
  1950n,
  1875n,
  1800n,
  1725n,
  1650n,
  1575n,
  1500n,
  1425n,
  1350n,
  1275n,
  1200n,
  1125n,
  1050n,
  975n,
  900n,
  825n,
  750n,
  675n,
  600n,
  525n,
  475n,
  425n,
  375n,
  325n,
  275n,
  225n,
  175n,
  125n,
];
const WHOLE = 100_000n;

/** Fewer bytes of an epoch are not paid back. Source: `MIN_REFUND_LIMIT_BYTES` in `refunds.rs` of the same folder. */
const MIN_BYTES = 32;

/**
 * Returns the refund for freed storage in credits: the shares of the future epochs. They are whole credits; the remainder is not refunded.
 *
 * Source: `calculate_storage_fee_refund_amount_and_leftovers` in `packages/rs-dpp/src/fee/epoch/distribution.rs` of
 * dashpay/platform.
 * @param now the epoch of the block, whose share is not given back.
 */
export function storageRefund(freed: BytesByEpoch, now: number): bigint {
  let refund = 0n;
  for (const [since, bytes] of freed) {
    if (bytes < MIN_BYTES) continue;
    const credits = BigInt(bytes) * STORAGE_CREDITS_PER_BYTE.storage;
    for (const [era, share] of ERA_SHARES.entries()) {
      const end = since + (era + 1) * EPOCHS_PER_ERA;
      const epochsLeft = Math.min(Math.max(end - (now + 1), 0), EPOCHS_PER_ERA);
      refund += ((credits * share) / (WHOLE * BigInt(EPOCHS_PER_ERA))) * BigInt(epochsLeft);
    }
  }
  return refund;
}
