// Bytes
export { ChainError } from './base/bytes/chain-error.js';
export {
  bytesToHex,
  compareHashes,
  hexToBytes,
  internalHash,
  isHash,
  isHex,
  ZERO_HASH,
} from './base/bytes/hex.js';
export { MalformedBytesError } from './base/bytes/malformed-bytes-error.js';
export { blsBackend, useBlsBackend, type BlsBackend } from './base/crypto/bls-backend.js';
export { isBlsPublicKey, isBlsSignature } from './base/crypto/bls.js';
export { sha256 } from './base/crypto/hashes.js';
export { endsStep, runAtOnce, runInTurns, type Steps } from './base/event-loop/in-turns.js';

// Networks
export type { NetworkName } from './primitives/address/network-prefixes.js';
export {
  networkOfChain,
  NETWORKS,
  type NetworkParameters,
  type WorkParameters,
} from './primitives/network/network-parameters.js';
export { quorumParametersOf, type QuorumParameters } from './primitives/network/quorum-parameters.js';

// Blocks and transactions
export { decodeBlock, readBlockTransactions, type Block } from './primitives/block/block.js';
export {
  blockHash,
  decodeBlockHeader,
  encodeBlockHeader,
  type BlockHeader,
} from './primitives/block/block-header.js';
export { BLOCK_HEADER_SIZE } from './primitives/block/block-header-size.js';
export { MAX_BLOCK_SIZE } from './primitives/block/max-block-size.js';
export { compactToTarget, meetsTarget, targetToCompact } from './primitives/block/compact-target.js';
export { difficulty } from './primitives/block/difficulty.js';
export { merkleRootSteps, merkleRootWithMutation } from './primitives/block/merkle-root.js';
export {
  buildPartialMerkleTree,
  buildPartialMerkleTreeInTurns,
  extractMerkleProof,
  partialMerkleTreeFromHex,
  partialMerkleTreeToHex,
} from './primitives/block/partial-merkle-tree.js';
export {
  decodeTransaction,
  encodeTransaction,
  assetUnlockHash,
  networkTransactionId,
  type Transaction,
} from './primitives/transaction/transaction.js';
export { TransactionType } from './primitives/transaction/transaction-type.js';
export { decodePayload } from './primitives/payload/payload.js';
export type { CbTx, CbTxV3, CbTxV4 } from './primitives/payload/cb-tx.js';

// Masternode lists
export { diffEntryFromSimplified } from './primitives/masternode/diff-entry.js';
export { decodeDiffMessage } from './primitives/masternode/diff-message.js';
export { diffQuorumFromCommitment, finalCommitmentFromDiff } from './primitives/masternode/diff-quorum.js';
export { isNullCommitment, type FinalCommitment } from './primitives/masternode/final-commitment.js';
export {
  InapplicableDiffError,
  type InapplicableDiffReason,
} from './primitives/masternode/inapplicable-diff-error.js';
export type {
  MasternodeListDiff,
  MasternodeListDiffEntry,
  QuorumCommitmentJson,
} from './primitives/masternode/masternode-list-diff.js';
export {
  emptyMasternodeList,
  masternodeListDiffSteps,
  type MasternodeList,
} from './primitives/masternode/masternode-list.js';
export { masternodeListRootSteps } from './primitives/masternode/masternode-list-root.js';
export { quorumListRootWithMutation } from './primitives/masternode/quorum-list-root.js';
export type { SimplifiedMasternodeEntry } from './primitives/masternode/simplified-entry.js';

// Signatures of quorums
export {
  chainLockSignHash,
  decodeChainLock,
  SIGN_HEIGHT_OFFSET,
  verifyChainLock,
} from './rules/signing/chain-lock.js';
export { selectQuorum, type SigningQuorum } from './rules/signing/select-quorum.js';
export { chainLockRequestId } from './rules/signing/sign-hash.js';
export type { ChainLock } from './layer1/layer1.js';

// Latencies of calls
export { LatencyWindow } from './nodes/core-pool/latency-window.js';
