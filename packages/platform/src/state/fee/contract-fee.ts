import type { FeeEstimate } from '@dapikit/contract';

/** Describes what a contract costs beside the trees, in credits. */
export interface ContractFee {
  /** The registration charge: a fee increase of the signer does not apply to it. */
  readonly storageFee: bigint;
  /** Fee of the check of its schemas. */
  readonly processingFee: bigint;
  /** Balance that its owner must have before the network checks it any further. */
  readonly requiredBalance: bigint;
}

/** The balance required in addition to the registration fee. Source: `packages/rs-dpp/src/fee` in dashpay/platform. */
const MIN_PROCESSING_FEE = 100_000n;

/** Defines the cost of deleting a contract, for which the network has no transition. */
export const CONTRACT_DELETION_FEE = 445_700n;

/** Returns what the registration of a contract costs beside its bytes. Without an estimate, returns the fee of any contract. */
export function contractFee(estimate: FeeEstimate | undefined): ContractFee {
  const registration = estimate?.registration.credits ?? 0n;
  return {
    storageFee: registration,
    processingFee: estimate?.components.find(({ part }) => part === 'validation')?.credits ?? 0n,
    requiredBalance: registration + MIN_PROCESSING_FEE,
  };
}
