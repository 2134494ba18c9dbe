// Text and bytes
export { bytesToHex, hexToBytes, isHash, isHex, ZERO_HASH } from './base/bytes/hex.js';
export { ChainError } from './base/bytes/chain-error.js';
export { loadOptional, MissingPackageError } from './base/optional-package.js';
export { MalformedBytesError, type MalformedBytesReason } from './base/bytes/malformed-bytes-error.js';
export { decodeAddress, encodeAddress, type AddressDestination } from './primitives/address/address.js';
export { AddressError } from './primitives/address/address-error.js';
export type { NetworkName } from './primitives/address/network-prefixes.js';
export { networkOfChain, NETWORKS, type NetworkParameters } from './primitives/network/network-parameters.js';
export {
  decodePrivateKeyWif,
  encodePrivateKeyWif,
  type PrivateKey,
} from './primitives/address/private-key-wif.js';
export { isBlsPublicKey } from './base/crypto/bls.js';
export { hash160, sha256d } from './base/crypto/hashes.js';
export { useBlsBackend, type BlsBackend } from './base/crypto/bls-backend.js';

// Transactions
export {
  decodeTransaction,
  encodeTransaction,
  transactionId,
  type OutPoint,
  type Transaction,
  type TransactionInput,
  type TransactionOutput,
} from './primitives/transaction/transaction.js';
export { TransactionType } from './primitives/transaction/transaction-type.js';
export {
  UnsafeTransactionError,
  type UnsafeTransactionDetails,
  type UnsafeTransactionReason,
} from './primitives/transaction/unsafe-transaction-error.js';
export {
  decodePayload,
  encodePayload,
  type OpaquePayload,
  type SpecialPayload,
} from './primitives/payload/payload.js';
export { classifyScript, type ClassifiedScript } from './primitives/script/classify-script.js';
export { publicKeyOf } from './primitives/script/ecdsa.js';
export { parseScript, type ParsedScript } from './primitives/script/parse-script.js';
export { signInput, type SigningRequest } from './primitives/script/sign-input.js';
export { payToPublicKeyHash } from './primitives/script/standard-scripts.js';

// Blocks
export { decodeBlock, encodeBlock, readBlockTransactions, type Block } from './primitives/block/block.js';
export {
  blockHash,
  decodeBlockHeader,
  encodeBlockHeader,
  type BlockHeader,
} from './primitives/block/block-header.js';
export { BLOCK_HEADER_SIZE } from './primitives/block/block-header-size.js';
export {
  buildPartialMerkleTreeInTurns,
  encodePartialMerkleTree,
  extractMerkleProof,
  partialMerkleTreeFromHex,
  type MerkleProof,
  type PartialMerkleTree,
} from './primitives/block/partial-merkle-tree.js';

// Masternode lists
export type {
  MasternodeListDiff,
  MasternodeListDiffEntry,
} from './primitives/masternode/masternode-list-diff.js';
export {
  applyMasternodeListDiff,
  emptyMasternodeList,
  type MasternodeList,
} from './primitives/masternode/masternode-list.js';
export { InapplicableDiffError } from './primitives/masternode/inapplicable-diff-error.js';
export { masternodeListRoot } from './primitives/masternode/masternode-list-root.js';
export { MasternodeType } from './primitives/masternode/masternode-type.js';
export { quorumListRoot } from './primitives/masternode/quorum-list-root.js';
export type { SimplifiedMasternodeEntry } from './primitives/masternode/simplified-entry.js';

// What quorums sign
export {
  decodeChainLock,
  encodeChainLock,
  SIGN_HEIGHT_OFFSET,
  verifyChainLock,
} from './rules/signing/chain-lock.js';
export {
  decodeInstantLock,
  encodeInstantLock,
  verifyInstantLock,
  type InstantLock,
} from './rules/signing/instant-lock.js';
export type { SigningQuorum } from './rules/signing/select-quorum.js';

// A chain or node, and the development chain
export type { Eventually } from './layer1/eventually.js';
export {
  NodeRejectionError,
  type BlockEvent,
  type CallOptions,
  type ChainLock,
  type Layer1,
  type MasternodeSync,
  type NodeStatus,
  type TransactionStatus,
} from './layer1/layer1.js';
export type { ChainTip } from './layer1/chain-tip.js';
export { NodeUnavailableError, type UnavailableReason } from './layer1/node-unavailable-error.js';
export type {
  ChainRead,
  ChainReaders,
  ChainReads,
  MasternodeDetails,
  NodeDetails,
  StoredTransaction,
} from './layer1/chain-reads.js';
export { DevChain } from './devchain/dev-chain.js';
export { createDevChain } from './devchain/create-dev-chain.js';
export {
  DEV_MNEMONIC,
  type DevChainOptions,
  type ExportedBlock,
  type LoadChecks,
  type LoadOptions,
  type MineOptions,
  type Reorganisation,
} from './devchain/dev-chain-options.js';
export {
  reportTransaction,
  reportTransactionInTurns,
  type CheckReport,
  type TransactionReport,
} from './devchain/transaction-report.js';
export type { MempoolCheck } from './chain/mempool/accept.js';
export type { ClockControls } from './devchain/clock-controls.js';
export type { QuorumControls } from './devchain/quorum-controls.js';
export type { UnlockStatus, UnsignedUnlock, WithdrawalRequest } from './devchain/withdrawal.js';
export type { QuorumMemberRecord, QuorumRecord } from './devchain/quorum-record.js';
export type { FaultControls } from './devchain/fault-controls.js';
export type { FaultKind, FaultRequest, TransactionFault } from './devchain/transaction-faults.js';
export type { DroppedLocks } from './devchain/dropped-locks.js';
export type { LockSettings } from './devchain/chain-settings.js';
export type { Confirmation } from './devchain/confirmation.js';
export type {
  MasternodeControls,
  RegistrarUpdate,
  MasternodeRegistration,
  ServiceUpdate,
} from './devchain/masternode-controls.js';
export type { MasternodeRecord } from './devchain/masternode-record.js';
export type { MiningMode } from './devchain/mining-mode.js';
export { ControlRejectedError } from './devchain/control-rejected-error.js';
export type { Account } from './devchain/keys.js';
export type { CreditLock, FundedIdentity, FundedWallet } from './devchain/funded-wallets.js';
export { InsufficientFundsError } from './devchain/wallet.js';
export type { UnspentCoin } from './rules/consensus/coin.js';
export { Semaphore, waitAtMost, type WatchWait } from './base/event-loop/semaphore.js';
