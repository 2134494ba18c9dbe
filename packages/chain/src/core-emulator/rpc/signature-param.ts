import { isBlsSignature } from '../../base/crypto/bls.js';
import { invalidParameter } from './rpc-params.js';

/**
 * Returns a BLS signature in hexadecimal.
 * @throws {NodeRejectionError} -8 if the value is not a signature
 */
export function readSignature(text: string): string {
  const signature = text.toLowerCase();
  if (isBlsSignature(signature)) return signature;
  throw invalidParameter('invalid signature format');
}
