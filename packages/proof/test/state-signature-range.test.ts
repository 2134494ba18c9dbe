import { createStateSignatureVerifier } from '@dapikit/proof';
import { nobleSignatures } from '@dapikit/protocol';
import { describe, expect, it } from 'vitest';

/** Accepts every signature: what is rejected has not the sizes of the signed bytes. */
const verify = createStateSignatureVerifier({ backend: { ...nobleSignatures, verifyBls: () => true } });

const ROOT = new Uint8Array(32);
const METADATA = {
  height: 5n,
  coreChainLockedHeight: 6,
  timeMs: 7n,
  protocolVersion: 13,
  chainId: 'evo1',
};
const SIGNATURE = {
  quorumType: 106,
  quorumHash: new Uint8Array(32),
  round: 0,
  blockIdHash: new Uint8Array(32),
  signature: new Uint8Array(96),
};
const KEY = new Uint8Array(48);

describe('a state signature', () => {
  it('is verified by its backend', () => {
    expect(verify(ROOT, METADATA, SIGNATURE, KEY)).toBe(true);
  });

  it.each([
    { height: METADATA.height + 2n ** 64n },
    { height: -1n },
    { timeMs: METADATA.timeMs + 2n ** 64n },
    { coreChainLockedHeight: METADATA.coreChainLockedHeight + 2 ** 32 },
    { coreChainLockedHeight: 6.5 },
    { protocolVersion: METADATA.protocolVersion + 2 ** 32 },
  ])('does not cover larger values with the same lowest bytes: %o', (change) => {
    expect(verify(ROOT, { ...METADATA, ...change }, SIGNATURE, KEY)).toBe(false);
  });

  it.each([
    { quorumType: SIGNATURE.quorumType + 256 },
    { round: 2 ** 32 },
    { quorumHash: new Uint8Array(31) },
    { blockIdHash: new Uint8Array(33) },
  ])('does not cover a signer of another size: %o', (change) => {
    expect(verify(ROOT, METADATA, { ...SIGNATURE, ...change }, KEY)).toBe(false);
  });
});
