import { NEWEST_RELEASED_PROTOCOL } from '@dapikit/contract';
import { hexToBytes } from '@noble/hashes/utils.js';
import { protocolOf } from '../chain/protocol.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { InputError } from '../../base/errors/input-error.js';
import type { StoreView } from '../../store/store.js';
import type { KeyHashIndex } from './identity-entry-keys.js';
import { findKeyHolder, isUniqueKey } from './key-hash-index.js';
import { keyHash, type PublicKey } from './public-key.js';

/**
 * Rejects keys with the hash of a key of a unique type that an identity has already, disabled ones included, and unique keys whose hash is
 * a key of an identity: the network checks the first, and fails at the second.
 *
 * Source: `validate_unique_identity_public_key_hashes_not_in_state` in `packages/rs-drive-abci` and
 * `insert_unique_public_key_hash_reference_to_identity` in `packages/rs-drive` of dashpay/platform.
 * @throws {ConsensusError} 40207, or 10501 up to protocol 10; both are paid.
 * @throws {InputError} for a unique key whose hash is a key.
 */
export async function checkUnusedKeys(
  view: StoreView,
  keys: readonly PublicKey[],
  protocolVersion: number,
): Promise<void> {
  const duplicatedIds = await idsOfUsed(view, keys, 'uniqueKeyHashes');
  if (duplicatedIds.length === 0) return checkSharedHashes(view, keys);
  if (protocolOf(protocolVersion).namesUsedKeysInState)
    throw new ConsensusError('DuplicatedIdentityPublicKeyIdStateError', { duplicatedIds });
  throw new ConsensusError('DuplicatedIdentityPublicKeyIdBasicError', { duplicatedIds }, true);
}

async function checkSharedHashes(view: StoreView, keys: readonly PublicKey[]): Promise<void> {
  const [id] = await idsOfUsed(view, keys.filter(isUniqueKey), 'sharedKeyHashes');
  if (id === undefined) return;
  throw new InputError('keys', {
    problem: `an identity has the hash of key ${id} as a key: up to protocol ${NEWEST_RELEASED_PROTOCOL}, the network fails at such a key`,
    expected: 'keys whose hashes no identity has',
    found: `key ${id}`,
    fix: 'use another key',
  });
}

/** Returns the ids of those keys whose hashes are in an index. */
async function idsOfUsed(
  view: StoreView,
  keys: readonly PublicKey[],
  index: KeyHashIndex,
): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const key of keys)
    if ((await findKeyHolder(view, index, hexToBytes(keyHash(key)))) !== undefined) ids.push(key.id);
  return ids;
}
