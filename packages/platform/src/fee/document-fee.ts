import type { IndexEntry } from '../document/collection.js';
import type { StorageChange } from '../document-storage/document-store.js';

/** Describes the estimated fees of a document transition, in credits. */
export interface DocumentFee {
  readonly storageFee: bigint;
  /** Before the increase that the signer offers. */
  readonly processingFee: bigint;
}

/**
 * The price of a byte, a tree lookup and a signature, in credits.
 *
 * Source: `packages/rs-platform-version/src/version/fee` in dashpay/platform.
 */
const STORED_BYTE = 27_000n;
const WRITTEN_BYTE = 400n;
const SEEK = 2000n;

/**
 * What the network looked up and hashed in its own tests, as so many tree lookups. The trees themselves, whose shape
 * decides there, do not exist here: all of this is an estimate.
 */
const SEEKS_PER_DOCUMENT = 500n;
const SEEKS_PER_ENTRY = 170n;

/** Defines the cost of a paid rejection: as in the network's tests for one of the structure. */
export const REJECTION_FEE = 445_700n;

/** Defines the bytes of a document in addition to its content. */
export const FRAME_BYTES = 150;
/** Bytes of its reference in an index, and of the branches that lead to it there. */
const REFERENCE_BYTES = 200;
const FIRST_BRANCH_BYTES = 130;
const FURTHER_BRANCH_BYTES = 500;

/**
 * Returns the fee of a write by what it changed in the store: 27,000 credits for each byte that is there now and was not. Of two
 * platforms with the same documents both give the same. What is free again gives something back: see `storageRefund`.
 *
 * @param keptVersions how many versions were added to the history.
 */
export function documentFee(change: StorageChange, keptVersions = 0): DocumentFee {
  const { bytesBefore, bytesAfter, entriesAdded, entriesRemoved } = change;
  const grown = sizeOf(bytesAfter) - sizeOf(bytesBefore);
  const versions = keptVersions * sizeOf(bytesAfter);
  const stored = Math.max(grown, 0) + versions + bytesOf(entriesAdded);
  const entries = BigInt(entriesAdded.length + entriesRemoved.length);
  return {
    storageFee: BigInt(stored) * STORED_BYTE,
    processingFee:
      REJECTION_FEE +
      (SEEKS_PER_DOCUMENT + SEEKS_PER_ENTRY * entries) * SEEK +
      BigInt(bytesAfter + bytesOf(entriesAdded)) * WRITTEN_BYTE,
  };
}

/** Returns the fee of a document that contends: it is in no index yet. @param bytes of its binary form. */
export const contenderFee = (bytes: number): DocumentFee =>
  documentFee({ bytesBefore: 0, bytesAfter: bytes, entriesAdded: [], entriesRemoved: [] });

/** Adds the fees of two writes of one transition. */
export const addFees = (a: DocumentFee, b: DocumentFee): DocumentFee => ({
  storageFee: a.storageFee + b.storageFee,
  processingFee: a.processingFee + b.processingFee - REJECTION_FEE,
});

const sizeOf = (bytes: number): number => (bytes === 0 ? 0 : bytes + FRAME_BYTES);

const bytesOf = (entries: readonly IndexEntry[]): number =>
  entries.reduce((sum, entry) => sum + entryBytes(entry), 0);

/** Returns the size of an index entry in bytes. */
export function entryBytes({ position }: Pick<IndexEntry, 'position'>): number {
  const branches = FIRST_BRANCH_BYTES + FURTHER_BRANCH_BYTES * (position.length - 1);
  return position.reduce((sum, { length }) => sum + length, REFERENCE_BYTES + branches);
}
