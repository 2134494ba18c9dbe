import { hexToBytes } from '@noble/hashes/utils.js';
import { protocolOf } from '../chain/protocol.js';
import { ConsensusError } from '../errors/consensus-error.js';
import type { StoreView } from '../store/store.js';
import { findKeyHolder } from './key-hash-index.js';
import { keyHash, type PublicKey } from './public-key.js';

/**
 * Rejects keys with the hash of a key of a unique type that an identity has already, disabled ones included.
 *
 * Source: `validate_unique_identity_public_key_hashes_not_in_state` in `packages/rs-drive-abci` of dashpay/platform.
 * @throws {ConsensusError} 40207, or 10501 up to protocol 10; both are paid.
 */
export async function checkUnusedKeys(
  view: StoreView,
  keys: readonly PublicKey[],
  protocolVersion: number,
): Promise<void> {
  const keyIds: number[] = [];
  for (const key of keys)
    if ((await findKeyHolder(view, 'uniqueKeyHashes', hexToBytes(keyHash(key)))) !== undefined)
      keyIds.push(key.id);
  if (keyIds.length === 0) return;
  if (protocolOf(protocolVersion).namesUsedKeysInState)
    throw new ConsensusError('DuplicatedIdentityPublicKeyIdStateError', { keyIds });
  throw new ConsensusError('DuplicatedIdentityPublicKeyIdBasicError', { keyIds }, true);
}
