import { doubleHash } from '../../base/bytes/double-hash.js';
import { integerBytes } from '../../base/bytes/integer-bytes.js';

const TAG = new TextEncoder().encode('dash_token');

/**
 * Returns the id of a token.
 *
 * Source: `calculate_token_id` in `packages/rs-dpp/src/tokens/mod.rs` of dashpay/platform.
 * @param contractId of the contract that has it; 32 bytes.
 * @param position 0 to 65535.
 */
export function tokenId(contractId: Uint8Array, position: number): Uint8Array {
  return doubleHash(TAG, contractId, integerBytes(BigInt(position), 2));
}
