import { isBlsPublicKey, isBlsSignature } from '../../base/crypto/bls.js';
import {
  basicFromLegacy,
  basicSignatureFromLegacy,
  isLegacyPublicKey,
  isLegacySignature,
} from '../../base/crypto/legacy-bls.js';
import { BLS_PUBLIC_KEY_SIZE, BLS_SIGNATURE_SIZE } from './field-sizes.js';

/** Defines the null BLS public key: zeros, in hexadecimal. */
export const NULL_BLS_PUBLIC_KEY = '00'.repeat(BLS_PUBLIC_KEY_SIZE);

/** Defines the null BLS signature: zeros, in hexadecimal. */
export const NULL_BLS_SIGNATURE = '00'.repeat(BLS_SIGNATURE_SIZE);

/** Names how BLS keys and signatures are written: since V19, or before. */
export type BlsScheme = 'basic' | 'legacy';

/**
 * Reads a public key that is written in hexadecimal: returns it in the form of the basic scheme, the null key for zeros and for bytes
 * that are a key of the other scheme only, and `undefined` for bytes that cannot be read.
 *
 * Source: `CBLSWrapper::Unserialize` in `src/bls/bls.h` of dashpay/dash, which throws for the last.
 */
export function readBlsPublicKey(hex: string, scheme: BlsScheme): string | undefined {
  if (hex === NULL_BLS_PUBLIC_KEY) return hex;
  if (scheme === 'legacy' && isLegacyPublicKey(hex)) return basicFromLegacy(hex);
  if (isBlsPublicKey(hex)) return scheme === 'basic' ? hex : NULL_BLS_PUBLIC_KEY;
  return scheme === 'basic' && isLegacyPublicKey(hex) ? NULL_BLS_PUBLIC_KEY : undefined;
}

/** Reads a signature as {@link readBlsPublicKey} reads a key. */
export function readBlsSignature(hex: string, scheme: BlsScheme): string | undefined {
  if (hex === NULL_BLS_SIGNATURE) return hex;
  if (scheme === 'legacy' && isLegacySignature(hex)) return basicSignatureFromLegacy(hex);
  if (isBlsSignature(hex)) return scheme === 'basic' ? hex : NULL_BLS_SIGNATURE;
  return scheme === 'basic' && isLegacySignature(hex) ? NULL_BLS_SIGNATURE : undefined;
}
