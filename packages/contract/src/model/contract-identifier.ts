import { sha256 } from '@noble/hashes/sha2.js';

const NONCE_BYTES = 8;

/**
 * Derives the identifier of a contract: the double SHA-256 of its owner and of the identity nonce of the transition,
 * as 8 big-endian bytes.
 *
 * Source: `packages/rs-dpp/src/data_contract/generate_data_contract.rs` in dashpay/platform.
 */
export function deriveContractIdentifier(owner: Uint8Array, identityNonce: bigint): Uint8Array {
  const bytes = new Uint8Array(owner.length + NONCE_BYTES);
  bytes.set(owner);
  new DataView(bytes.buffer).setBigUint64(owner.length, identityNonce);
  return sha256(sha256(bytes));
}
