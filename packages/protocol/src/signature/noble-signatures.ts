import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '../hash/hashes.js';
import { nobleBls } from './noble-bls.js';
import { orElse } from './or-else.js';
import type { SignatureBackend } from './signature-backend.js';

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
  ...nobleBls,
};
