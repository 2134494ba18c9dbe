import { doubleSha256, hash160, joined, sha256 } from '../hash/hashes.js';
import { compareBytes } from '../codec/compare.js';
import type { SignatureBackend } from './signature-backend.js';

const SIGNATURE_BYTES = 65;
const FIRST_HEADER = 27;
const COMPRESSED = 4;
const RECOVERY_IDS = 4;

/** Returns what ECDSA signs: SHA-256 twice of the signable bytes. */
export const signingHash = (signable: Uint8Array): Uint8Array => doubleSha256(signable);

interface Recoverable {
  readonly recoveryId: number;
  readonly compact: Uint8Array;
}

/**
 * Reads a signature of 65 bytes: 27 + recovery id (+ 4 for a compressed key, which is what clients write), then r and s. Source:
 * `RecoverableSignature` and `signer.rs` of dashpay/rust-dashcore.
 */
export function readRecoverable(signature: Uint8Array): Recoverable | undefined {
  const header = (signature[0] ?? 0) - FIRST_HEADER;
  if (signature.length !== SIGNATURE_BYTES || header < 0 || header >= COMPRESSED + RECOVERY_IDS)
    return undefined;
  return { recoveryId: header % RECOVERY_IDS, compact: signature.subarray(1) };
}

/** Signs signable bytes with an ECDSA key: 65 bytes, the same for the same key and bytes. */
export function signRecoverable(
  signable: Uint8Array,
  privateKey: Uint8Array,
  backend: SignatureBackend,
): Uint8Array {
  const { recoveryId, signature } = backend.signEcdsa(sha256(signable), privateKey);
  return joined(Uint8Array.of(FIRST_HEADER + COMPRESSED + recoveryId), signature);
}

/** Returns whether a signature of 65 bytes over signable bytes is that of a public key of 33 bytes. */
export function verifyByKey(
  signable: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
  backend: SignatureBackend,
): boolean {
  const read = readRecoverable(signature);
  return read !== undefined && backend.verifyEcdsa(sha256(signable), read.compact, publicKey);
}

/** Returns whether a signature of 65 bytes over signable bytes is that of the key with a hash160. */
export function verifyByKeyHash(
  signable: Uint8Array,
  signature: Uint8Array,
  keyHash: Uint8Array,
  backend: SignatureBackend,
): boolean {
  const read = readRecoverable(signature);
  if (read === undefined) return false;
  const publicKey = backend.recoverEcdsa(sha256(signable), read.compact, read.recoveryId);
  return publicKey !== undefined && compareBytes(hash160(publicKey), keyHash) === 0;
}
