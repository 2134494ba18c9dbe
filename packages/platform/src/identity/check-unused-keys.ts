import { hexToBytes } from '@noble/hashes/utils.js';
import { ConsensusError } from '../errors/consensus-error.js';
import type { StoreView } from '../store/store.js';
import { findKeyHolder, isUniqueKey } from './key-hash-index.js';
import { keyHash, type PublicKey } from './public-key.js';

/**
 * Rejects keys of a unique type that an identity has already, disabled ones included.
 *
 * Source: `validate_unique_identity_public_key_hashes_not_in_state` in `packages/rs-drive-abci` of dashpay/platform.
 * @throws {ConsensusError} 40206, paid.
 */
export async function checkUnusedKeys(view: StoreView, keys: readonly PublicKey[]): Promise<void> {
  const keyIds: number[] = [];
  for (const key of keys.filter(isUniqueKey))
    if ((await findKeyHolder(view, 'uniqueKeyHashes', hexToBytes(keyHash(key)))) !== undefined)
      keyIds.push(key.id);
  if (keyIds.length > 0) throw new ConsensusError('DuplicatedIdentityPublicKeyStateError', { keyIds });
}
