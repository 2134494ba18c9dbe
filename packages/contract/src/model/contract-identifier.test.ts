import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { deriveContractIdentifier } from './contract-identifier.js';
import { decodeIdentifier, encodeIdentifier } from './identifier.js';

const TYPE = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 9, position: 0 } },
  additionalProperties: false,
};

describe('deriveContractIdentifier', () => {
  it('equals the identifier of the official build', async () => {
    const { default: load } = createRequire(import.meta.url)('@dashevo/wasm-dpp');
    const { DashPlatformProtocol } = await load();
    const platform = new DashPlatformProtocol({ generate: () => new Uint8Array(32) }, 11);
    for (const [fill, nonce] of [
      [7, 1n],
      [0, 0n],
      [255, 2n ** 40n - 1n],
    ] as const) {
      const owner = new Uint8Array(32).fill(fill);
      const official = platform.dataContract.create(owner, nonce, { note: TYPE }, null);
      const derived = deriveContractIdentifier(owner, nonce);
      expect(encodeIdentifier(derived)).toBe(official.getId().toString());
      expect(decodeIdentifier(encodeIdentifier(derived))).toEqual(derived);
      official.free();
    }
  });

  it('encodes each leading zero as 1', () => {
    expect(encodeIdentifier(new Uint8Array(32))).toBe('1'.repeat(32));
    expect(decodeIdentifier('1'.repeat(32))).toEqual(new Uint8Array(32));
  });
});
