import { identifierText } from '../../base/bytes/identifier.js';
import { publicKeyInfo, type PublicKeyInfo } from '../../state/identity/public-key-info.js';
import type { Identity } from '../../state/identity/identity-store.js';

/** Describes an identity to callers. */
export interface IdentityInfo extends Omit<Identity, 'id' | 'keys'> {
  /** Base58. */
  readonly id: string;
  readonly keys: readonly PublicKeyInfo[];
}

/** Returns an identity that the caller may change: cached identities are shared. */
export const identityInfo = (identity: Identity): IdentityInfo => ({
  ...identity,
  id: identifierText(identity.id),
  keys: identity.keys.map((key) => ({ ...publicKeyInfo(key), data: Uint8Array.from(key.data) })),
});
