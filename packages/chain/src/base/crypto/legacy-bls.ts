import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bytesToHex, hexToBytes, isHex } from '../bytes/hex.js';
import { recentResults } from './recent-results.js';

/*
 * BLS keys and signatures as bytes of the scheme before V19 ("legacy"). Dash Core reads them without a check of the subgroup, and takes
 * an x without a point for a point: errors of its library are dropped for this scheme.
 *
 * Source: `G1Element::FromBytesUnchecked` and `G2Element::FromBytesUnchecked` in `src/dashbls/src/elements.cpp`, `ep_read_bin`,
 * `ep_pck`, `ep2_read_bin` and `ep2_pck` of its relic, and `CBLSWrapper::CheckMalleable` in `src/bls/bls.h` of dashpay/dash 23.1.2.
 */
const { Fp, Fp2 } = bls12_381.fields;
const FIELD_BYTES = 48;

const COMPRESSED = 0x80;
const LEGACY_SIGN = 0x80;
const BASIC_SIGN = 0x20;
const DIGITS = 0x1f;
const BELOW_SIGN = 0x7f;

/** The constant of the curve of signatures: y² = x³ + 4(1 + u). */
const SIGNATURE_CURVE_B = Fp2.fromBigTuple([4n, 4n]);

/** Number of cached results: to find out that a signature has a point takes a square root of some milliseconds. */
const RECENT_SIGNATURES = 1000;
const pointChecks = recentResults<boolean>(RECENT_SIGNATURES);

/** Returns whether Dash Core reads 48 bytes in hexadecimal as a public key of the legacy scheme. Zeros are none. */
export function isLegacyPublicKey(publicKeyHex: string): boolean {
  if (!isHex(publicKeyHex)) return false;
  const bytes = hexToBytes(publicKeyHex);
  if (bytes.length !== FIELD_BYTES || bytes.every((byte) => byte === 0)) return false;
  return isFieldElement(withoutSign(bytes));
}

/** Returns whether Dash Core reads 96 bytes in hexadecimal as a signature of the legacy scheme. Zeros are none. */
export function isLegacySignature(signatureHex: string): boolean {
  if (!isHex(signatureHex)) return false;
  const bytes = hexToBytes(signatureHex);
  if (bytes.length !== 2 * FIELD_BYTES || bytes.every((byte) => byte === 0)) return false;
  const [c0, c1] = [withoutSign(bytes.subarray(0, FIELD_BYTES)), bytes.subarray(FIELD_BYTES)];
  if (!isFieldElement(c0) || !isFieldElement(c1)) return false;
  // An x without a point is read as one whose y is written without the sign.
  return !hasLegacySign(bytes) || pointChecks(signatureHex, () => hasPoint(numberOf(c0), numberOf(c1)));
}

/** Returns a public key of the legacy scheme in the form of the basic scheme: only the flags in the first byte differ. */
export function basicFromLegacy(publicKeyHex: string): string {
  const bytes = hexToBytes(publicKeyHex);
  bytes[0] = basicFlags(bytes[0] ?? 0, hasLegacySign(bytes));
  return bytesToHex(bytes);
}

/** Returns a signature of the legacy scheme in the form of the basic scheme: the halves change places, and the flags differ. */
export function basicSignatureFromLegacy(signatureHex: string): string {
  const bytes = hexToBytes(signatureHex);
  const swapped = Uint8Array.of(
    ...bytes.subarray(FIELD_BYTES),
    ...withoutSign(bytes.subarray(0, FIELD_BYTES)),
  );
  swapped[0] = basicFlags(swapped[0] ?? 0, hasLegacySign(bytes));
  return bytesToHex(swapped);
}

/** Returns a signature of the basic scheme in the form of the legacy scheme. */
export function legacySignatureFromBasic(signatureHex: string): string {
  const bytes = hexToBytes(signatureHex);
  const hasSign = ((bytes[0] ?? 0) & BASIC_SIGN) !== 0;
  const swapped = Uint8Array.of(...bytes.subarray(FIELD_BYTES), ...bytes.subarray(0, FIELD_BYTES));
  swapped[FIELD_BYTES] = (swapped[FIELD_BYTES] ?? 0) & DIGITS;
  swapped[0] = (swapped[0] ?? 0) | (hasSign ? LEGACY_SIGN : 0);
  return bytesToHex(swapped);
}

/** Returns a public key of the basic scheme in the form of the legacy scheme. */
export function legacyFromBasic(publicKeyHex: string): string {
  const bytes = hexToBytes(publicKeyHex);
  const first = bytes[0] ?? 0;
  bytes[0] = (first & DIGITS) | ((first & BASIC_SIGN) === 0 ? 0 : LEGACY_SIGN);
  return bytesToHex(bytes);
}

function basicFlags(first: number, hasSign: boolean): number {
  return (first & DIGITS) | COMPRESSED | (hasSign ? BASIC_SIGN : 0);
}

function hasLegacySign(bytes: Uint8Array): boolean {
  return ((bytes[0] ?? 0) & LEGACY_SIGN) !== 0;
}

function withoutSign(bytes: Uint8Array): Uint8Array {
  return bytes.with(0, (bytes[0] ?? 0) & BELOW_SIGN);
}

function isFieldElement(bytes: Uint8Array): boolean {
  return numberOf(bytes) < Fp.ORDER;
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${bytesToHex(bytes)}`);
}

function hasPoint(c0: bigint, c1: bigint): boolean {
  const x = Fp2.fromBigTuple([c0, c1]);
  try {
    Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(x), x), SIGNATURE_CURVE_B));
    return true;
  } catch {
    return false;
  }
}
