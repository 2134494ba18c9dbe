import { spaceKey } from '../keys/space-key.js';

/**
 * Lists the spaces of tokens in a store: the first byte of a key is the kind of the entry.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 28 | token id | state of the token |
 * | 29 | token id, identity id | the balance of the identity, 8 bytes; where it ever had some of the token |
 * | 40 | token id, identity id | 1 while the account is frozen, else 0; where it ever was frozen |
 * | 41 | token id | the price of the token as bytes of the network, while it is for sale |
 * | 42 | token id, identity id | the moment up to which the identity claimed a perpetual distribution, as bytes of the network |
 * | 43 | token id, identity id | the time of the last pre-programmed distribution that the identity claimed, 8 bytes, milliseconds |
 * | 44 | token id | the rules with the distributions that the token was registered with, as bytes of the network, where it had some |
 * | 45 | token id, identity id | the time at which the identity claimed what each gets once, 8 bytes, milliseconds |
 *
 * Ids have 32 bytes and are unchanged.
 */
export const TOKEN_SPACES = {
  tokens: 0x28,
  tokenBalances: 0x29,
  tokenFreezes: 0x40,
  tokenPrices: 0x41,
  perpetualClaims: 0x42,
  preProgrammedClaims: 0x43,
  tokenDistributions: 0x44,
  onceOnlyClaims: 0x45,
} as const;

/** Names a space of entries that tokens have for identities. */
export type AccountSpace = Exclude<
  keyof typeof TOKEN_SPACES,
  'tokens' | 'tokenPrices' | 'tokenDistributions'
>;

/** Returns the key of a token. */
export const tokenKey = (tokenId: Uint8Array): Uint8Array => spaceKey(TOKEN_SPACES.tokens, tokenId);

/** Returns the key of the price of a token. */
export const tokenPriceKey = (tokenId: Uint8Array): Uint8Array => spaceKey(TOKEN_SPACES.tokenPrices, tokenId);

/** Returns the prefix of the keys of all balances of a token. */
export const balancesPrefix = (tokenId: Uint8Array): Uint8Array =>
  spaceKey(TOKEN_SPACES.tokenBalances, tokenId);

/** Returns the key of an entry that a token has for an identity. */
export const accountKey = (space: AccountSpace, tokenId: Uint8Array, identityId: Uint8Array): Uint8Array =>
  spaceKey(TOKEN_SPACES[space], tokenId, identityId);
