import type { Identity } from '../identity/identity-store.js';

/** Returns a copy of an identity that the caller may change: cached identities are shared. */
export const ownIdentity = (identity: Identity): Identity => ({
  ...identity,
  keys: identity.keys.map((key) => ({ ...key, data: Uint8Array.from(key.data) })),
});
