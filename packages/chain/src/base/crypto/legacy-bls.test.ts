import { bls12_381 } from '@noble/curves/bls12-381.js';
import { describe, expect, it } from 'vitest';
import { bytesToHex, hexToBytes } from '../bytes/hex.js';
import { blsPublicKeyOf, isBlsPublicKey, isBlsSignature, signBls } from './bls.js';
import { sha256 } from './hashes.js';
import {
  basicFromLegacy,
  basicSignatureFromLegacy,
  isLegacyPublicKey,
  isLegacySignature,
  legacyFromBasic,
  legacySignatureFromBasic,
} from './legacy-bls.js';

const { Fp } = bls12_381.fields;
const seeds = Array.from({ length: 8 }, (_, i) => sha256(Uint8Array.of(i)).with(0, 1));
const publicKeys = seeds.map((seed) => bytesToHex(blsPublicKeyOf(seed)));
const signatures = seeds.map((seed) => bytesToHex(signBls(sha256(seed), seed)));

/** The number of the first 48 bytes, with the bits of flags. */
const fieldElement = (value: bigint, flags = 0): Uint8Array => {
  const bytes = hexToBytes(value.toString(16).padStart(96, '0'));
  return bytes.with(0, bytes[0]! | flags);
};

describe('public keys of the legacy scheme', () => {
  it('are those of the basic scheme with other flags', () => {
    for (const key of publicKeys) {
      const legacy = legacyFromBasic(key);
      const { y } = bls12_381.G1.Point.fromHex(key).toAffine();
      expect(hexToBytes(legacy)[0]! >= 0x80).toBe(y > (Fp.ORDER - 1n) / 2n);
      expect(isLegacyPublicKey(legacy)).toBe(true);
      expect(basicFromLegacy(legacy)).toBe(key);
    }
  });

  it('need no point, only an x below the modulus', () => {
    expect(isLegacyPublicKey('11'.repeat(48))).toBe(true);
    expect(isBlsPublicKey(basicFromLegacy('11'.repeat(48)))).toBe(false);
    expect(isLegacyPublicKey(bytesToHex(fieldElement(Fp.ORDER - 1n, 0x80)))).toBe(true);
    expect(isLegacyPublicKey(bytesToHex(fieldElement(Fp.ORDER)))).toBe(false);
    expect(isLegacyPublicKey(bytesToHex(fieldElement(1n, 0x20)))).toBe(false);
    expect(isLegacyPublicKey(`c0${'00'.repeat(47)}`)).toBe(false);
    expect(isLegacyPublicKey('00'.repeat(48))).toBe(false);
  });
});

describe('signatures of the legacy scheme', () => {
  it('are those of the basic scheme with the halves changed over', () => {
    for (const signature of signatures) {
      const legacy = legacySignatureFromBasic(signature);
      expect(isLegacySignature(legacy)).toBe(true);
      expect(basicSignatureFromLegacy(legacy)).toBe(signature);
      expect(isBlsSignature(legacy)).toBe(false);
    }
  });

  it('may lack a point where they have no sign', () => {
    const withoutPoint = ['11', '12', '13'].filter((byte) => {
      const signed = bytesToHex(hexToBytes(byte.repeat(96)).with(0, Number.parseInt(byte, 16) | 0x80));
      expect(isLegacySignature(byte.repeat(96))).toBe(true);
      return !isLegacySignature(signed);
    });
    expect(withoutPoint.length).toBeGreaterThan(0);
    expect(isLegacySignature('ff'.repeat(96))).toBe(false);
    expect(isLegacySignature('00'.repeat(96))).toBe(false);
  });
});
