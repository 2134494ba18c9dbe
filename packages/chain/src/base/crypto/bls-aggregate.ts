import { bls12_381 } from '@noble/curves/bls12-381.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { bytesToHex, hexToBytes } from '../bytes/hex.js';
import { blsBackend } from './bls-backend.js';
import { verifyBls } from './bls.js';
import { sha256 } from './hashes.js';

/*
 * Signatures of several over the same message, as one. Each key counts as often as a hash of all keys says, so that nobody can
 * choose a key that cancels those of others. Source: `CoreMPL::AggregateSecure` and `HashPubKeys` in
 * `src/dashbls/src/schemes.cpp` of dashpay/dash.
 */

const { Fr } = bls12_381.fields;

/** Returns the key that signs for all of some, given each with its public key in hexadecimal: 32 bytes, big-endian. */
export function aggregateSecretKey(
  signers: readonly { readonly secretKey: Uint8Array; readonly publicKey: string }[],
): Uint8Array {
  const sorted = signers.toSorted((a, b) => compareHex(a.publicKey, b.publicKey));
  const weights = weightsOf(sorted.map(({ publicKey }) => publicKey));
  const sum = sorted.reduce((total, { secretKey }, i) => {
    const key = Fr.create(BigInt(`0x${bytesToHex(secretKey)}`));
    return Fr.add(total, Fr.mul(key, weights[i] ?? 0n));
  }, 0n);
  return Fr.toBytes(sum);
}

/**
 * Returns whether a signature is that of all of some public keys over the same message, aggregated so that no key can cancel another's;
 * false for bytes that are no signature or key, and for no key.
 */
export function verifyAggregatedBls(
  signatureHex: string,
  message: Uint8Array,
  publicKeysHex: readonly string[],
): boolean {
  const aggregated = aggregatePublicKey(publicKeysHex);
  return aggregated !== undefined && verifyBls(signatureHex, message, aggregated);
}

function aggregatePublicKey(publicKeysHex: readonly string[]): string | undefined {
  const sorted = publicKeysHex.toSorted(compareHex);
  if (sorted.length === 0) return undefined;
  try {
    const weights = weightsOf(sorted);
    const summands = sorted.map((key, i) => ({
      publicKey: hexToBytes(key),
      weight: Fr.toBytes(weights[i] ?? 0n),
    }));
    return bytesToHex(blsBackend().sumBlsPublicKeys(summands));
  } catch {
    return undefined;
  }
}

/** Returns how much each of sorted public keys counts. */
function weightsOf(sortedPublicKeysHex: readonly string[]): bigint[] {
  const all = sha256(hexToBytes(sortedPublicKeysHex.join('')));
  return sortedPublicKeysHex.map((_, index) => {
    const place = new Uint8Array(4);
    new DataView(place.buffer).setUint32(0, index, false);
    return Fr.create(BigInt(`0x${bytesToHex(sha256(new ByteWriter().bytes(place).bytes(all).toBytes()))}`));
  });
}

function compareHex(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
