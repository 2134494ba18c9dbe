import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { recordedResponse } from '../../../test/recorded.js';
import { bytesToHex, hexToBytes } from '../../base/bytes/hex.js';
import { decodeAddress, encodeAddress } from './address.js';
import { encodeBase58check } from './base58check.js';
import { AddressError } from './address-error.js';
import type { NetworkName } from './network-prefixes.js';

interface DecodedOutput {
  readonly scriptPubKey: { readonly hex: string; readonly address: string };
}

const NETWORKS: NetworkName[] = ['mainnet', 'testnet', 'devnet', 'regtest'];

function reasonOf(action: () => unknown): string | undefined {
  try {
    action();
  } catch (error) {
    if (error instanceof AddressError) return error.reason;
    throw error;
  }
  return undefined;
}

describe('address', () => {
  it('equals the output of decoderawtransaction for a script', () => {
    const {
      result: { vout },
    }: { result: { vout: DecodedOutput[] } } = JSON.parse(recordedResponse('decoderawtransaction'));
    for (const { scriptPubKey } of vout) {
      const hash = hexToBytes(scriptPubKey.hex.slice(6, 46));
      expect(encodeAddress({ kind: 'publicKeyHash', hash }, 'regtest')).toBe(scriptPubKey.address);
      expect(decodeAddress(scriptPubKey.address, 'regtest')).toEqual({ kind: 'publicKeyHash', hash });
    }
    expect(vout.length).toBeGreaterThan(0);
  });

  it('starts with X or 7 on mainnet, with y, 8 or 9 elsewhere', () => {
    const hash = new Uint8Array(20).fill(0x42);
    expect(encodeAddress({ kind: 'publicKeyHash', hash }, 'mainnet')).toMatch(/^X/);
    expect(encodeAddress({ kind: 'scriptHash', hash }, 'mainnet')).toMatch(/^7/);
    expect(encodeAddress({ kind: 'publicKeyHash', hash }, 'testnet')).toMatch(/^y/);
    expect(encodeAddress({ kind: 'scriptHash', hash }, 'regtest')).toMatch(/^[89]/);
  });

  it('round-trips through text', () => {
    const destination = fc.record({
      kind: fc.constantFrom('publicKeyHash' as const, 'scriptHash' as const),
      hash: fc.uint8Array({ minLength: 20, maxLength: 20 }),
    });
    fc.assert(
      fc.property(destination, fc.constantFrom(...NETWORKS), (value, network) => {
        const text = encodeAddress(value, network);
        expect(decodeAddress(text, network)).toEqual(value);
        expect(decodeAddress(text)).toEqual(value);
      }),
    );
  });

  it('reports why a text is invalid', () => {
    const address = encodeAddress({ kind: 'publicKeyHash', hash: new Uint8Array(20) }, 'mainnet');
    expect(reasonOf(() => decodeAddress(address, 'regtest'))).toBe('unknown-prefix');
    expect(reasonOf(() => decodeAddress('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'))).toBe('unknown-prefix');
    expect(reasonOf(() => decodeAddress(`${address.slice(0, -1)}${address.endsWith('1') ? '2' : '1'}`))).toBe(
      'bad-checksum',
    );
    expect(reasonOf(() => decodeAddress(address.replace('X', '0')))).toBe('bad-characters');
    expect(reasonOf(() => decodeAddress(` ${address}`))).toBe('bad-characters');
    expect(reasonOf(() => decodeAddress(''))).toBe('bad-length');
    expect(reasonOf(() => decodeAddress('1'.repeat(100_000)))).toBe('bad-length');
    expect(reasonOf(() => decodeAddress(encodeBase58check(new Uint8Array(20))))).toBe('bad-length');
    expect(reasonOf(() => decodeAddress(encodeBase58check(new Uint8Array(22))))).toBe('bad-length');
  });

  it('throws only AddressError, whatever the text', () => {
    const base58 = fc.string({ unit: fc.constantFrom('1', '2', 'A', 'Z', 'x', 'y'), maxLength: 60 });
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 120 }), base58), (text) => {
        expect(reasonOf(() => decodeAddress(text))).toBeTypeOf('string');
      }),
    );
  });

  it('rejects a hash of another length', () => {
    expect(() => encodeAddress({ kind: 'scriptHash', hash: new Uint8Array(19) }, 'regtest')).toThrow(
      RangeError,
    );
    expect(
      bytesToHex(
        decodeAddress(encodeAddress({ kind: 'scriptHash', hash: new Uint8Array(20) }, 'regtest')).hash,
      ),
    ).toBe('00'.repeat(20));
  });
});
