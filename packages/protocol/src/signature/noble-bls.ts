import { bls12_381 } from '@noble/curves/bls12-381.js';
import { orElse } from './or-else.js';
import type { SignatureBackend } from './signature-backend.js';

/** Keys in G1, signatures in G2, the domain of the basic scheme. Source: `src/bls/bls.h` of dashpay/dash. */
const basicScheme = bls12_381.longSignatures;

/** Points are compressed: `@noble/curves` reads others too. */
const SIGNATURE_BYTES = 96;
const PUBLIC_KEY_BYTES = 48;

/** Checks and makes BLS signatures with `@noble/curves`, without what ECDSA needs. */
export const nobleBls: Pick<SignatureBackend, 'signBls' | 'verifyBls'> = {
  verifyBls: (message, signature, publicKey) =>
    signature.length === SIGNATURE_BYTES &&
    publicKey.length === PUBLIC_KEY_BYTES &&
    orElse(false, () => basicScheme.verify(signature, basicScheme.hash(message), publicKey)),
  signBls: (message, privateKey) => basicScheme.sign(basicScheme.hash(message), privateKey).toBytes(),
};

/** Returns whether the bytes of a BLS signature and of a public key are points of their groups, which a wrong signature is as well. */
export const isReadableBls = (signature: Uint8Array, publicKey: Uint8Array): boolean =>
  orElse(false, () => {
    basicScheme.Signature.fromBytes(signature).assertValidity();
    bls12_381.G1.Point.fromBytes(publicKey).assertValidity();
    return true;
  });

/** Returns the public key of a private BLS key: 48 bytes. Throws where the bytes are no key. */
export const blsPublicKey = (privateKey: Uint8Array): Uint8Array =>
  basicScheme.getPublicKey(privateKey).toBytes();
