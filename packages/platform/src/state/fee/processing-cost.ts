import { STORAGE_CREDITS_PER_BYTE } from '@dapikit/contract';
import type { KeyType } from '../identity/public-key.js';
import type { StorageWork } from './storage-work.js';

/** Describes fees in credits. */
export interface Fee {
  readonly storageFee: bigint;
  /** Before the increase that the signer offers. */
  readonly processingFee: bigint;
}

/** Source: `FEE_STORAGE_VERSION1` in `packages/rs-platform-version/src/version/fee/storage` of dashpay/platform. */
const SEEK = 2000n;

/**
 * Costs of the check of a signature, by the type of the key.
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
 * Lists what processing costs beside the trees that are written, by who pays: the signature of an ECDSA key, what is read, and the checks. The
 * network adds up its reads; these are what remains of the fees in its own tests without the trees, so they are estimates.
 *
 * Source: the tests of `batch`, `identity_create` and `identity_top_up` in `packages/rs-drive-abci`, of `identity/update` in
 * `packages/rs-drive` of dashpay/platform.
 */
export const BASE_FEES = {
  identity: 49_700n,
  assetLock: 251_000n,
} as const;

/**
 * Costs of reading, hashing and writing a node of a tree beside its bytes: one that stays; one that is new; one that goes, for
 * which the network looks whether its tree is empty then; to look for one. Averages over
 * the tests of the network, which have few identities and contracts: large trees have more nodes above those that change.
 */
const REWRITTEN_NODE = 12_300n;
const NEW_NODE = 4000n;
const REMOVED_NODE = 30_000n;
const LOOK_UP = 5500n;

/** Returns the fees of what a transition changes in the trees. The storage fee is exact; the processing fee is an estimate. */
export function storageWorkFee(work: StorageWork): Fee {
  const { storage, processing } = STORAGE_CREDITS_PER_BYTE;
  const bytes = work.addedBytes + work.replacedBytes + work.removedBytes + work.passedBytes;
  return {
    storageFee: BigInt(work.addedBytes) * storage,
    processingFee:
      BigInt(bytes) * processing +
      BigInt(work.replaced + work.passed) * REWRITTEN_NODE +
      BigInt(work.added) * NEW_NODE +
      BigInt(work.removed) * REMOVED_NODE +
      BigInt(work.checks) * LOOK_UP,
  };
}

/** Describes the resources that a transition of addresses takes, as far as they cost something. */
export interface ProcessingWork {
  /** Bytes that stay in the state. */
  readonly storedBytes?: number;
  /** Bytes that take the place of as many others. */
  readonly replacedBytes?: number;
  /** Places in the trees of the state that are looked up. */
  readonly seeks: number;
}

/** Estimates the cost of a transition of addresses in credits from the published prices. */
export function processingCost({ storedBytes = 0, replacedBytes = 0, seeks }: ProcessingWork): Fee {
  const { storage, processing } = STORAGE_CREDITS_PER_BYTE;
  return {
    storageFee: BigInt(storedBytes) * storage,
    processingFee:
      SIGNATURES.ECDSA_SECP256K1 + BigInt(seeks) * SEEK + BigInt(storedBytes + replacedBytes) * processing,
  };
}

/** Returns the cost of a rejection after some reads of the state. */
export const rejectionCost = (seeks: number): bigint => processingCost({ seeks }).processingFee;
