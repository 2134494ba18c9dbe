import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyFinalCommitment } from '../../../test/arbitraries.js';
import { sample } from '../../../test/strict-decoder.js';
import { merkleRoot } from '../block/merkle-root.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { bytesToHex, displayHash, internalHash, ZERO_HASH } from '../../base/bytes/hex.js';
import { sha256d } from '../../base/crypto/hashes.js';
import { diffQuorumFromCommitment, finalCommitmentFromDiff } from './diff-quorum.js';
import { finalCommitmentHash, isNullCommitment, writeFinalCommitment } from './final-commitment.js';
import { quorumListRoot } from './quorum-list-root.js';
import { quorumParametersOf } from '../network/quorum-parameters.js';

const anyCommitments = fc.uniqueArray(anyFinalCommitment, { maxLength: 9, selector: finalCommitmentHash });

describe('quorumListRoot', () => {
  it('is the merkle root of the sorted commitment hashes', () => {
    fc.assert(
      fc.property(anyCommitments, (commitments) => {
        const leaves = commitments.map((commitment) => internalHash(finalCommitmentHash(commitment)));
        leaves.sort((a, b) => (bytesToHex(a) < bytesToHex(b) ? -1 : 1));
        const expected = merkleRoot(leaves.map(displayHash));
        expect(quorumListRoot(commitments)).toBe(expected);
        expect(quorumListRoot(commitments.toReversed())).toBe(expected);
      }),
    );
  });

  it('of no quorum is zero', () => {
    expect(quorumListRoot([])).toBe(ZERO_HASH);
  });

  it('hashes a commitment as encoded on the wire', () => {
    const commitment = sample(anyFinalCommitment, 1);
    const writer = new ByteWriter();
    writeFinalCommitment(writer, commitment);
    expect(internalHash(finalCommitmentHash(commitment))).toEqual(sha256d(writer.toBytes()));
  });
});

describe('a quorum of a masternode list diff', () => {
  it('contains the whole commitment, given the number of members', () => {
    const sameSize = anyFinalCommitment.map((commitment) => ({
      ...commitment,
      validMembers: commitment.signers,
    }));
    fc.assert(
      fc.property(sameSize, (commitment) => {
        const json = diffQuorumFromCommitment(commitment);
        expect(finalCommitmentFromDiff(json, commitment.signers.size)).toEqual(commitment);
        expect(Object.keys(json)).toEqual([
          'version',
          'llmqType',
          'quorumHash',
          'quorumIndex',
          'signersCount',
          'signers',
          'validMembersCount',
          'validMembers',
          'quorumPublicKey',
          'quorumVvecHash',
          'quorumSig',
          'membersSig',
        ]);
      }),
    );
  });

  const commitment = sample(anyFinalCommitment, 2);
  const bits = { size: 50, bytes: Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x03) };
  const json = diffQuorumFromCommitment({
    ...commitment,
    version: 3,
    quorumIndex: 0,
    llmqType: 1,
    signers: bits,
    validMembers: bits,
  });

  it('takes the number of members from the type', () => {
    expect(quorumParametersOf(1)?.size).toBe(50);
    expect(json).toMatchObject({ signersCount: 50, signers: 'ffffffffffff03' });
    expect(finalCommitmentFromDiff(json).signers).toEqual(bits);
  });

  it.each([
    ['an unknown version', { ...json, version: 5 }],
    ['a type of unknown size', { ...json, llmqType: 99 }],
    ['more members than its type has', { ...json, signers: 'ffffffffffff07' }],
    ['a short signature', { ...json, membersSig: '00' }],
    ['an invalid hash', { ...json, quorumHash: '' }],
  ])('is rejected with %s', (_, bad) => {
    expect(() => finalCommitmentFromDiff(bad)).toThrow(
      expect.objectContaining({ name: 'InapplicableDiffError', reason: 'malformed-quorum' }),
    );
  });
});

describe('isNullCommitment', () => {
  const empty = { size: 3, bytes: Uint8Array.of(0) };
  const commitment = sample(anyFinalCommitment, 3);
  const none = {
    ...commitment,
    signers: empty,
    validMembers: empty,
    quorumPublicKey: '00'.repeat(48),
    quorumVvecHash: ZERO_HASH,
    quorumSig: '00'.repeat(96),
    membersSig: '00'.repeat(96),
  };

  it('accepts only a commitment with nothing set', () => {
    expect(isNullCommitment(none)).toBe(true);
    expect(isNullCommitment({ ...none, signers: { size: 3, bytes: Uint8Array.of(4) } })).toBe(false);
    expect(isNullCommitment({ ...none, validMembers: { size: 3, bytes: Uint8Array.of(1) } })).toBe(false);
    expect(isNullCommitment({ ...none, quorumVvecHash: '11'.repeat(32) })).toBe(false);
    expect(isNullCommitment({ ...none, quorumPublicKey: `${'00'.repeat(47)}01` })).toBe(false);
    expect(isNullCommitment({ ...none, quorumSig: `${'00'.repeat(95)}01` })).toBe(false);
    expect(isNullCommitment({ ...none, membersSig: `01${'00'.repeat(95)}` })).toBe(false);
  });
});
