import { isBlsPublicKey, isBlsSignature } from '../crypto/bls.js';
import { BLS_PUBLIC_KEY_SIZE, BLS_SIGNATURE_SIZE } from './field-sizes.js';

/** What stands for no BLS public key: zeros, in hexadecimal. */
export const NULL_BLS_PUBLIC_KEY = '00'.repeat(BLS_PUBLIC_KEY_SIZE);

/** What stands for no BLS signature: zeros, in hexadecimal. */
export const NULL_BLS_SIGNATURE = '00'.repeat(BLS_SIGNATURE_SIZE);

/**
 * Whether a public key in hexadecimal can be read: it is none, or a point.
 *
 * Source: `CBLSWrapper::Unserialize` in `src/bls/bls.h` of dashpay/dash, which throws otherwise.
 */
export function isBlsPublicKeyOrNone(hex: string): boolean {
  return hex === NULL_BLS_PUBLIC_KEY || isBlsPublicKey(hex);
}

/** As {@link isBlsPublicKeyOrNone}, for a signature. */
export function isBlsSignatureOrNone(hex: string): boolean {
  return hex === NULL_BLS_SIGNATURE || isBlsSignature(hex);
}
