import { bls12_381 } from '@noble/curves/bls12-381.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '../hash/hashes.js';
import type { SignatureBackend } from './signature-backend.js';

/** Keys in G1, signatures in G2, the domain of the basic scheme. Source: `src/bls/bls.h` of dashpay/dash. */
const basicScheme = bls12_381.longSignatures;
/** The message is a hash already. */
const HASHED = { prehash: false, lowS: true } as const;

/** Checks and makes signatures with `@noble/curves`: pure TypeScript, for every platform. */
export const nobleSignatures: SignatureBackend = {
  verifyEcdsa: (message, signature, publicKey) =>
    orElse(false, () => secp256k1.verify(signature, sha256(message), publicKey, HASHED)),
  recoverEcdsa: (message, signature, recoveryId) =>
    orElse(undefined, () =>
      secp256k1.recoverPublicKey(Uint8Array.of(recoveryId, ...signature), sha256(message), {
        prehash: false,
      }),
    ),
  signEcdsa: (message, privateKey) => {
    const signed = secp256k1.sign(sha256(message), privateKey, { ...HASHED, format: 'recovered' });
    return { recoveryId: signed[0] ?? 0, signature: signed.subarray(1) };
  },
  verifyBls: (message, signature, publicKey) =>
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

/** Returns a fallback where a library throws for bytes that are no signature or key. */
function orElse<Value>(fallback: Value, compute: () => Value): Value {
  try {
    return compute();
  } catch {
    return fallback;
  }
}
