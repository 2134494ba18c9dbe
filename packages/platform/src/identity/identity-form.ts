import { cachedForm } from '../bytes/stored-value.js';
import type { BoundKey } from './bound-keys.js';
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

export const IDENTITY_FORM = cachedForm<StoredIdentity>();
