import { cachedForm, storedForm } from '../../base/bytes/stored-value.js';
import type { BoundKey } from './bound-keys.js';
import { publicKeyInfo, publicKeyOf, type PublicKeyInfo } from './public-key-info.js';
import type { PublicKey } from './public-key.js';

/** Describes the stored fields of an identity other than its balance. */
export interface StoredIdentity {
  /** 0, and one more after each change of its keys. */
  readonly revision: bigint;
  /** By their ids. */
  readonly keys: readonly PublicKey[];
  /** By their ids; absent where no key is bound to a contract. */
  readonly boundKeys?: readonly BoundKey[];
}

/** Identity with identifiers in base58, as its entry has them. */
type IdentityEntry = Omit<StoredIdentity, 'keys'> & { readonly keys: readonly PublicKeyInfo[] };

const ENTRY_FORM = storedForm<IdentityEntry>();

export const IDENTITY_FORM = cachedForm<StoredIdentity>({
  toBytes: (identity) => ENTRY_FORM.toBytes({ ...identity, keys: identity.keys.map(publicKeyInfo) }),
  fromBytes: (bytes) => {
    const entry = ENTRY_FORM.fromBytes(bytes);
    return { ...entry, keys: entry.keys.map(publicKeyOf) };
  },
});
