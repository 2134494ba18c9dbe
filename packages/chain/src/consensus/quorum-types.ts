/**
 * A kind of masternode quorum. Each has a cycle of blocks; final commitments of the quorums that were formed at its
 * start are mined at the offsets of `miningWindow`, both included.
 */
export interface QuorumType {
  readonly type: number;
  /** The members. */
  readonly size: number;
  /** Quorums of the same cycle, told apart by their index. */
  readonly perCycle: number;
  /** Members rotate: commitments carry their quorum's index. */
  readonly isRotated: boolean;
  readonly cycle: number;
  readonly miningWindow: { readonly first: number; readonly last: number };
  /** Exists only once the BIP-9 test deployment is active. */
  readonly needsTestDummy: boolean;
}

const UNROTATED = {
  size: 3,
  perCycle: 1,
  isRotated: false,
  cycle: 24,
  miningWindow: { first: 10, last: 18 },
  needsTestDummy: false,
} as const;

/**
 * The quorum types of regtest, in the order in which their commitments stand in a block.
 *
 * Source: `src/llmq/params.h` and `src/llmq/options.cpp` of dashpay/dash.
 */
export const QUORUM_TYPES: readonly QuorumType[] = [
  { ...UNROTATED, type: 100 },
  { ...UNROTATED, type: 102, needsTestDummy: true },
  { ...UNROTATED, type: 103, size: 4, perCycle: 2, isRotated: true, miningWindow: { first: 12, last: 20 } },
  { ...UNROTATED, type: 106 },
];

/** A type of quorum that regtest knows and has switched off: commitments of it are readable, and never due. */
export const DISABLED_QUORUM_TYPE = 104;
export const DISABLED_QUORUM_CYCLE = 24;
