import { bytesOf } from '../bytes/identifier-order.js';
import { joined } from '../bytes/double-hash.js';
import { KEY_SPACES } from '../keys/key-spaces.js';

/*
 * Where tokens are in the store; the first byte is that of KEY_SPACES. Ids have 32 bytes and stand as they are.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | tokens | token id | what is known of the token |
 * | tokenAccounts | token id, identity id | its balance, and whether it is frozen |
 */

export const tokenKey = (tokenId: string): Uint8Array =>
  joined([Uint8Array.of(KEY_SPACES.tokens), bytesOf(tokenId)]);

/** What the keys of all accounts of a token begin with. */
export const accountsPrefix = (tokenId: string): Uint8Array =>
  joined([Uint8Array.of(KEY_SPACES.tokenAccounts), bytesOf(tokenId)]);

export const accountKey = (tokenId: string, identityId: string): Uint8Array =>
  joined([accountsPrefix(tokenId), bytesOf(identityId)]);
