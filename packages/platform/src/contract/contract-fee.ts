import { STORAGE_CREDITS_PER_BYTE, type FeeEstimate } from '@dapikit/contract';

/** What a contract costs, in credits. */
export interface ContractFee {
  readonly storageFee: bigint;
  readonly processingFee: bigint;
  /** What its owner must have before the network looks at it any further. */
  readonly requiredBalance: bigint;
}

/** What must be there beside the registration charge. Source: `packages/rs-dpp/src/fee` in dashpay/platform. */
const LEAST_PROCESSING = 100_000n;

/** What about a refused contract costs; the network charges by what it looked at. */
export const REFUSED_CONTRACT_FEE = 445_700n;

/**
 * What the registration of a contract costs: the charge, its bytes, and looking through its schemas. The charge counts as
 * storage here: what the signer puts on top of processing does not count for it. Without an estimate, what is asked of any
 * contract.
 */
export function contractFee(estimate: FeeEstimate | undefined): ContractFee {
  if (estimate === undefined) return { storageFee: 0n, processingFee: 0n, requiredBalance: LEAST_PROCESSING };
  const bytes = BigInt(estimate.components.find(({ part }) => part === 'storage')?.count ?? 0);
  const storageFee = estimate.registration.credits + bytes * STORAGE_CREDITS_PER_BYTE.storage;
  return {
    storageFee,
    processingFee: estimate.total.credits - storageFee,
    requiredBalance: estimate.registration.credits + LEAST_PROCESSING,
  };
}
