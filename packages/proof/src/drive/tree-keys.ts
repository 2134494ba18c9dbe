import { rootPath } from './drive-paths.js';
import type { Path } from '../element/reference-path.js';

/** Keys in the layer of the tokens. Source: `packages/rs-drive/src/drive/tokens/paths.rs` in dashpay/platform. */
export const TOKEN_KEYS = {
  distributions: Uint8Array.of(0x20),
  statuses: Uint8Array.of(0x40),
  prices: Uint8Array.of(0x5c),
  balances: Uint8Array.of(0x80),
  contractInfos: Uint8Array.of(0xa0),
  identityInfos: Uint8Array.of(0xc0),
} as const;

/** Keys in the layer of the token distributions. Source: as for {@link TOKEN_KEYS}. */
export const TOKEN_DISTRIBUTION_KEYS = {
  perpetual: Uint8Array.of(0x40),
  timed: Uint8Array.of(0x80),
  preProgrammed: Uint8Array.of(0xc0),
} as const;

/** Keys in the layer of the timed token distributions: by what they are ordered. Source: as for {@link TOKEN_KEYS}. */
export const TIMED_DISTRIBUTION_KEYS = {
  block: Uint8Array.of(0x40),
  time: Uint8Array.of(0x80),
  epoch: Uint8Array.of(0xc0),
} as const;

/** Keys in the layer of the votes. Source: `packages/rs-drive/src/drive/votes/paths.rs` in dashpay/platform. */
export const VOTE_KEYS = {
  contestedResources: Uint8Array.of(0x63),
  decisions: Uint8Array.of(0x64),
  endDates: Uint8Array.of(0x65),
} as const;

/** Keys in the layer of the contested resources. Source: as for {@link VOTE_KEYS}. */
export const CONTESTED_RESOURCE_KEYS = {
  identityVotes: Uint8Array.of(0x69),
  activePolls: Uint8Array.of(0x70),
} as const;

/** Keys in the layer of the withdrawals. Source: `packages/rs-drive/src/drive/identity/withdrawals/paths.rs` in dashpay/platform. */
export const WITHDRAWAL_KEYS = {
  nextIndex: Uint8Array.of(0x00),
  queue: Uint8Array.of(0x01),
  amounts: Uint8Array.of(0x02),
  broadcast: Uint8Array.of(0x03),
} as const;

/** Keys in the layer of the versions. Source: `packages/rs-drive/src/drive/protocol_upgrade/mod.rs` in dashpay/platform. */
export const VERSION_KEYS = { counts: Uint8Array.of(0x00), desired: Uint8Array.of(0x01) } as const;

/**
 * Defines the key of the balances for votes. Source:
 * `packages/rs-drive/src/drive/prefunded_specialized_balances/mod.rs` in dashpay/platform.
 */
export const PREFUNDED_VOTE_BALANCES_KEY = Uint8Array.of(0x80);

/** Keys in the layer of the saved transactions. Source: `saved_block_transactions/queries.rs` below `packages/rs-drive/src/drive`. */
export const SAVED_BLOCK_KEYS = {
  compactedBalances: Uint8Array.of(0x63),
  expirations: Uint8Array.of(0x65),
  balances: Uint8Array.of(0x6d),
} as const;

/**
 * Defines the key of the shielded pool of credits. Source: `packages/rs-drive/src/drive/shielded/paths.rs` in
 * dashpay/platform.
 */
export const SHIELDED_POOL_KEY = Uint8Array.of(0x4d);

/** Returns the path of the shielded pool of credits. */
export const shieldedPoolPath = (): Path => [...rootPath('shieldedBalances'), SHIELDED_POOL_KEY];

/** Keys in the layer of the shielded pool. Source: as for {@link SHIELDED_POOL_KEY}. */
export const SHIELDED_POOL_KEYS = {
  total: Uint8Array.of(0x20),
  nullifiers: Uint8Array.of(0x40),
  anchorsByHeight: Uint8Array.of(0x60),
  notes: Uint8Array.of(0x80),
  anchors: Uint8Array.of(0xc0),
} as const;
