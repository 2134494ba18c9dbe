export { encodeAddress, decodeAddress, type AddressDestination } from './address/address.js';
export { InvalidAddress } from './address/invalid-address.js';
export { bytesToHex, hexToBytes, isHash, isHex, ZERO_HASH } from './bytes/hex.js';
export { MalformedBytes, type MalformedBytesReason } from './bytes/malformed-bytes.js';
export { blockHash, decodeBlockHeader, encodeBlockHeader, type BlockHeader } from './block/block-header.js';
export { decodeBlock, encodeBlock, type Block } from './block/block.js';
export { x11 } from './crypto/x11.js';
export { DEV_MNEMONIC, DevChain, type DevChainOptions } from './devchain/dev-chain.js';
export type { Account } from './devchain/keys.js';
export { NodeRefusal, NodeUnavailable, type BlockEvent, type ChainTip, type Layer1 } from './layer1.js';
export type { MasternodeListDiff, MasternodeListDiffEntry } from './masternode/masternode-list-diff.js';
export { decodePayload, type OpaquePayload, type SpecialPayload } from './transaction/payload/payload.js';
export {
  decodeTransaction,
  encodeTransaction,
  transactionId,
  type OutPoint,
  type Transaction,
  type TransactionInput,
  type TransactionOutput,
} from './transaction/transaction.js';
