import { bytesToHex, hexToBytes } from '../bytes/hex.js';
import { blsBackend } from './bls-backend.js';
import { recentResults } from './recent-results.js';

/*
 * BLS12-381 as masternode operators use it since V19 (the "basic" scheme): public keys in G1, signatures in G2, the
 * domain of draft-irtf-cfrg-bls-signature's basic scheme. Source: `src/bls/bls.h` of dashpay/dash.
 */

/** A transaction is checked when it arrives, when it is mined, and while it waits. */
const REMEMBERED = 1000;
const verifications = recentResults<boolean>(REMEMBERED);
const publicKeyChecks = recentResults<boolean>(REMEMBERED);
const signatureChecks = recentResults<boolean>(REMEMBERED);

/** Returns the public key of a secret key of 32 bytes, big-endian: 48 bytes. */
export function blsPublicKeyOf(secretKey: Uint8Array): Uint8Array {
  const publicKey = blsBackend().blsPublicKey(secretKey);
  // What was made here needs no check.
  publicKeyChecks(bytesToHex(publicKey), () => true);
  return publicKey;
}

/** Describes a BLS key with its public key: 32 bytes, big-endian, and 48 bytes in hexadecimal. */
export interface BlsKey {
  readonly secretKey: Uint8Array;
  readonly publicKey: string;
}

/** Signs as {@link signBls} does; returns hexadecimal text. That the signature is right is known from then on, which saves a check of some milliseconds. */
export function signBlsWith({ secretKey, publicKey }: BlsKey, message: Uint8Array): string {
  const signature = bytesToHex(signBls(message, secretKey));
  verifications(verificationKey(signature, message, publicKey), () => true);
  return signature;
}

/** Returns the signature of 96 bytes over a message, which in Dash is a hash of 32 bytes in internal order. */
export function signBls(message: Uint8Array, secretKey: Uint8Array): Uint8Array {
  return blsBackend().signBls(message, secretKey);
}

/** Returns whether a signature is that of the public key over the message; false for bytes that are no signature or key. */
export function verifyBls(signatureHex: string, message: Uint8Array, publicKeyHex: string): boolean {
  return verifications(verificationKey(signatureHex, message, publicKeyHex), () =>
    succeeds(() => blsBackend().verifyBls(message, hexToBytes(signatureHex), hexToBytes(publicKeyHex))),
  );
}

/** Returns whether 48 bytes in hexadecimal are a point of the right order, and not the null point. */
export function isBlsPublicKey(publicKeyHex: string): boolean {
  return publicKeyChecks(publicKeyHex, () =>
    succeeds(() => blsBackend().isBlsPublicKey(hexToBytes(publicKeyHex))),
  );
}

function verificationKey(signatureHex: string, message: Uint8Array, publicKeyHex: string): string {
  return [signatureHex, bytesToHex(message), publicKeyHex].join(' ');
}

/** Returns whether 96 bytes in hexadecimal are a point of the right order, and not the null point. */
export function isBlsSignature(signatureHex: string): boolean {
  return signatureChecks(signatureHex, () =>
    succeeds(() => blsBackend().isBlsSignature(hexToBytes(signatureHex))),
  );
}

/** Returns whether `check` gives true, and does not throw. */
function succeeds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}
