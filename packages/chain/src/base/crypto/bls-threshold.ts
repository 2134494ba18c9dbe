import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bytesToHex } from '../bytes/hex.js';

/*
 * A key in shares: as many members as the polynomial has coefficients sign for all, fewer cannot. Source: `Poly::Evaluate` in
 * `src/dashbls/src/threshold.cpp` of dashpay/dash.
 */

const { Fr } = bls12_381.fields;

/** Returns the sum of secret keys of 32 bytes, big-endian, modulo the order of the group. */
export function addSecretKeys(keys: readonly Uint8Array[]): Uint8Array {
  return Fr.toBytes(keys.reduce((sum, key) => Fr.add(sum, scalar(key)), 0n));
}

/**
 * Returns a member's share of a secret key.
 * @param coefficients of the polynomial, 32 bytes each, big-endian; the first is the secret key that is shared
 * @param id of the member: 32 bytes
 */
export function secretKeyShare(coefficients: readonly Uint8Array[], id: Uint8Array): Uint8Array {
  const x = scalar(id);
  return Fr.toBytes(coefficients.reduceRight((sum, each) => Fr.add(Fr.mul(sum, x), scalar(each)), 0n));
}

function scalar(bytes: Uint8Array): bigint {
  return Fr.create(BigInt(`0x${bytesToHex(bytes)}`));
}
