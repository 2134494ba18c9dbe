import type { ValueOf } from '../codec/codec.js';
import type { keyType } from '../identity/identity-public-key.js';
import { nobleSignatures } from './noble-signatures.js';
import { signRecoverable, verifyByKey, verifyByKeyHash } from './recoverable-signature.js';
import type { SignatureBackend } from './signature-backend.js';

/** Describes the key that verifies a signature: the type and the data of an identity's key. */
export interface SigningKey {
  readonly type: ValueOf<typeof keyType>;
  /** A public key, or its hash160 for ECDSA_HASH160. */
  readonly data: Uint8Array;
}

/**
 * Returns whether a signature over signable bytes is that of a key. Keys of the types BIP13_SCRIPT_HASH and EDDSA_25519_HASH160 cannot
 * sign. BLS covers the signable bytes themselves, ECDSA their SHA-256 twice.
 *
 * Unlike the network up to protocol version 13, it rejects a BLS signature that can be read and is wrong.
 */
export function verifySignature(
  signable: Uint8Array,
  signature: Uint8Array,
  { type, data }: SigningKey,
  backend: SignatureBackend = nobleSignatures,
): boolean {
  switch (type) {
    case 'ECDSA_SECP256K1':
      return verifyByKey(signable, signature, data, backend);
    case 'ECDSA_HASH160':
      return verifyByKeyHash(signable, signature, data, backend);
    case 'BLS12_381':
      return backend.verifyBls(signable, signature, data);
    default:
      return false;
  }
}

/** Signs signable bytes. Throws RangeError for a type of key that cannot sign. */
export function sign(
  signable: Uint8Array,
  type: SigningKey['type'],
  privateKey: Uint8Array,
  backend: SignatureBackend = nobleSignatures,
): Uint8Array {
  switch (type) {
    case 'ECDSA_SECP256K1':
    case 'ECDSA_HASH160':
      return signRecoverable(signable, privateKey, backend);
    case 'BLS12_381':
      return backend.signBls(signable, privateKey);
    default:
      throw new RangeError(
        `keys of type ${type} cannot sign; use ECDSA_SECP256K1, ECDSA_HASH160 or BLS12_381`,
      );
  }
}
