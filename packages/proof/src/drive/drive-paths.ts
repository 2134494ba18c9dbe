import { u64BigEndian } from '@dapikit/protocol/codec';
import type { Path } from '../element/reference-path.js';

/**
 * Lists where Drive has the state of the platform in GroveDB at protocol 12 and 13: the keys of the topmost layer and the paths below them.
 *
 * Source: `packages/rs-drive/grovedb-structure.json` and `packages/rs-drive/src/drive/mod.rs` (`RootTree`) in dashpay/platform.
 */
export const ROOT_KEYS = {
  nonUniqueKeyHashes: 0x08,
  tokens: 0x10,
  uniqueKeyHashes: 0x18,
  identities: 0x20,
  savedBlockTransactions: 0x24,
  prefundedBalances: 0x28,
  pools: 0x30,
  shieldedBalances: 0x34,
  addressBalances: 0x38,
  contracts: 0x40,
  spentAssetLocks: 0x48,
  withdrawals: 0x50,
  groupActions: 0x58,
  balances: 0x60,
  misc: 0x68,
  votes: 0x70,
  versions: 0x78,
} as const;

/** Names a tree of the topmost layer. */
export type RootKeyName = keyof typeof ROOT_KEYS;

/** Returns the path of a tree of the topmost layer. */
export const rootPath = (name: RootKeyName): Path => [Uint8Array.of(ROOT_KEYS[name])];

/** Keys in the layer of an identity. Source: `IdentityRootStructure` in `packages/rs-drive/src/drive/identity/mod.rs`. */
export const IDENTITY_KEYS = {
  contractInfo: Uint8Array.of(0x20),
  nonce: Uint8Array.of(0x40),
  negativeCredit: Uint8Array.of(0x60),
  keys: Uint8Array.of(0x80),
  keyReferences: Uint8Array.of(0xa0),
  revision: Uint8Array.of(0xc0),
} as const;

/** Returns the path of the layer of an identity. @param id 32 bytes */
export const identityPath = (id: Uint8Array): Path => [...rootPath('identities'), id];

/** Returns the path of the public keys of an identity. @param id 32 bytes */
export const identityKeysPath = (id: Uint8Array): Path => [...identityPath(id), IDENTITY_KEYS.keys];

/** Returns the path of the references to the keys of an identity by purpose. @param id 32 bytes */
export const identityKeyReferencesPath = (id: Uint8Array): Path => [
  ...identityPath(id),
  IDENTITY_KEYS.keyReferences,
];

/** Returns the path of what an identity has for a contract: its nonce and its bound keys. @param group a contract id, or that and the name of a document type */
export const identityContractPath = (id: Uint8Array, group: Uint8Array): Path => [
  ...identityPath(id),
  IDENTITY_KEYS.contractInfo,
  group,
];

/** Defines the key of the nonce in the layer of {@link identityContractPath}. */
export const CONTRACT_NONCE_KEY = Uint8Array.of(0x00);

/** Defines the key of the bound keys in the layer of {@link identityContractPath}. */
export const BOUND_KEYS_KEY = Uint8Array.of(0x01);

/** Returns the path of the keys of an identity that are bound to a contract, by purpose. @param group as {@link identityContractPath} */
export const boundKeysPath = (id: Uint8Array, group: Uint8Array): Path => [
  ...identityContractPath(id, group),
  BOUND_KEYS_KEY,
];

/** Defines the key of the reference to the only or the newest key of a purpose, below {@link boundKeysPath}. */
export const CURRENT_KEY = new Uint8Array();

/** Keys in the layer of a contract. */
export const CONTRACT_KEYS = { contract: Uint8Array.of(0x00), documents: Uint8Array.of(0x01) } as const;

/** Returns the path of the layer of a contract. @param id 32 bytes */
export const contractPath = (id: Uint8Array): Path => [...rootPath('contracts'), id];

/** Returns the path of the versions of a contract that keeps history. @param id 32 bytes */
export const contractHistoryPath = (id: Uint8Array): Path => [...contractPath(id), CONTRACT_KEYS.contract];

/** Returns the path of a document type. @param contractId 32 bytes */
export const documentTypePath = (contractId: Uint8Array, documentType: string): Path => [
  ...contractPath(contractId),
  CONTRACT_KEYS.documents,
  new TextEncoder().encode(documentType),
];

/**
 * Defines the key of the tree of documents in the layer of a document type, and of the members in the layer of an index
 * value.
 */
export const MEMBERS_KEY = Uint8Array.of(0x00);

/** Returns the path of the documents of a type. @param contractId 32 bytes */
export const documentsPath = (contractId: Uint8Array, documentType: string): Path => [
  ...documentTypePath(contractId, documentType),
  MEMBERS_KEY,
];

/** Defines the key of the newest version in a layer that keeps history. */
export const NEWEST_VERSION_KEY = Uint8Array.of(0x00);

/** Keys in the layer of miscellaneous values. */
export const MISC_KEYS = {
  genesisCoreHeight: Uint8Array.of(0x43),
  totalCredits: Uint8Array.of(0x44),
  tokenSupplies: Uint8Array.of(0x54),
} as const;

/** Keys in the layer of the pools. */
export const POOL_KEYS = {
  pendingRefunds: Uint8Array.of(0x70),
  storageFees: Uint8Array.of(0x73),
  unpaidEpoch: Uint8Array.of(0x75),
} as const;

/** Keys in the layer of an epoch. */
export const EPOCH_KEYS = {
  startCoreHeight: Uint8Array.of(0x63),
  finishedInfo: Uint8Array.of(0x66),
  startHeight: Uint8Array.of(0x68),
  proposers: Uint8Array.of(0x6d),
  processingFees: Uint8Array.of(0x70),
  storageFees: Uint8Array.of(0x73),
  startTime: Uint8Array.of(0x74),
  protocolVersion: Uint8Array.of(0x76),
  feeMultiplier: Uint8Array.of(0x78),
} as const;

/** Epochs are stored under their number plus this. Source: `EPOCH_KEY_OFFSET` of dashpay/platform. */
export const EPOCH_OFFSET = 256;
/** Limits the epochs to those that have a key of two bytes. */
export const MAX_EPOCH = 0xff_ff - EPOCH_OFFSET;

/** Returns the path of an epoch. @param epoch 0 to {@link MAX_EPOCH} @throws {RangeError} for another epoch */
export function epochPath(epoch: number): Path {
  if (!Number.isInteger(epoch) || epoch < 0 || epoch > MAX_EPOCH)
    throw new RangeError(`epoch ${epoch} is out of range: 0 to ${MAX_EPOCH}`);
  const key = epoch + EPOCH_OFFSET;
  return [...rootPath('pools'), Uint8Array.of(key >> 8, key & 0xff)];
}

/** Returns the path of the balances of platform addresses. */
export const addressBalancesPath = (): Path => [...rootPath('addressBalances'), Uint8Array.of(0x63)];

/** Returns a time as a key: 8 bytes in big endian with the sign bit flipped. @param time milliseconds */
export const timeKey = (time: number | bigint): Uint8Array => u64BigEndian(BigInt(time) ^ (1n << 63n));
