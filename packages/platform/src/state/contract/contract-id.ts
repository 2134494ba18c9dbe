import { doubleHash } from '../../base/bytes/double-hash.js';
import { integerBytes } from '../../base/bytes/integer-bytes.js';

/**
 * Returns the id of a contract.
 *
 * Source: `packages/rs-dpp/src/data_contract/generate_data_contract.rs` in dashpay/platform.
 * @param ownerId the identity that registers it; 32 bytes.
 * @param identityNonce the nonce of the transition that registers it.
 */
export function contractId(ownerId: Uint8Array, identityNonce: bigint): Uint8Array {
  return doubleHash(ownerId, integerBytes(identityNonce, 8));
}
