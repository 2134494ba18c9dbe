import { NETWORKS } from '../../primitives/network/network-parameters.js';
import { QUORUM_PARAMETERS, type QuorumParameters } from '../../primitives/network/quorum-parameters.js';

/** Describes a type of quorum as regtest forms it. */
export interface QuorumType extends QuorumParameters {
  /** Quorums of the same cycle, distinguished by their index. */
  readonly perCycle: number;
  /** Only evolution masternodes are members. */
  readonly isEvoOnly: boolean;
  /** Exists only once the BIP-9 test deployment is active. */
  readonly needsTestDummy: boolean;
}

const { chainLocks, instantSend, platform } = NETWORKS.regtest.quorums;

const UNROTATED = { perCycle: 1, isEvoOnly: false, needsTestDummy: false } as const;

/** Makes ChainLocks (`llmqTypeChainLocks`), and hard fork signals. */
export const CHAIN_LOCK_QUORUMS: QuorumType = { ...UNROTATED, ...chainLocks };

/** Makes InstantSend locks (`llmqTypeDIP0024InstantSend`). */
export const INSTANT_LOCK_QUORUMS: QuorumType = {
  ...UNROTATED,
  ...instantSend,
  perCycle: instantSend.activeQuorums,
};

/** Signs for the platform, such as withdrawals (`llmqTypePlatform`). */
export const PLATFORM_QUORUMS: QuorumType = { ...UNROTATED, ...platform, isEvoOnly: true };

/**
 * Lists the quorum types of regtest, in the order of their commitments in a block.
 *
 * Source: `src/llmq/options.cpp` and `src/chainparams.cpp` of dashpay/dash.
 */
export const QUORUM_TYPES: readonly QuorumType[] = [
  CHAIN_LOCK_QUORUMS,
  { ...UNROTATED, ...QUORUM_PARAMETERS.llmq_test_v17, needsTestDummy: true },
  INSTANT_LOCK_QUORUMS,
  PLATFORM_QUORUMS,
];

/** Returns the type with a number, if it is one of {@link QUORUM_TYPES}. */
export function quorumTypeOf(number: number): QuorumType | undefined {
  return QUORUM_TYPES.find(({ type }) => type === number);
}

/** Defines a type of quorum that regtest knows and has switched off: commitments of it are readable, and never due. */
export const DISABLED_QUORUM_TYPE = QUORUM_PARAMETERS.llmq_test_instantsend.type;
export const DISABLED_QUORUM_CYCLE = QUORUM_PARAMETERS.llmq_test_instantsend.cycle;
