import { bls12_381 } from '@noble/curves/bls12-381.js';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { bytesToHex, hexToBytes } from '../bytes/hex.js';
import { blsBackend, nobleBlsBackend as noble, useBlsBackend } from './bls-backend.js';
import { verifyAggregatedBls } from './bls-aggregate.js';
import { blsPublicKeyOf, isBlsPublicKey, isBlsSignature, signBls, signBlsWith, verifyBls } from './bls.js';
import { sha256 } from './hashes.js';

const others = blsBackend();
useBlsBackend(noble);
afterAll(() => useBlsBackend(others));

const secretKey = sha256(Uint8Array.of(7)).with(0, 1);
const message = sha256(Uint8Array.of(1));
const basic = bls12_381.longSignatures;

describe('a BLS signature created by signBls', () => {
  const publicKey = bytesToHex(blsPublicKeyOf(secretKey));
  const signature = signBlsWith({ secretKey, publicKey }, message);

  it('is valid, also for another BLS library', () => {
    expect(signature).toBe(bytesToHex(signBls(message, secretKey)));
    expect(verifyBls(signature, message, publicKey)).toBe(true);
    expect(basic.verify(hexToBytes(signature), basic.hash(message), hexToBytes(publicKey))).toBe(true);
  });

  it('is invalid for another message or key', () => {
    const other = bytesToHex(blsPublicKeyOf(secretKey.with(0, 2)));
    expect(verifyBls(signature, sha256(message), publicKey)).toBe(false);
    expect(verifyBls(signature, message, other)).toBe(false);
    expect(isBlsPublicKey(publicKey)).toBe(true);
  });
});

describe('another backend of BLS', () => {
  afterEach(() => {
    useBlsBackend(noble);
  });

  it('makes and checks all signatures from then on', () => {
    const calls: string[] = [];
    const noting: ProxyHandler<typeof noble> = {
      get: (target, name): unknown => {
        calls.push(String(name));
        return Reflect.get(target, name);
      },
    };
    useBlsBackend(new Proxy(noble, noting));
    const secret = secretKey.with(0, 3);
    const publicKey = bytesToHex(blsPublicKeyOf(secret));
    const signature = bytesToHex(signBls(message, secret));
    expect(isBlsSignature(signature)).toBe(true);
    expect(isBlsPublicKey(bytesToHex(noble.blsPublicKey(secret.with(0, 4))))).toBe(true);
    expect(verifyBls(signature, message, publicKey)).toBe(true);
    expect(verifyAggregatedBls(signature, message, [publicKey])).toBe(false);
    expect(new Set(calls)).toEqual(new Set(Object.keys(noble)));
  });
});
