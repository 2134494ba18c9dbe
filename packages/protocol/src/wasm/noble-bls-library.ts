import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { blsPublicKey, nobleBls } from '../index.js';
import type { BlsLibrary } from './bls-library.js';

const { G1, G2, fields } = bls12_381;

/** Does the arithmetic of BLS with `@noble/curves`. */
export const nobleBlsLibrary: BlsLibrary = {
  ...nobleBls,
  blsPublicKey,
  isBlsPublicKey: (bytes) => isPoint(() => compressed(G1.Point, bytes, 48)),
  isBlsSignature: (bytes) => isPoint(() => compressed(G2.Point, bytes, 96)),
  sumBlsPublicKeys: (summands) =>
    summands
      .map(({ publicKey, weight }) => {
        const scalar = BigInt(`0x${bytesToHex(weight)}`);
        if (weight.length !== 32 || !fields.Fr.isValid(scalar))
          throw new RangeError('a weight is not a scalar');
        const point = compressed(G1.Point, publicKey, 48);
        point.assertValidity();
        return point.multiplyUnsafe(scalar);
      })
      .reduce((sum, point) => sum.add(point), G1.Point.ZERO)
      .toBytes(),
};

function compressed<Point>(
  { fromBytes }: { readonly fromBytes: (bytes: Uint8Array) => Point },
  bytes: Uint8Array,
  length: number,
): Point {
  if (bytes.length !== length) throw new RangeError(`a point has ${length} bytes, found ${bytes.length}`);
  return fromBytes(bytes);
}

function isPoint(read: () => { readonly assertValidity: () => void; readonly is0: () => boolean }): boolean {
  try {
    const point = read();
    point.assertValidity();
    return !point.is0();
  } catch {
    return false;
  }
}
