import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { nobleSignatures, type SignatureBackend } from '../index.js';
import { currentBls } from './node-bls.js';

/** The beginning of a public key of secp256k1 in DER: algorithm, curve, and the length of 33 bytes. Source: RFC 5480. */
const SPKI_PREFIX = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex');
const COMPRESSED_BYTES = 33;
const SIGNATURE_BYTES = 64;

/** Half the order of secp256k1: a larger s is not accepted, as in libsecp256k1. Source: SEC 2, section 2.4.1. */
const HALF_ORDER = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex');

/** Limits how many keys stay decoded: decoding one takes OpenSSL a third of the time of a check. */
const MAX_DECODED_KEYS = 1024;
/** The keys that were used last, by their bytes as text; the oldest come first. */
const decodedKeys = new Map<string, KeyObject>();

function keyObjectOf(publicKey: Uint8Array): KeyObject | undefined {
  if (publicKey.length !== COMPRESSED_BYTES) return undefined;
  const text = Buffer.from(publicKey).toString('latin1');
  const key = decodedKeys.get(text) ?? decodedKey(publicKey);
  if (key === undefined) return undefined;
  decodedKeys.delete(text);
  decodedKeys.set(text, key);
  const [oldest] = decodedKeys.keys();
  if (decodedKeys.size > MAX_DECODED_KEYS && oldest !== undefined) decodedKeys.delete(oldest);
  return key;
}

function decodedKey(publicKey: Uint8Array): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.concat([SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

/**
 * Checks ECDSA signatures with OpenSSL, three to four times as fast as in TypeScript, and makes and checks BLS signatures in WebAssembly once
 * `loadBls` has loaded it. OpenSSL recovers no keys and makes no signatures by RFC 6979: for these it is {@link nobleSignatures}.
 */
export const nodeSignatures: SignatureBackend = {
  ...nobleSignatures,
  verifyEcdsa: (message, signature, publicKey) => {
    if (signature.length !== SIGNATURE_BYTES || HALF_ORDER.compare(signature.subarray(32)) < 0) return false;
    const key = keyObjectOf(publicKey);
    return key !== undefined && verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature);
  },
  signBls: (message, privateKey) => currentBls().signBls(message, privateKey),
  verifyBls: (message, signature, publicKey) => currentBls().verifyBls(message, signature, publicKey),
};
