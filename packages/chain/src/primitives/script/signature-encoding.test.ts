import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../base/crypto/hashes.js';
import { isPublicKeySize, publicKeyOf, signEcdsa, verifyEcdsa } from './ecdsa.js';
import { parseLaxSignature } from './lax-signature.js';
import { isLowS, isStrictSignature } from './signature-encoding.js';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const hex = (value: Uint8Array | undefined) => value && Buffer.from(value).toString('hex');
const scalar = (digits: string) => digits.padStart(64, '0');

const ORDER = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
const HALF_ORDER = '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0';

const secret = sha256(Buffer.from('signature-encoding.test'));
const hash = sha256(Buffer.from('a message'));

describe('isStrictSignature', () => {
  it.each([
    ['30 06 02 01 01 02 01 01 01', true],
    ['30 07 02 02 0080 02 01 01 01', true],
    ['31 06 02 01 01 02 01 01 01', false],
    ['30 05 02 01 01 02 01 01 01', false],
    ['30 06 03 01 01 02 01 01 01', false],
    ['30 06 02 01 01 03 01 01 01', false],
    ['30 06 02 01 81 02 01 01 01', false],
    ['30 06 02 01 01 02 01 81 01', false],
    ['30 07 02 02 0001 02 01 01 01', false],
    ['30 07 02 01 01 02 02 0001 01', false],
    ['30 06 02 00 02 02 01 01 01', false],
    ['30 06 02 02 0101 02 00 01', false],
    ['30 06 02 ff 01 02 01 01 01', false],
    ['30 06 02 01 01 02 02 01 01', false],
    ['30 05 02 01 01 02 01 01', false],
    ['', false],
  ])('of %s is %s', (text, strict) => expect(isStrictSignature(bytes(text))).toBe(strict));

  it('accepts every signature made by signEcdsa, and none with an extra byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (message) => {
        const signature = signEcdsa(message, secret);
        expect(isStrictSignature(Uint8Array.of(...signature, 1))).toBe(true);
        expect(isStrictSignature(Uint8Array.of(...signature, 1, 1))).toBe(false);
        expect(isLowS(signature)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

describe('parseLaxSignature', () => {
  it.each([
    ['plain', '30 06 02 01 0a 02 01 0b', 'a', 'b'],
    ['a wrong sequence length', '30 55 02 01 0a 02 01 0b', 'a', 'b'],
    ['a long sequence length', '30 82 ffff 02 01 0a 02 01 0b', 'a', 'b'],
    ['a negative number', '30 06 02 01 8a 02 01 8b', '8a', '8b'],
    ['needless zeros', '30 08 02 03 00000a 02 01 0b', 'a', 'b'],
    ['long number lengths', '30 0a 02 83 000001 0a 02 81 01 0b', 'a', 'b'],
    ['garbage behind', '30 06 02 01 0a 02 01 0b dead', 'a', 'b'],
    ['empty numbers', '30 04 02 00 02 00', '', ''],
    ['R of the order', `30 25 02 21 00${ORDER} 02 01 0b`, '', ''],
    ['S of 33 bytes', `30 25 02 01 0a 02 21 01${ORDER}`, '', ''],
  ])('reads %s', (_, text, r, s) => expect(hex(parseLaxSignature(bytes(text)))).toBe(scalar(r) + scalar(s)));

  it.each([
    '',
    '30',
    '31 06',
    '30 81',
    '30 06 03 01 0a 02 01 0b',
    '30 06 02',
    '30 06 02 81',
    '30 06 02 05 0a',
  ])('rejects "%s"', (text) => expect(parseLaxSignature(bytes(text))).toBeUndefined());

  it.each([
    '30 06 02 01 0a',
    '30 06 02 01 0a 02',
    '30 06 02 01 0a 02 02 0b',
    '30 06 02 84 01000000 0a 02 01 0b',
  ])('rejects the truncated "%s"', (text) => expect(parseLaxSignature(bytes(text))).toBeUndefined());

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (tail) => {
        const parsed = parseLaxSignature(Uint8Array.of(0x30, ...tail));
        expect(parsed === undefined || parsed.length === 64).toBe(true);
      }),
    );
  });
});

describe('isLowS', () => {
  it('accepts S up to half of the curve order', () => {
    expect(isLowS(bytes(`30 25 02 01 01 02 20 ${HALF_ORDER}`))).toBe(true);
    expect(isLowS(bytes(`30 25 02 01 01 02 20 ${HALF_ORDER.slice(0, -1)}1`))).toBe(false);
    expect(isLowS(bytes('00'))).toBe(false);
  });
});

describe('verifyEcdsa', () => {
  it('accepts only signatures of signEcdsa, which is deterministic', () => {
    const signature = signEcdsa(hash, secret);
    expect(signEcdsa(hash, secret)).toEqual(signature);
    for (const compressed of [true, false]) {
      const key = publicKeyOf(secret, compressed);
      expect(isPublicKeySize(key)).toBe(true);
      expect(verifyEcdsa(signature, hash, key)).toBe(true);
      expect(verifyEcdsa(signature, sha256(hash), key)).toBe(false);
      expect(verifyEcdsa(signature, hash, key.with(5, (key[5] ?? 0) ^ 1))).toBe(false);
      expect(verifyEcdsa(signature.with(20, (signature[20] ?? 0) ^ 1), hash, key)).toBe(false);
    }
  });

  it('rejects invalid keys', () => {
    const signature = signEcdsa(hash, secret);
    const offCurve = Uint8Array.of(2, ...bytes('ff'.repeat(32)));
    for (const key of [
      new Uint8Array(),
      Uint8Array.of(0),
      new Uint8Array(33),
      offCurve,
      Uint8Array.of(4, 1),
    ]) {
      expect(verifyEcdsa(signature, hash, key)).toBe(false);
    }
    expect(verifyEcdsa(bytes('30 04 02 00 02 00'), hash, publicKeyOf(secret))).toBe(false);
  });
});
