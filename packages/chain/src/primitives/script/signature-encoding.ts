import { parseLaxSignature } from './lax-signature.js';
import type { ScriptError } from './script-error.js';
import type { ScriptFlags } from './script-flags.js';
import { isDefinedHashType } from './signature-hash-type.js';

const SEQUENCE_TAG = 0x30;
const INTEGER_TAG = 0x02;
/** 30 length 02 length R 02 length S, and the hash type; R and S take 1 to 33 bytes each. */
const MIN_SIGNATURE_BYTES = 9;
const MAX_SIGNATURE_BYTES = 73;

const COMPRESSED_SIZE = 33;
const UNCOMPRESSED_SIZE = 65;

/** Half the order of secp256k1, rounded down: the largest low S. */
const HALF_ORDER = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex');

/**
 * Returns the encoding error of a signature (its last byte is the hash type) under `flags`; undefined if it is valid.
 * An empty signature is well-formed: it is the short way to fail a check.
 *
 * Source: CheckSignatureEncoding in `src/script/interpreter.cpp`, dashpay/dash.
 */
export function signatureEncodingProblem(signature: Uint8Array, flags: ScriptFlags): ScriptError | undefined {
  const hashType = signature.at(-1);
  if (hashType === undefined) return undefined;
  const strict = flags.has('DERSIG') || flags.has('LOW_S') || flags.has('STRICTENC');
  if (strict && !isStrictSignature(signature)) return 'SIG_DER';
  if (flags.has('LOW_S') && !isLowS(signature.subarray(0, -1))) return 'SIG_HIGH_S';
  if (flags.has('STRICTENC') && !isDefinedHashType(hashType)) return 'SIG_HASHTYPE';
  return undefined;
}

/** Returns the encoding error of a public key under `flags`; undefined if it is valid. Only STRICTENC requires anything. */
export function publicKeyEncodingProblem(publicKey: Uint8Array, flags: ScriptFlags): ScriptError | undefined {
  return flags.has('STRICTENC') && !isStrictPublicKey(publicKey) ? 'PUBKEYTYPE' : undefined;
}

/**
 * Returns whether a signature with its hash type is strictly DER (BIP-66): both numbers positive and no longer than needed.
 */
export function isStrictSignature(signature: Uint8Array): boolean {
  const { length } = signature;
  if (length < MIN_SIGNATURE_BYTES || length > MAX_SIGNATURE_BYTES) return false;
  const rLength = signature[3] ?? 0;
  const sTag = 4 + rLength;
  const sLength = signature[sTag + 1];
  return (
    signature[0] === SEQUENCE_TAG &&
    signature[1] === length - 3 &&
    sLength !== undefined &&
    rLength + sLength + 7 === length &&
    isStrictInteger(signature, 2, rLength) &&
    isStrictInteger(signature, sTag, sLength)
  );
}

/** Returns whether S is in the lower half of the curve's order. A signature that does not parse is not; one out of range is. */
export function isLowS(derSignature: Uint8Array): boolean {
  const compact = parseLaxSignature(derSignature);
  return compact !== undefined && Buffer.compare(compact.subarray(32), HALF_ORDER) <= 0;
}

function isStrictPublicKey(publicKey: Uint8Array): boolean {
  const [prefix] = publicKey;
  if (prefix === 0x04) return publicKey.length === UNCOMPRESSED_SIZE;
  return (prefix === 0x02 || prefix === 0x03) && publicKey.length === COMPRESSED_SIZE;
}

function isStrictInteger(signature: Uint8Array, tag: number, length: number): boolean {
  const first = signature[tag + 2] ?? 0;
  const second = signature[tag + 3] ?? 0;
  const isPadded = length > 1 && first === 0 && (second & 0x80) === 0;
  return signature[tag] === INTEGER_TAG && length > 0 && (first & 0x80) === 0 && !isPadded;
}
