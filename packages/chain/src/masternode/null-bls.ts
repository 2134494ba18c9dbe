import { isBlsPublicKey, isBlsSignature } from '../crypto/bls.js';
import { BLS_PUBLIC_KEY_SIZE, BLS_SIGNATURE_SIZE } from './field-sizes.js';

/** Defines the null BLS public key: zeros, in hexadecimal. */
export const NULL_BLS_PUBLIC_KEY = '00'.repeat(BLS_PUBLIC_KEY_SIZE);

/** Defines the null BLS signature: zeros, in hexadecimal. */
export const NULL_BLS_SIGNATURE = '00'.repeat(BLS_SIGNATURE_SIZE);

/**
 * Returns whether a public key in hexadecimal can be read: it is none, or a point.
 *
 * Source: `CBLSWrapper::Unserialize` in `src/bls/bls.h` of dashpay/dash, which throws otherwise.
 */
export function isBlsPublicKeyOrNone(hex: string): boolean {
  return hex === NULL_BLS_PUBLIC_KEY || isBlsPublicKey(hex);
}

/** Returns whether a signature is valid as {@link isBlsPublicKeyOrNone} does for a key. */
export function isBlsSignatureOrNone(hex: string): boolean {
  return hex === NULL_BLS_SIGNATURE || isBlsSignature(hex);
}
