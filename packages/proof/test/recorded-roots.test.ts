import { hex } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { decodeGroveProof, proofRootHash, createStateSignatureVerifier } from '@dapikit/proof';
import { encodeGroveProof } from '@dapikit/proof/prover';
import { recordedResponses } from './recorded.js';

const responses = recordedResponses();
const verifyStateSignature = createStateSignatureVerifier();

describe('recorded responses of official nodes', () => {
  it('are 156', () => {
    expect(responses).toHaveLength(156);
  });

  it.each(responses)('lead to their root: $name', ({ grovedbProof, identityProof, root }) => {
    for (const proof of [grovedbProof, identityProof ?? grovedbProof])
      expect(hex.encode(proofRootHash(proof))).toBe(root);
  });

  it.each(responses)('are encoded to the bytes that were decoded: $name', ({ grovedbProof }) => {
    expect(encodeGroveProof(decodeGroveProof(grovedbProof))).toStrictEqual(grovedbProof);
  });

  it.each(responses)(
    'are signed by their quorum: $name',
    ({ grovedbProof, metadata, signature, quorumKey }) => {
      expect(verifyStateSignature(proofRootHash(grovedbProof), metadata, signature, quorumKey)).toBe(true);
    },
  );

  it('are not signed for another height, time, version, chain, round or block', () => {
    const { grovedbProof, metadata, signature, quorumKey } = responses[0]!;
    const root = proofRootHash(grovedbProof);
    const others = [
      { ...metadata, height: metadata.height + 1n },
      { ...metadata, timeMs: metadata.timeMs + 1n },
      { ...metadata, protocolVersion: metadata.protocolVersion + 1 },
      { ...metadata, coreChainLockedHeight: metadata.coreChainLockedHeight + 1 },
      { ...metadata, chainId: `${metadata.chainId}1` },
    ];
    for (const other of others) expect(verifyStateSignature(root, other, signature, quorumKey)).toBe(false);
    expect(
      verifyStateSignature(root, metadata, { ...signature, round: signature.round + 1 }, quorumKey),
    ).toBe(false);
    const blockIdHash = signature.blockIdHash.map((byte, at) => (at === 0 ? byte ^ 1 : byte));
    expect(verifyStateSignature(root, metadata, { ...signature, blockIdHash }, quorumKey)).toBe(false);
  });
});
