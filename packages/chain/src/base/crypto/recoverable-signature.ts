import { secp256k1 } from './secp256k1.js';

const SIZE = 65;
const FIRST_HEADER = 27;
const COMPRESSED = 4;
const RECOVERY_IDS = [0, 1, 2, 3] as const;
const LAST_RECOVERY_ID = 3;

/**
 * Returns the public key that made a recoverable signature of 65 bytes over a hash; `undefined` where there is none. Of the header byte only
 * three bits count.
 *
 * Source: `CPubKey::RecoverCompact` in `src/pubkey.cpp` of dashpay/dash.
 */
export function recoverPublicKey(signature: Uint8Array, hash: Uint8Array): Uint8Array | undefined {
  const header = (signature[0] ?? 0) - FIRST_HEADER;
  const recoveryId = RECOVERY_IDS[header & LAST_RECOVERY_ID];
  if (signature.length !== SIZE || recoveryId === undefined) return undefined;
  const recover =
    (header & COMPRESSED) !== 0
      ? secp256k1.recoverPublicKeyCompressed
      : secp256k1.recoverPublicKeyUncompressed;
  const recovered = recover(signature.subarray(1), recoveryId, hash);
  return typeof recovered === 'string' ? undefined : recovered;
}

/**
 * Returns a recoverable signature of 65 bytes over a hash, by the secret key whose public key is written in 33 bytes.
 * @throws {Error} when `secretKey` is not between 1 and the order of the curve.
 */
export function signRecoverable(hash: Uint8Array, secretKey: Uint8Array): Uint8Array {
  const signed = secp256k1.signMessageHashRecoverableCompact(secretKey, hash);
  if (typeof signed === 'string') throw new Error(signed);
  return Uint8Array.of(FIRST_HEADER + COMPRESSED + signed.recoveryId, ...signed.signature);
}
