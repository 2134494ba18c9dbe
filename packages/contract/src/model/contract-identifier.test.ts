import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { contractIdentifier } from './contract-identifier.js';
import { identifierBytes, identifierText } from './identifier.js';

const TYPE = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 9, position: 0 } },
  additionalProperties: false,
};

describe('the identifier of a contract', () => {
  it('is that of the official build', async () => {
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
      const derived = contractIdentifier(owner, nonce);
      expect(identifierText(derived)).toBe(official.getId().toString());
      expect(identifierBytes(identifierText(derived))).toEqual(derived);
      official.free();
    }
  });

  it('is written with a 1 for each leading zero', () => {
    expect(identifierText(new Uint8Array(32))).toBe('1'.repeat(32));
    expect(identifierBytes('1'.repeat(32))).toEqual(new Uint8Array(32));
  });
});
