import { secp256k1 } from '@noble/curves/secp256k1.js';

const SIZE = 65;
const FIRST_HEADER = 27;
const COMPRESSED = 4;

/**
 * The public key that made a recoverable signature of 65 bytes over a hash; `undefined` where there is none.
 *
 * Source: `CPubKey::RecoverCompact` in `src/pubkey.cpp` of dashpay/dash.
 */
export function recoverPublicKey(signature: Uint8Array, hash: Uint8Array): Uint8Array | undefined {
  const header = (signature[0] ?? 0) - FIRST_HEADER;
  if (signature.length !== SIZE || header < 0 || header >= 2 * COMPRESSED) return undefined;
  try {
    const recovered = Uint8Array.of(header % COMPRESSED, ...signature.subarray(1));
    const point = secp256k1.Signature.fromBytes(recovered, 'recovered').recoverPublicKey(hash);
    return point.toBytes(header >= COMPRESSED);
  } catch {
    return undefined;
  }
}

/** A recoverable signature of 65 bytes over a hash, by the secret key whose public key is written in 33 bytes. */
export function signRecoverable(hash: Uint8Array, secretKey: Uint8Array): Uint8Array {
  const [recovery = 0, ...rest] = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' });
  return Uint8Array.of(FIRST_HEADER + COMPRESSED + recovery, ...rest);
}
