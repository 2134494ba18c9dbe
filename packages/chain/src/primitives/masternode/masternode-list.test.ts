import { describe, expect, it } from 'vitest';
import { recordedDiff, RECORDED_BLOCKS, RECORDED_DIFFS } from '../../../test/recorded.js';
import { decodeBlock } from '../block/block.js';
import { extractMerkleProof, partialMerkleTreeFromHex } from '../block/partial-merkle-tree.js';
import { hexToBytes, ZERO_HASH } from '../../base/bytes/hex.js';
import { decodePayload } from '../payload/payload.js';
import { decodeTransaction, transactionId } from '../transaction/transaction.js';
import { finalCommitmentFromDiff } from './diff-quorum.js';
import { InapplicableDiffError } from './inapplicable-diff-error.js';
import type { MasternodeListDiff, QuorumCommitmentJson } from './masternode-list-diff.js';
import { masternodeListRoot } from './masternode-list-root.js';
import {
  applyMasternodeListDiff,
  emptyMasternodeList,
  quorumKey,
  type MasternodeList,
} from './masternode-list.js';
import { quorumListRoot } from './quorum-list-root.js';

const blocks = new Map(RECORDED_BLOCKS.map(({ height, hash, hex }) => [hash, { height, hex }]));

function reasonOf(list: MasternodeList, diff: MasternodeListDiff): string {
  try {
    applyMasternodeListDiff(list, diff);
  } catch (error) {
    if (error instanceof InapplicableDiffError) return error.reason;
    throw error;
  }
  return 'applicable';
}

describe('a masternode list', () => {
  const grown = new Map<string, MasternodeList>();
  for (const { result: diff } of RECORDED_DIFFS) {
    const base = grown.get(diff.baseBlockHash) ?? emptyMasternodeList(diff.baseBlockHash);
    const list = applyMasternodeListDiff(base, diff);
    it(`is the same whichever diffs lead to block ${diff.blockHash} from ${diff.baseBlockHash}`, () => {
      expect(list).toEqual(grown.get(diff.blockHash));
    });
    grown.set(diff.blockHash, list);
  }

  it.each(RECORDED_DIFFS)('has the roots of the proven coinbase: $label', ({ result: diff }) => {
    const list = grown.get(diff.blockHash)!;
    const commitments = Array.from(list.quorums.values(), (json) => finalCommitmentFromDiff(json));
    const roots = {
      merkleRootMNList: masternodeListRoot(list.masternodes.values()),
      merkleRootQuorums: quorumListRoot(commitments),
    };
    expect(diff).toMatchObject(roots);
    const coinbase = decodeTransaction(hexToBytes(diff.cbTx));
    const { height, hex } = blocks.get(diff.blockHash)!;
    expect(decodePayload(coinbase)).toMatchObject({ kind: 'cbTx', height, ...roots });
    expect(extractMerkleProof(partialMerkleTreeFromHex(diff.cbTxMerkleTree))).toEqual({
      valid: true,
      merkleRoot: decodeBlock(hexToBytes(hex)).header.merkleRoot,
      matches: [{ txid: transactionId(coinbase), index: 0 }],
    });
  });

  it('has up to six masternodes on the recorded chain', () => {
    expect(Math.max(...Array.from(grown.values(), ({ masternodes }) => masternodes.size))).toBe(6);
  });

  const base = applyMasternodeListDiff(
    emptyMasternodeList(recordedDiff('from genesis, confirmed').baseBlockHash),
    recordedDiff('from genesis, confirmed'),
  );
  const update = recordedDiff('a new service and a new operator key');
  const quorum: QuorumCommitmentJson = {
    version: 3,
    llmqType: 100,
    quorumHash: ZERO_HASH,
    quorumIndex: 0,
    signersCount: 3,
    signers: '07',
    validMembersCount: 3,
    validMembers: '07',
    quorumPublicKey: '00'.repeat(48),
    quorumVvecHash: ZERO_HASH,
    quorumSig: '00'.repeat(96),
    membersSig: '00'.repeat(96),
  };

  it('is not mutated by applying a diff', () => {
    const before = structuredClone(base);
    const after = applyMasternodeListDiff(base, update);
    expect(base).toEqual(before);
    expect(after).not.toEqual(before);
    expect(after.blockHash).toBe(update.blockHash);
  });

  it('rejects a diff from another block', () => {
    expect(reasonOf(emptyMasternodeList(ZERO_HASH), update)).toBe('wrong-base');
    expect(reasonOf(base, { ...update, baseBlockHash: ZERO_HASH })).toBe('wrong-base');
    expect(reasonOf(base, update)).toBe('applicable');
  });

  it('rejects a diff that removes an unknown masternode or changes one twice', () => {
    const entry = update.mnList.at(0)!;
    expect(reasonOf(base, { ...update, deletedMNs: ['11'.repeat(32)] })).toBe('unknown-masternode');
    expect(reasonOf(base, { ...update, deletedMNs: [entry.proRegTxHash] })).toBe('repeated-masternode');
    expect(reasonOf(base, { ...update, mnList: [entry, entry] })).toBe('repeated-masternode');
  });

  it('rejects a malformed entry', () => {
    const entry = update.mnList.at(0)!;
    expect(reasonOf(base, { ...update, mnList: [{ ...entry, votingAddress: 'nobody' }] })).toBe(
      'malformed-entry',
    );
  });

  it('rejects a diff that removes unknown quorums or adds one twice', () => {
    const withQuorum = applyMasternodeListDiff(base, { ...update, newQuorums: [quorum] });
    expect([...withQuorum.quorums]).toEqual([[quorumKey(quorum), quorum]]);
    const next = { ...update, baseBlockHash: update.blockHash, blockHash: ZERO_HASH, mnList: [] };
    expect(reasonOf(withQuorum, { ...next, newQuorums: [quorum] })).toBe('known-quorum');
    expect(reasonOf(base, { ...update, deletedQuorums: [quorum] })).toBe('unknown-quorum');
    expect(applyMasternodeListDiff(withQuorum, { ...next, deletedQuorums: [quorum] }).quorums.size).toBe(0);
    expect(reasonOf(withQuorum, { ...next, deletedQuorums: [quorum, quorum] })).toBe('unknown-quorum');
  });
});
