import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hexToBytes } from '../../base/bytes/hex.js';
import { encodeBase58check } from './base58check.js';
import { AddressError } from './address-error.js';
import type { NetworkName } from './network-prefixes.js';
import { decodePrivateKeyWif, encodePrivateKeyWif } from './private-key-wif.js';

const ONE = hexToBytes(`${'00'.repeat(31)}01`);

describe('a private key in wallet import format', () => {
  // Testnet prefixes are those of Bitcoin, where the spelling of the key 1 is widely known.
  it('encodes the key 1 as known from other software', () => {
    expect(encodePrivateKeyWif({ key: ONE, compressed: true }, 'regtest')).toBe(
      'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
    );
    expect(encodePrivateKeyWif({ key: ONE, compressed: false }, 'testnet')).toBe(
      '91avARGdfge8E4tZfYLoxeJ5sGBdNJQH4kvjJoQFacbgwmaKkrx',
    );
    expect(encodePrivateKeyWif({ key: ONE, compressed: true }, 'mainnet')).toMatch(/^X/);
    expect(encodePrivateKeyWif({ key: ONE, compressed: false }, 'mainnet')).toMatch(/^7/);
  });

  it('round-trips through text', () => {
    const networks = fc.constantFrom<NetworkName>('mainnet', 'testnet', 'devnet', 'regtest');
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.boolean(),
        networks,
        (key, compressed, network) => {
          expect(decodePrivateKeyWif(encodePrivateKeyWif({ key, compressed }, network), network)).toEqual({
            key,
            compressed,
          });
        },
      ),
    );
  });

  it.each([
    ['unknown-prefix', encodePrivateKeyWif({ key: ONE, compressed: true }, 'mainnet')],
    ['bad-checksum', 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcB'],
    ['bad-characters', 'not a key'],
    ['bad-length', encodeBase58check(Uint8Array.of(239, ...ONE, 2))],
    ['bad-length', encodeBase58check(Uint8Array.of(239, ...ONE.slice(1)))],
  ])('rejects a text with %s without quoting it', (reason, text) => {
    const rejected = () => decodePrivateKeyWif(text, 'regtest');
    expect(rejected).toThrow(AddressError);
    expect(rejected).toThrow(expect.objectContaining({ reason }));
    expect(rejected).not.toThrow(text);
  });

  it('rejects a key of another length', () => {
    expect(() => encodePrivateKeyWif({ key: new Uint8Array(31), compressed: true }, 'regtest')).toThrow(
      RangeError,
    );
  });
});
