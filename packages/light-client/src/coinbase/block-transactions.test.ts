import { encodePayload } from '@dapikit/chain';
import {
  assetUnlockHash,
  merkleRootWithMutation,
  networkTransactionId,
  runAtOnce,
  ZERO_HASH,
  type Block,
  type Transaction,
} from '@dapikit/chain/browser';
import { describe, expect, it } from 'vitest';
import { requireTransactionSteps } from './block-transactions.js';

const transaction = (type: number, extraPayload: Uint8Array): Transaction => ({
  version: 3,
  type,
  inputs: [],
  outputs: [],
  lockTime: 0,
  extraPayload,
});

/** Returns an asset unlock of version 2 with a signer. */
const unlockBy = (index: number, signer: number): Transaction =>
  transaction(9, Uint8Array.of(2, index, ...new Uint8Array(11), ...new Uint8Array(132).fill(signer)));

const HASH = 'ab'.repeat(32);
const locked = {
  kind: 'cbTx',
  height: 9,
  merkleRootMNList: HASH,
  merkleRootQuorums: HASH,
  bestCLHeightDiff: 0,
  bestCLSignature: 'cd'.repeat(96),
  creditPoolBalance: 1n,
} as const;

/** Returns a block whose coinbase commits to the signers of some asset unlocks; without the commitment where there are none given. */
function blockOf(unlocks: readonly Transaction[], committed?: readonly Transaction[]): Block {
  const root = committed && merkleRootWithMutation(committed.map((one) => assetUnlockHash(one) ?? ''));
  const payload = root
    ? ({ ...locked, version: 4, merkleRootAssetUnlocks: root.root } as const)
    : ({ ...locked, version: 3 } as const);
  const transactions = [transaction(5, encodePayload(payload)), ...unlocks];
  const merkleRoot = merkleRootWithMutation(transactions.map(networkTransactionId)).root;
  return {
    header: { version: 1, previousBlockHash: ZERO_HASH, merkleRoot, time: 1, bits: 1, nonce: 1 },
    transactions,
  };
}

const honest = [unlockBy(1, 7), unlockBy(2, 8)];

describe('the transactions of a block', () => {
  it('pass with the signers of asset unlocks that its coinbase commits to', () => {
    const block = blockOf(honest, honest);
    expect(runAtOnce(requireTransactionSteps(block, '9'))).toEqual(
      block.transactions.map(networkTransactionId),
    );
  });

  it.each([
    ['another signer of an asset unlock', blockOf([unlockBy(1, 7), unlockBy(2, 9)], honest)],
    ['asset unlocks and a coinbase without their root', blockOf(honest)],
  ])('are rejected with %s, though their ids are those of the header', (_, block) => {
    const { root } = merkleRootWithMutation(block.transactions.map(networkTransactionId));
    expect(root).toBe(block.header.merkleRoot);
    expect(() => runAtOnce(requireTransactionSteps(block, '9'))).toThrow(
      'the signers of asset unlocks in block 9',
    );
  });

  it('are rejected with another transaction', () => {
    const { header } = blockOf(honest, honest);
    const { transactions } = blockOf([], []);
    expect(() => runAtOnce(requireTransactionSteps({ header, transactions }, '9'))).toThrow(
      'not those of its header',
    );
  });
});
