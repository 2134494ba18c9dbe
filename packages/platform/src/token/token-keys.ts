import { bytesOf } from '../bytes/identifier-order.js';
import { spaceKey } from '../keys/space-key.js';

/**
 * Lists the spaces of tokens in a store: the first byte of a key is the kind of the entry.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 28 | token id | what is known of the token |
 * | 29 | token id, identity id | the balance of the account, and whether it is frozen |
 *
 * Ids have 32 bytes and are unchanged.
 */
export const TOKEN_SPACES = { tokens: 0x28, tokenAccounts: 0x29 } as const;

export const tokenKey = (tokenId: string): Uint8Array => spaceKey(TOKEN_SPACES.tokens, bytesOf(tokenId));

/** Returns the prefix of the keys of all accounts of a token. */
export const accountsPrefix = (tokenId: string): Uint8Array =>
  spaceKey(TOKEN_SPACES.tokenAccounts, bytesOf(tokenId));

export const accountKey = (tokenId: string, identityId: string): Uint8Array =>
  spaceKey(TOKEN_SPACES.tokenAccounts, bytesOf(tokenId), bytesOf(identityId));
