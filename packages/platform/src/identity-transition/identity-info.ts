import { identifierText } from '../bytes/identifier.js';
import type { Identity } from '../identity/identity-store.js';

/** Describes an identity to callers. */
export interface IdentityInfo extends Omit<Identity, 'id'> {
  /** Base58. */
  readonly id: string;
}

/** Returns an identity that the caller may change: cached identities are shared. */
export const identityInfo = (identity: Identity): IdentityInfo => ({
  ...identity,
  id: identifierText(identity.id),
  keys: identity.keys.map((key) => ({ ...key, data: Uint8Array.from(key.data) })),
});
