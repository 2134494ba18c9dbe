import { secp256k1 } from '@noble/curves/secp256k1.js';
import { orElse } from './or-else.js';
import { readRecoverable } from './recoverable-signature.js';

const NUMBER_BYTES = 32;
const ORDER = secp256k1.Point.Fn.ORDER;

/**
 * Returns whether bytes are an ECDSA signature, which a wrong one is as well: its numbers are below the order of the curve.
 *
 * Source: `secp256k1_ecdsa_recoverable_signature_parse_compact` in bitcoin-core/secp256k1.
 */
export function isReadableEcdsa(signature: Uint8Array): boolean {
  const read = readRecoverable(signature);
  if (read === undefined) return false;
  return [0, NUMBER_BYTES].every((at) => numberAt(read.compact, at) < ORDER);
}

const numberAt = (bytes: Uint8Array, at: number): bigint =>
  bytes.subarray(at, at + NUMBER_BYTES).reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);

/** Returns a public key of 33 or 65 bytes in compressed form; undefined where the bytes are no point of the curve. */
export const compressedKey = (publicKey: Uint8Array): Uint8Array | undefined =>
  orElse(undefined, () => secp256k1.Point.fromBytes(publicKey).toBytes(true));
