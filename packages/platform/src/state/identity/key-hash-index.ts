import { hexToBytes } from '@noble/hashes/utils.js';
import { behindPrefix } from '../keys/tuple-key.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { keyHashKey, type KeyHashIndex } from './identity-entry-keys.js';
import { keyHash, type PublicKey } from './public-key.js';

const NOTHING = new Uint8Array();
const ID_BYTES = 32;

/** Returns whether one identity alone may have a key. Source: `is_unique_key_type` in `packages/rs-dpp` of dashpay/platform. */
export const isUniqueKey = ({ type }: Pick<PublicKey, 'type'>): boolean =>
  type === 'ECDSA_SECP256K1' || type === 'BLS12_381';

const indexOf = (key: PublicKey): KeyHashIndex => (isUniqueKey(key) ? 'uniqueKeyHashes' : 'sharedKeyHashes');

/** Returns the key of the index entry of a key of an identity. */
export const keyHashEntry = (identityId: Uint8Array, key: PublicKey): Uint8Array =>
  keyHashKey(indexOf(key), hexToBytes(keyHash(key)), identityId);

/** Adds keys of an identity to the index. A disabled key stays, as on the network. */
export function enterKeyHashes(view: WritableView, identityId: Uint8Array, keys: readonly PublicKey[]): void {
  for (const key of keys) view.put(keyHashEntry(identityId, key), NOTHING);
}

/**
 * Returns the first identity that has a key with a hash, in the order of the bytes of the ids.
 *
 * @param hash 20 bytes.
 * @param startAfter the id of the identity before it.
 */
export async function findKeyHolder(
  view: StoreView,
  index: KeyHashIndex,
  hash: Uint8Array,
  startAfter?: Uint8Array,
): Promise<Uint8Array | undefined> {
  const prefix = keyHashKey(index, hash);
  const from = startAfter === undefined ? prefix : Buffer.concat([keyHashKey(index, hash, startAfter), NEXT]);
  const [entry] = await view.scan({ from, to: behindPrefix(prefix), limit: 1 });
  return entry && Uint8Array.from(entry.key.subarray(-ID_BYTES));
}

/** Behind a key, what makes the shortest key after it. */
const NEXT = Uint8Array.of(0);
