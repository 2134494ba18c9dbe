import { cachedForm } from '../bytes/stored-value.js';
import type { PublicKey } from './public-key.js';

/** Describes the stored fields of an identity other than its balance. */
export interface StoredIdentity {
  /** 0, and one more after each change of its keys. */
  readonly revision: bigint;
  /** By their ids. */
  readonly keys: readonly PublicKey[];
}

export const IDENTITY_FORM = cachedForm<StoredIdentity>();
