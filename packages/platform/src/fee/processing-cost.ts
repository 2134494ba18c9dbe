import { STORAGE_CREDITS_PER_BYTE } from '@dapikit/contract';
import type { KeyType } from '../identity/public-key.js';

/** Describes the resources that a transition takes, as far as they cost something. */
export interface ProcessingWork {
  /** Bytes that stay in the state. */
  readonly storedBytes?: number;
  /** Bytes that take the place of as many others. */
  readonly replacedBytes?: number;
  /** Places in the trees of the state that are looked up. */
  readonly seeks: number;
}

const SEEK = 2000n;

/**
 * What it costs to check a signature, by the type of the key.
 *
 * Source: `FeeSignatureVersion` in `packages/rs-platform-version/src/version/fee/signature` of dashpay/platform.
 */
const SIGNATURES: Readonly<Record<KeyType, bigint>> = {
  ECDSA_SECP256K1: 15_000n,
  BLS12_381: 300_000n,
  ECDSA_HASH160: 15_500n,
  BIP13_SCRIPT_HASH: 300_000n,
  EDDSA_25519_HASH160: 3500n,
};

/** Returns the cost of checking a signature by a key of a type. */
export const signatureCost = (type: KeyType): bigint => SIGNATURES[type];

/** Returns the difference in cost to a signature by a key of the usual type, which all costs here include. */
export const signatureSurcharge = (type: KeyType): bigint => SIGNATURES[type] - SIGNATURES.ECDSA_SECP256K1;

/**
 * Estimates the cost of a transition in credits from the published prices, without the trees of the storage.
 *
 * Source: `packages/rs-platform-version/src/version/fee` in dashpay/platform.
 */
export function processingCost({ storedBytes = 0, replacedBytes = 0, seeks }: ProcessingWork): {
  readonly storageFee: bigint;
  readonly processingFee: bigint;
} {
  const { storage, processing } = STORAGE_CREDITS_PER_BYTE;
  return {
    storageFee: BigInt(storedBytes) * storage,
    processingFee:
      SIGNATURES.ECDSA_SECP256K1 + BigInt(seeks) * SEEK + BigInt(storedBytes + replacedBytes) * processing,
  };
}

/** Returns the cost of a rejection after some reads of the state. */
export const rejectionCost = (seeks: number): bigint => processingCost({ seeks }).processingFee;
