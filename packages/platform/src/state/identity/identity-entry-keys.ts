import { spaceKey } from '../keys/space-key.js';

/**
 * Lists the spaces of identities in a store: the first byte of a key is the kind of the entry.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 20 | identity id | its revision and keys |
 * | 21 | identity id | credits, 8 bytes |
 * | 22 | identity id | nonce and mask, 8 bytes |
 * | 23 | identity id, contract id | nonce and mask, 8 bytes |
 * | 24 | | the credits of those who process blocks, 8 bytes |
 * | 25 | ProTx hash | what the list of masternodes has of it |
 * | 26 | ProTx hash | empty; from when it leaves the list until the next block begins |
 * | 26 | | empty; while any masternode has left it so |
 * | 27 | | all credits: those of asset locks and of controls without those that were withdrawn, 8 bytes |
 * | 2a | hash of a key of a unique type, identity id | empty |
 * | 2b | hash of a key of another type, identity id | empty |
 * | 2c | outpoint of an asset lock, 36 bytes | its credits, those left, and what has used it |
 * | 2e | | the credits that unsigned controls gave out, 8 bytes |
 * | 2f | | the credits that were withdrawn to layer 1, 8 bytes |
 *
 * Ids and ProTx hashes have 32 bytes and are unchanged.
 */
export const IDENTITY_SPACES = {
  identities: 0x20,
  balances: 0x21,
  identityNonces: 0x22,
  contractNonces: 0x23,
  processingPool: 0x24,
  masternodes: 0x25,
  departedMasternodes: 0x26,
  totalCredits: 0x27,
  uniqueKeyHashes: 0x2a,
  sharedKeyHashes: 0x2b,
  assetLocks: 0x2c,
  controlCredits: 0x2e,
  withdrawnCredits: 0x2f,
} as const;

const key = (space: keyof typeof IDENTITY_SPACES, ...ids: readonly Uint8Array[]): Uint8Array =>
  spaceKey(IDENTITY_SPACES[space], ...ids);

export const identityKey = (id: Uint8Array): Uint8Array => key('identities', id);

export const balanceKey = (id: Uint8Array): Uint8Array => key('balances', id);

export const identityNonceKey = (id: Uint8Array): Uint8Array => key('identityNonces', id);

export const contractNonceKey = (id: Uint8Array, contractId: Uint8Array): Uint8Array =>
  key('contractNonces', id, contractId);

/** Returns the key of a masternode of the list; what the keys of all of them begin with when there is none. */
export const masternodeKey = (...proTxHash: readonly Uint8Array[]): Uint8Array =>
  key('masternodes', ...proTxHash);

/** Returns the key of a masternode that has left the list; what the keys of all of them begin with when there is none. */
export const removedMasternodeKey = (...proTxHash: readonly Uint8Array[]): Uint8Array =>
  key('departedMasternodes', ...proTxHash);

export const PROCESSING_POOL_KEY = key('processingPool');

export const TOTAL_CREDITS_KEY = key('totalCredits');

export const CONTROL_CREDITS_KEY = key('controlCredits');

export const WITHDRAWN_CREDITS_KEY = key('withdrawnCredits');

/** Returns the key of a used asset lock. @param outPoint 36 bytes: the id of the transaction in internal order, the index. */
export const assetLockKey = (outPoint: Uint8Array): Uint8Array =>
  spaceKey(IDENTITY_SPACES.assetLocks, outPoint);

/** Names the index of key hashes: keys of a unique type belong to one identity each on the network. */
export type KeyHashIndex = 'uniqueKeyHashes' | 'sharedKeyHashes';

/** Returns the key of an index entry of a key hash; what those of all identities begin with when there is none. @param hash 20 bytes. */
export const keyHashKey = (
  index: KeyHashIndex,
  hash: Uint8Array,
  ...identityId: readonly Uint8Array[]
): Uint8Array => spaceKey(IDENTITY_SPACES[index], hash, ...identityId);
