/**
 * Describes a kind of masternode quorum. Each has a cycle of blocks; final commitments of the quorums that were formed
 * at its start are mined at the offsets of `miningWindow`, both included.
 */
export interface QuorumType {
  readonly type: number;
  /** As Dash Core calls it. */
  readonly name: string;
  /** The members. */
  readonly size: number;
  /** Smallest number of members that must have taken part. */
  readonly minSize: number;
  /** Number of members that must sign for the quorum to have signed. */
  readonly threshold: number;
  /** Number of the latest quorums that sign. */
  readonly activeQuorums: number;
  /** Quorums of the same cycle, distinguished by their index. */
  readonly perCycle: number;
  /** Members rotate: commitments carry their quorum's index. */
  readonly isRotated: boolean;
  /** Only evolution masternodes are members. */
  readonly isEvoOnly: boolean;
  readonly cycle: number;
  readonly miningWindow: { readonly first: number; readonly last: number };
  /** Exists only once the BIP-9 test deployment is active. */
  readonly needsTestDummy: boolean;
}

const UNROTATED = {
  size: 3,
  minSize: 2,
  threshold: 2,
  activeQuorums: 2,
  perCycle: 1,
  isRotated: false,
  isEvoOnly: false,
  cycle: 24,
  miningWindow: { first: 10, last: 18 },
  needsTestDummy: false,
} as const;

/** Makes ChainLocks (`llmqTypeChainLocks`), and hard fork signals. */
export const CHAIN_LOCK_QUORUMS: QuorumType = { ...UNROTATED, type: 100, name: 'llmq_test' };

/** Makes InstantSend locks (`llmqTypeDIP0024InstantSend`). */
export const INSTANT_LOCK_QUORUMS: QuorumType = {
  ...UNROTATED,
  type: 103,
  name: 'llmq_test_dip0024',
  size: 4,
  minSize: 4,
  threshold: 3,
  perCycle: 2,
  isRotated: true,
  miningWindow: { first: 12, last: 20 },
};

/** Signs for the platform, such as withdrawals (`llmqTypePlatform`). */
export const PLATFORM_QUORUMS: QuorumType = {
  ...UNROTATED,
  type: 106,
  name: 'llmq_test_platform',
  isEvoOnly: true,
};

/**
 * Lists the quorum types of regtest, in the order of their commitments in a block.
 *
 * Source: `src/llmq/params.h`, `src/llmq/options.cpp` and `src/chainparams.cpp` of dashpay/dash.
 */
export const QUORUM_TYPES: readonly QuorumType[] = [
  CHAIN_LOCK_QUORUMS,
  { ...UNROTATED, type: 102, name: 'llmq_test_v17', needsTestDummy: true },
  INSTANT_LOCK_QUORUMS,
  PLATFORM_QUORUMS,
];

/** Returns the type with a number, if it is one of {@link QUORUM_TYPES}. */
export function quorumTypeOf(number: number): QuorumType | undefined {
  return QUORUM_TYPES.find(({ type }) => type === number);
}

/** Defines a type of quorum that regtest knows and has switched off: commitments of it are readable, and never due. */
export const DISABLED_QUORUM_TYPE = 104;
export const DISABLED_QUORUM_CYCLE = 24;
