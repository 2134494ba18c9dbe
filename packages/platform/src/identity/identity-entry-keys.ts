import { bytesOf } from '../bytes/identifier-order.js';
import { joined } from '../bytes/double-hash.js';
import { KEY_SPACES } from '../keys/key-spaces.js';

/*
 * Where identities are in the store; the first byte is that of KEY_SPACES. Ids have 32 bytes and stand as they are.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | identities | identity id | its revision and keys |
 * | balances | identity id | credits, 8 bytes |
 * | identityNonces | identity id | nonce and mask, 8 bytes |
 * | contractNonces | identity id, contract id | nonce and mask, 8 bytes |
 * | masternodes | ProTx hash | what the list has of it |
 * | departedMasternodes | ProTx hash | empty; until the next block begins |
 * | processingPool | | credits, 8 bytes |
 */

const key = (space: keyof typeof KEY_SPACES, ...ids: readonly string[]): Uint8Array =>
  joined([Uint8Array.of(KEY_SPACES[space]), ...ids.map(bytesOf)]);

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
