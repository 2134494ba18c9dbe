import { joined } from '../bytes/double-hash.js';
import { bytesOf } from '../bytes/identifier-order.js';

/**
 * Where identities are in a store: the first byte of a key says what the entry is.
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
 * | 27 | | all credits that were ever given out, 8 bytes |
 *
 * Ids and ProTx hashes have 32 bytes and stand as they are.
 */
export const IDENTITY_SPACES = {
  identities: 0x20,
  balances: 0x21,
  identityNonces: 0x22,
  contractNonces: 0x23,
  processingPool: 0x24,
  masternodes: 0x25,
  departedMasternodes: 0x26,
  issuedCredits: 0x27,
} as const;

const key = (space: keyof typeof IDENTITY_SPACES, ...ids: readonly string[]): Uint8Array =>
  joined([Uint8Array.of(IDENTITY_SPACES[space]), ...ids.map(bytesOf)]);

export const identityKey = (id: string): Uint8Array => key('identities', id);

export const balanceKey = (id: string): Uint8Array => key('balances', id);

export const identityNonceKey = (id: string): Uint8Array => key('identityNonces', id);

export const contractNonceKey = (id: string, contractId: string): Uint8Array =>
  key('contractNonces', id, contractId);

/** The key of a masternode of the list; what the keys of all of them begin with when there is none. */
export const masternodeKey = (...proTxHash: readonly string[]): Uint8Array =>
  key('masternodes', ...proTxHash);

/** The key of a masternode that has left the list; what the keys of all of them begin with when there is none. */
export const departedKey = (...proTxHash: readonly string[]): Uint8Array =>
  key('departedMasternodes', ...proTxHash);

export const PROCESSING_POOL_KEY = key('processingPool');

export const ISSUED_CREDITS_KEY = key('issuedCredits');
