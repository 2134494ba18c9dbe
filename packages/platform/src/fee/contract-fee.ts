import { STORAGE_CREDITS_PER_BYTE, type FeeEstimate } from '@dapikit/contract';

/** Describes the fees of a contract, in credits. */
export interface ContractFee {
  readonly storageFee: bigint;
  readonly processingFee: bigint;
  /** What `estimateFees` says is all: it leaves the signature out, of whatever type the key is. */
  readonly excludesSignature: true;
  /** What its owner must have before the network checks it any further. */
  readonly requiredBalance: bigint;
}

/** The balance required in addition to the registration fee. Source: `packages/rs-dpp/src/fee` in dashpay/platform. */
const MIN_PROCESSING_FEE = 100_000n;

const NO_FEE = { storageFee: 0n, processingFee: 0n, excludesSignature: true } as const;

/** Defines the approximate cost of a rejected contract; the network charges by what it processed. */
export const REJECTED_CONTRACT_FEE = 445_700n;

/**
 * Returns the fee of a contract registration: the charge, the bytes, and the check of the schemas. The charge counts as storage here, so a fee increase of the signer does not apply to it. Without an estimate, returns the fee of any contract.
 */
export function contractFee(estimate: FeeEstimate | undefined): ContractFee {
  if (estimate === undefined) return { ...NO_FEE, requiredBalance: MIN_PROCESSING_FEE };
  const bytes = BigInt(estimate.components.find(({ part }) => part === 'storage')?.count ?? 0);
  const storageFee = estimate.registration.credits + bytes * STORAGE_CREDITS_PER_BYTE.storage;
  return {
    storageFee,
    processingFee: estimate.total.credits - storageFee,
    excludesSignature: true,
    requiredBalance: estimate.registration.credits + MIN_PROCESSING_FEE,
  };
}
