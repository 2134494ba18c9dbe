import { createHash } from 'node:crypto';
import { secp256k1 } from '@bitauth/libauth/build/lib/crypto/default-crypto-instances.js';
import { nobleSignatures, type SignatureBackend } from '../index.js';
import { currentBls } from '../wasm/load-bls.js';

const COMPRESSED_BYTES = 33;
const SIGNATURE_BYTES = 64;
const PRIVATE_KEY_BYTES = 32;

const isRecoveryId = (id: number): id is 0 | 1 | 2 | 3 => id === 0 || id === 1 || id === 2 || id === 3;

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/**
 * Makes and checks ECDSA signatures with libsecp256k1, compiled to WebAssembly: in half the time of OpenSSL and a tenth of the time of TypeScript, and
 * makes and checks BLS signatures in WebAssembly once `loadBls` has loaded it. All else is that of {@link nobleSignatures}. A high s is not
 * accepted. Source: `secp256k1_ecdsa_verify` in bitcoin-core/secp256k1. The package of libsecp256k1 has no entry point for the curve alone, and all of it
 * takes 150 ms more to load: this imports the module of the curve. package.json names one version.
 */
export const nodeSignatures: SignatureBackend = {
  ...nobleSignatures,
  verifyEcdsa: (message, signature, publicKey) =>
    // The library does not check lengths.
    signature.length === SIGNATURE_BYTES &&
    publicKey.length === COMPRESSED_BYTES &&
    secp256k1.verifySignatureCompactLowS(signature, publicKey, sha256(message)),
  recoverEcdsa: (message, signature, recoveryId) => {
    if (signature.length !== SIGNATURE_BYTES || !isRecoveryId(recoveryId)) return undefined;
    const publicKey = secp256k1.recoverPublicKeyCompressed(signature, recoveryId, sha256(message));
    return typeof publicKey === 'string' ? undefined : publicKey;
  },
  signEcdsa: (message, privateKey) => {
    // The library does not check lengths.
    const signed =
      privateKey.length === PRIVATE_KEY_BYTES
        ? secp256k1.signMessageHashRecoverableCompact(privateKey, sha256(message))
        : 'a private key has 32 bytes';
    if (typeof signed === 'string') throw new RangeError(signed);
    return signed;
  },
  signBls: (message, privateKey) => currentBls().signBls(message, privateKey),
  verifyBls: (message, signature, publicKey) => currentBls().verifyBls(message, signature, publicKey),
};
