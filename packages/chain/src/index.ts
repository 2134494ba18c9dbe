// Text and bytes
export { bytesToHex, hexToBytes, isHash, isHex, ZERO_HASH } from './bytes/hex.js';
export { ChainError } from './bytes/chain-error.js';
export { MalformedBytesError, type MalformedBytesReason } from './bytes/malformed-bytes-error.js';
export { decodeAddress, encodeAddress, type AddressDestination } from './address/address.js';
export { AddressError } from './address/address-error.js';
export type { NetworkName } from './address/network-prefixes.js';
export { decodePrivateKeyWif, encodePrivateKeyWif, type PrivateKey } from './address/private-key-wif.js';
export { hash160, sha256, sha256d } from './crypto/hashes.js';
export { x11 } from './crypto/x11.js';
export { useBlsBackend, type BlsBackend } from './crypto/bls-backend.js';

// Transactions
export {
  decodeTransaction,
  encodeTransaction,
  transactionId,
  type OutPoint,
  type Transaction,
  type TransactionInput,
  type TransactionOutput,
} from './transaction/transaction.js';
export { TransactionType } from './transaction/transaction-type.js';
export {
  UnsafeTransactionError,
  type UnsafeTransactionDetails,
  type UnsafeTransactionReason,
} from './transaction/unsafe-transaction-error.js';
export {
  decodePayload,
  encodePayload,
  type OpaquePayload,
  type SpecialPayload,
} from './transaction/payload/payload.js';
export { buildScript, type ScriptPart } from './script/build-script.js';
export { classifyScript, type ClassifiedScript } from './script/classify-script.js';
export { publicKeyOf } from './script/ecdsa.js';
export { parseScript, type ParsedScript } from './script/parse-script.js';
export { signatureHash } from './script/signature-hash.js';
export { SIGNATURE_HASH_TYPES } from './script/signature-hash-type.js';
export {
  inputSignature,
  signInput,
  type InputSigningRequest,
  type SigningRequest,
} from './script/sign-input.js';
export {
  dataScript,
  multisigScript,
  payToPublicKey,
  payToPublicKeyHash,
  payToScript,
  payToScriptHash,
} from './script/standard-scripts.js';

// Blocks
export { decodeBlock, encodeBlock, readBlockTransactions, type Block } from './block/block.js';
export { blockHash, decodeBlockHeader, encodeBlockHeader, type BlockHeader } from './block/block-header.js';
export { merkleRoot } from './block/merkle-root.js';
export {
  buildPartialMerkleTree,
  buildPartialMerkleTreeInTurns,
  encodePartialMerkleTree,
  extractMerkleProof,
  partialMerkleTreeFromHex,
  type MerkleProof,
  type PartialMerkleTree,
} from './block/partial-merkle-tree.js';

// Masternode lists
export type { MasternodeListDiff, MasternodeListDiffEntry } from './masternode/masternode-list-diff.js';
export {
  applyMasternodeListDiff,
  emptyMasternodeList,
  type MasternodeList,
} from './masternode/masternode-list.js';
export { InapplicableDiffError } from './masternode/inapplicable-diff-error.js';
export { masternodeListRoot } from './masternode/masternode-list-root.js';
export { MasternodeType } from './masternode/masternode-type.js';
export { quorumListRoot } from './masternode/quorum-list-root.js';
export type { SimplifiedMasternodeEntry } from './masternode/simplified-entry.js';

// What quorums sign
export { decodeChainLock, encodeChainLock, verifyChainLock } from './signing/chain-lock.js';
export {
  decodeInstantLock,
  encodeInstantLock,
  verifyInstantLock,
  type InstantLock,
} from './signing/instant-lock.js';
export type { SigningQuorum } from './signing/select-quorum.js';

// A chain or node, and the development chain
export type { Eventually } from './layer1/eventually.js';
export {
  NodeRejectionError,
  type BlockEvent,
  type CallOptions,
  type ChainLock,
  type ChainTip,
  type Layer1,
  type MasternodeSync,
  type NodeStatus,
  type TransactionStatus,
} from './layer1/layer1.js';
export {
  NodeUnavailableError,
  UNAVAILABILITIES,
  type UnavailableReason,
} from './layer1/node-unavailable-error.js';
export type {
  ChainRead,
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
export type { MempoolCheck } from './mempool/accept.js';
export type { ClockControls } from './devchain/clock-controls.js';
export type { QuorumControls } from './devchain/quorum-controls.js';
export type { UnlockStatus, UnsignedUnlock, WithdrawalRequest } from './devchain/withdrawal.js';
export type { QuorumMemberRecord, QuorumRecord } from './devchain/quorum-record.js';
export type { FaultControls } from './devchain/fault-controls.js';
export type { FaultKind, FaultRequest, TransactionFault } from './devchain/transaction-faults.js';
export { hasDropped, type DroppedLocks } from './devchain/dropped-locks.js';
export type { LockSettings } from './devchain/chain-settings.js';
export type { Confirmation } from './devchain/local-node.js';
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
export type { UnspentCoin } from './consensus/coin.js';
export { Semaphore, waitAtMost, type WatchWait } from './event-loop/semaphore.js';
