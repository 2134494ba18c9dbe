import { secp256k1 } from '@noble/curves/secp256k1.js';
import { parseLaxSignature } from './lax-signature.js';

const VERIFY_OPTIONS = { prehash: false, lowS: false } as const;
const SIGN_OPTIONS = { prehash: false, lowS: true, format: 'der' } as const;

const COMPRESSED_SIZE = 33;
const UNCOMPRESSED_SIZE = 65;
const UNCOMPRESSED_PREFIX = 0x04;

/** How long a public key is that begins with this byte. 6 and 7 (hybrid) say the parity of Y and give Y as well. */
const SIZE_OF_PREFIX: ReadonlyMap<number, number> = new Map([
  [0x02, COMPRESSED_SIZE],
  [0x03, COMPRESSED_SIZE],
  [0x04, UNCOMPRESSED_SIZE],
  [0x06, UNCOMPRESSED_SIZE],
  [0x07, UNCOMPRESSED_SIZE],
]);

/**
 * Whether the length of a public key is the one its first byte promises. The point may still not be on the curve.
 *
 * Source: CPubKey::ValidSize in `src/pubkey.h`, dashpay/dash.
 */
export function isPublicKeySize(publicKey: Uint8Array): boolean {
  const [prefix] = publicKey;
  return prefix !== undefined && SIZE_OF_PREFIX.get(prefix) === publicKey.length;
}

/**
 * Whether a signature (without hash type, DER or nearly so, S high or low) over the 32 bytes `hash` was made with the
 * secret of `publicKey`. False for anything malformed; never throws.
 *
 * Source: CPubKey::Verify in `src/pubkey.cpp`, dashpay/dash.
 */
export function verifyEcdsa(signature: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean {
  const key = withoutHybridPrefix(publicKey);
  const compact = key === undefined ? undefined : parseLaxSignature(signature);
  return key !== undefined && compact !== undefined && secp256k1.verify(compact, hash, key, VERIFY_OPTIONS);
}

/**
 * The signature over the 32 bytes `hash`: DER, S low, and the same every time (RFC 6979). Dash Core's wallet goes on
 * until R is low as well, so its signatures may be other ones.
 * @throws {Error} when `secretKey` is not 32 bytes between 1 and the order of the curve.
 */
export function signEcdsa(hash: Uint8Array, secretKey: Uint8Array): Uint8Array {
  return secp256k1.sign(hash, secretKey, SIGN_OPTIONS);
}

/**
 * The public key of a secret key: 33 bytes, or 65 where `compressed` is false.
 * @throws {Error} when `secretKey` is not 32 bytes between 1 and the order of the curve.
 */
export function publicKeyOf(secretKey: Uint8Array, compressed = true): Uint8Array {
  return secp256k1.getPublicKey(secretKey, compressed);
}

function withoutHybridPrefix(publicKey: Uint8Array): Uint8Array | undefined {
  if (!isPublicKeySize(publicKey)) return undefined;
  const prefix = publicKey[0] ?? 0;
  if (prefix <= UNCOMPRESSED_PREFIX) return publicKey;
  const parityOfY = (publicKey.at(-1) ?? 0) & 1;
  return parityOfY === (prefix & 1)
    ? Uint8Array.of(UNCOMPRESSED_PREFIX, ...publicKey.subarray(1))
    : undefined;
}
