// A network without trust in a node
export { createLightClient, type VerifiedNetworkOptions } from './verified-network/create-light-client.js';
export {
  VerifiedNetwork,
  type PlatformQuorumKey,
  type VerifiedNetworkParts,
} from './verified-network/verified-network.js';
export type { TextStore } from './verified-network/stored-text.js';
export { VerifiedPlatform, type DocumentsRequest, type Identifier } from './platform/verified-platform.js';
export type { PlatformParts, Verified } from './platform/proven-read.js';
export { PlatformKeys } from './platform/platform-keys.js';

export { VerificationError, type VerificationReason } from './errors/verification-error.js';

// Headers
export { requiredBits, WAVE_HEADERS, type TimedTarget } from './headers/gravity-wave.js';
export { HeaderChain, type ChainHeader, type HeaderChainOptions } from './headers/header-chain.js';
export { linkHeader, linkHeaders, type BlockPoint } from './headers/link-headers.js';
export { readHeader } from './headers/read-header.js';

// Coinbases and blocks
export { proveCoinbase, type CoinbaseProof, type ProvenCoinbase } from './coinbase/coinbase-proof.js';
export { minedCommitment, verifyBlock, type VerifiedBlock } from './coinbase/verified-block.js';

// Masternode lists
export { readDiff, readMasternodes } from './list/read-diff.js';
export {
  applyVerifiedDiff,
  applyVerifiedDiffInTurns,
  requireHeader,
  requireHeight,
  verifyQuorumsFirst,
  type QuorumsFirstList,
  type VerifiedList,
} from './list/verified-list.js';

// ChainLocks
export {
  chainLockQuorums,
  requireChainLock,
  requireSignature,
  signerOf,
  type QuorumKey,
} from './quorums/chain-lock-quorums.js';

// Checkpoints, walk and jump
export {
  ageDays,
  DEFAULT_MAX_CHECKPOINT_AGE_DAYS,
  readCheckpoint,
  requireAge,
  writeCheckpoint,
  type Checkpoint,
} from './checkpoint/checkpoint.js';
export {
  isShort,
  readShortCheckpoint,
  requestsFor,
  type RequestCount,
} from './checkpoint/short-checkpoint.js';
export { requireSameBlock } from './checkpoint/same-block.js';
export { shippedCheckpoint } from './checkpoint/shipped-checkpoints.js';
export {
  nextWindow,
  orderQuorums,
  walkInterval,
  walkTo,
  type BlockSource,
  type TrustedState,
  type WalkStep,
} from './walk/walk.js';
export { jump, type JumpTarget, type ListState } from './jump/jump.js';
export { readState, writeState, type ProvenState } from './state/verified-state.js';

// Peers
export { SYSTEM_CLOCK, type Clock } from './peers/clock.js';
export { type Attempt, type CallLimits, type PeerTurn } from './peers/hedged-call.js';
export { PeerError, peerFailureOf, PeersUnavailableError, type PeerFailure } from './peers/peer-error.js';
export { DEFAULT_PEER_LIMITS, PeerPool, PoolBusyError, type PeerPoolOptions } from './peers/peer-pool.js';
export { QUARANTINE_MS, type PeerLimits, type PeerReport } from './peers/peer.js';

// Client
export { completeCheckpoint, type CompletedCheckpoint } from './client/complete-checkpoint.js';
export type { CorePeer, PeerHeaders } from './client/core-peer.js';
export { describeFork, ForkError, type Fork } from './client/fork.js';
export { LightClient, type LightClientEvents, type LightClientOptions } from './client/light-client.js';
export { reportNetwork, type ChainReport, type NetworkReport } from './client/network-report.js';
export { paceOf } from './client/network-pace.js';
export { seedsOf } from './client/seeds.js';
export {
  verifyTransactionIn,
  type TransactionInBlock,
  type VerifiedTransaction,
} from './client/verified-transaction.js';
export { VerifiedChain, type VerifiedChainOptions } from './client/verified-chain.js';

// Services of a peer
export { coreService } from './grpc/core-service.js';
export { GrpcWebLink } from './grpc/grpc-web-link.js';
export { MAX_PEER_MESSAGE_BYTES, PEER_MESSAGE_LIMITS, type PeerLink } from './grpc/peer-link.js';
export { failureOfStatus } from './grpc/status-failure.js';

// Recorded data
export { checkpointOfList, type RecordedCheckpoint } from './recorded/recorded-checkpoint.js';
export { checkRecorded } from './recorded/check-recorded.js';
export { networkOfLists } from './recorded/network-of-lists.js';
export type { RecordedCheck, RecordedData, RecordedHeaders } from './recorded/recorded-data.js';
