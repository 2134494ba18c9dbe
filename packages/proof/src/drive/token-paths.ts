import { u64BigEndian } from '@dapikit/protocol/codec';
import { hexToBytes } from '@noble/hashes/utils.js';
import type { Path } from '../element/reference-path.js';
import { MISC_KEYS, rootPath } from './drive-paths.js';
import { TIMED_DISTRIBUTION_KEYS, TOKEN_DISTRIBUTION_KEYS, TOKEN_KEYS } from './tree-keys.js';

/**
 * Where Drive has tokens at protocol 12 and 13.
 *
 * Source: `packages/rs-drive/src/drive/tokens/paths.rs` in dashpay/platform.
 */

/** Returns the path of a tree of the tokens. */
export const tokensPath = (name: keyof typeof TOKEN_KEYS): Path => [...rootPath('tokens'), TOKEN_KEYS[name]];

/** Returns the path of the balances in a token, by identity. */
export const tokenBalancesPath = (tokenId: Uint8Array): Path => [...tokensPath('balances'), tokenId];

/** Returns the path of what is stored about the accounts of a token, by identity. */
export const tokenIdentityInfosPath = (tokenId: Uint8Array): Path => [
  ...tokensPath('identityInfos'),
  tokenId,
];

/** Returns the path of the supplies of all tokens. */
export const tokenSuppliesPath = (): Path => [...rootPath('misc'), MISC_KEYS.tokenSupplies];

/** Returns the path of the tokens that are distributed in a way. */
export const tokenDistributionsPath = (name: keyof typeof TOKEN_DISTRIBUTION_KEYS): Path => [
  ...tokensPath('distributions'),
  TOKEN_DISTRIBUTION_KEYS[name],
];

/** Keys in the layer of the distribution of a token. The layer of a pre-programmed one has times beside the claims. */
export const DISTRIBUTION_KEYS = { info: Uint8Array.of(0x80), claims: Uint8Array.of(0xc0) } as const;

/** Returns the path of the last claims of a distribution, by identity. */
export const tokenClaimsPath = (name: 'perpetual' | 'preProgrammed', tokenId: Uint8Array): Path => [
  ...tokenDistributionsPath(name),
  tokenId,
  DISTRIBUTION_KEYS.claims,
];

/** Returns the path of the pre-programmed distributions of all tokens, by time. */
export const timedDistributionsPath = (): Path => [
  ...tokenDistributionsPath('timed'),
  TIMED_DISTRIBUTION_KEYS.time,
];

/** Returns the time of a distribution as a key: 8 bytes in big endian. @param time milliseconds */
export const distributionTimeKey = (time: bigint): Uint8Array => u64BigEndian(time);

/** Id of the contract with the history of tokens. Source: `packages/token-history-contract/src/lib.rs` in dashpay/platform. */
export const TOKEN_HISTORY_CONTRACT_ID = hexToBytes(
  '2d43591522d8914e9cf3113acabe0d5c3d287ac95463bb6ee9803f30ac1dd26c',
);
