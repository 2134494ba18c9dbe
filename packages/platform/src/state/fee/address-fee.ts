import { allBytes, elementBytes } from './element-bytes.js';
import { processingCost, signatureCost, type Fee } from './processing-cost.js';

const ADDRESS_KEY_BYTES = 21;
const NONCE_BYTES = 4;

/** Bytes of an address in its tree: its nonce and its credits. */
const ADDRESS = elementBytes(
  'provableCountSum',
  ADDRESS_KEY_BYTES,
  { type: 'itemWithSumItem', value: new Uint8Array(NONCE_BYTES), sum: 0n, flags: undefined },
  0,
);

/**
 * Bytes of the entry of a lock that an address is funded from, and lookups: estimates. A new address that an asset lock funds costs 14,800,800
 * credits, where two of testnet cost 14,964,200 and 14,702,160.
 *
 * Source: `state_transition_min_fees/v1.rs` in `packages/rs-platform-version` of dashpay/platform.
 */
const ASSET_LOCK_BYTES = 312;
const SEEKS_PER_ADDRESS = 18;

/** Describes what a transition of addresses changes. */
export interface AddressWork {
  readonly inputs: number;
  readonly outputs: number;
  /** Number of outputs that are new. */
  readonly newOutputs: number;
  readonly usesAssetLock?: boolean;
}

/** Returns the fee of what a transition of addresses changes of them: an estimate. */
export function addressFee({ inputs, outputs, newOutputs, usesAssetLock = false }: AddressWork): Fee {
  const { storageFee, processingFee } = processingCost({
    storedBytes: newOutputs * allBytes(ADDRESS) + (usesAssetLock ? ASSET_LOCK_BYTES : 0),
    replacedBytes: (inputs + outputs - newOutputs) * ADDRESS.value,
    seeks: (inputs + outputs) * SEEKS_PER_ADDRESS + (usesAssetLock ? SEEKS_PER_ADDRESS : 0),
  });
  // One signature is in the cost of all processing; each further input has its own.
  const signatures = BigInt(Math.max(0, inputs + (usesAssetLock ? 1 : 0) - 1));
  return { storageFee, processingFee: processingFee + signatures * signatureCost('ECDSA_SECP256K1') };
}

/** Smallest balances of those who pay, in credits. Source: `state_transition_min_fees/v1.rs`, as above. */
const MIN_FEES = {
  input: 500_000n,
  output: 6_000_000n,
  identity: 2_000_000n,
  key: 6_500_000n,
} as const;

const count = (fee: bigint, times: number): bigint => fee * BigInt(times);

/** Returns the least that a transfer between addresses costs. */
export const minTransferFee = (inputs: number, outputs: number): bigint =>
  count(MIN_FEES.input, inputs) + count(MIN_FEES.output, Math.max(outputs, 1));

/** Returns the least that an identity from addresses costs. */
export const minIdentityFee = (keys: number): bigint => MIN_FEES.identity + count(MIN_FEES.key, keys);

/** Defines the least that a top-up from addresses costs. */
export const MIN_TOP_UP_FEE = 500_000n;

/** Defines the least that a transfer of an identity to addresses costs. */
export const MIN_TO_ADDRESSES_FEE = 500_000n;
