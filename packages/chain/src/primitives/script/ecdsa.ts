import { recentResults } from '../../base/crypto/recent-results.js';
import { secp256k1 } from '../../base/crypto/secp256k1.js';
import { parseLaxSignature } from './lax-signature.js';

const COMPRESSED_SIZE = 33;
const UNCOMPRESSED_SIZE = 65;
const SECRET_KEY_SIZE = 32;

/**
 * A script can check the same signature hundreds of times for two bytes each. One that differs takes 33 bytes or more, of
 * the 1,650 that an input may have.
 */
const REMEMBERED = 256;
const verifications = recentResults<boolean>(REMEMBERED);

/** Length of a public key by its first byte. 6 and 7 (hybrid) say the parity of Y and give Y as well. */
const SIZE_OF_PREFIX: ReadonlyMap<number, number> = new Map([
  [0x02, COMPRESSED_SIZE],
  [0x03, COMPRESSED_SIZE],
  [0x04, UNCOMPRESSED_SIZE],
  [0x06, UNCOMPRESSED_SIZE],
  [0x07, UNCOMPRESSED_SIZE],
]);

/**
 * Returns whether the length of a public key is the one its first byte promises. The point may still not be on the curve.
 *
 * Source: CPubKey::ValidSize in `src/pubkey.h`, dashpay/dash.
 */
export function isPublicKeySize(publicKey: Uint8Array): boolean {
  const [prefix] = publicKey;
  return prefix !== undefined && SIZE_OF_PREFIX.get(prefix) === publicKey.length;
}

/**
 * Returns whether a signature (without hash type, DER or nearly so, S high or low) over the 32 bytes `hash` was made with the
 * secret of `publicKey`. False for anything malformed; never throws.
 *
 * Source: CPubKey::Verify in `src/pubkey.cpp`, dashpay/dash.
 */
export function verifyEcdsa(signature: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean {
  if (!isPublicKeySize(publicKey)) return false;
  return verifications(Buffer.concat([hash, publicKey, signature]).toString('latin1'), () => {
    const compact = parseLaxSignature(signature);
    return compact !== undefined && secp256k1.verifySignatureCompact(compact, publicKey, hash);
  });
}

/**
 * Returns the signature over the 32 bytes `hash`: DER, S low, and the same every time (RFC 6979). Dash Core's wallet goes on
 * until R is low as well, so its signatures may be other ones.
 * @throws {Error} when `secretKey` is not 32 bytes between 1 and the order of the curve.
 */
export function signEcdsa(hash: Uint8Array, secretKey: Uint8Array): Uint8Array {
  return orThrow(secp256k1.signMessageHashDER(checkedSize(secretKey), hash));
}

/**
 * Returns the public key of a secret key: 33 bytes, or 65 where `compressed` is false.
 * @throws {Error} when `secretKey` is not 32 bytes between 1 and the order of the curve.
 */
export function publicKeyOf(secretKey: Uint8Array, compressed = true): Uint8Array {
  const derive = compressed ? secp256k1.derivePublicKeyCompressed : secp256k1.derivePublicKeyUncompressed;
  return orThrow(derive(checkedSize(secretKey)));
}

/** Rejects a key of another size: the library would pad a short one. */
function checkedSize(secretKey: Uint8Array): Uint8Array {
  if (secretKey.length === SECRET_KEY_SIZE) return secretKey;
  throw new Error(`expected a secret key of ${SECRET_KEY_SIZE} bytes, found ${secretKey.length}`);
}

/** The library reports failures as texts. */
function orThrow(result: Uint8Array | string): Uint8Array {
  if (typeof result === 'string') throw new Error(result);
  return result;
}
