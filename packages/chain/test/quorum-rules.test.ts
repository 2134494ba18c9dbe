import { beforeAll, describe, expect, it, vi } from 'vitest';
import { decodeBlock, type Block } from '../src/primitives/block/block.js';
import { bitSetOf } from '../src/base/bytes/bit-set.js';
import { bytesToHex, hexToBytes, ZERO_HASH } from '../src/base/bytes/hex.js';
import type { ChainState } from '../src/chain/chainstate/chain-state.js';
import { commitmentTransaction, nullCommitment } from '../src/rules/consensus/quorum-commitments.js';
import type { Masternode } from '../src/rules/consensus/masternode.js';
import { quorumTypeOf } from '../src/rules/consensus/quorum-types.js';
import { sizeBlock, type SizedBlock } from '../src/rules/consensus/sized-block.js';
import { signBls } from '../src/base/crypto/bls.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { DEV_MNEMONIC } from '../src/devchain/dev-chain-options.js';
import { KeyRing, type Operator } from '../src/devchain/keys.js';
import { generateQuorumKeys } from '../src/devchain/quorum-keys.js';
import type { FinalCommitment } from '../src/primitives/masternode/final-commitment.js';
import { NULL_BLS_SIGNATURE } from '../src/primitives/masternode/null-bls.js';
import { Mempool } from '../src/chain/mempool/mempool.js';
import { mineBlock } from '../src/chain/mining/mine-block.js';
import { quorumMembers } from '../src/chain/quorum/quorum-members.js';
import { decodePayload, encodePayload } from '../src/primitives/payload/payload.js';
import { TransactionType } from '../src/primitives/transaction/transaction-type.js';
import type { Transaction } from '../src/primitives/transaction/transaction.js';
import {
  append,
  coinbasePayload,
  emptyChain,
  forge,
  rejectionOf,
  transactionAt,
  type Damage,
} from './forge-block.js';

// BLS takes its time where many tests run at once.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const FORMED = 538;
const ROTATED = 612;

/** The blocks of a chain on which quorums of all types form at 538 and 612, and blocks 620 and 621 are ChainLocked. */
let blocks: SizedBlock[];
let operators: Operator[];
beforeAll(() => {
  const chain = new DevChain({ mining: 'manual' });
  chain.quorums.form();
  chain.quorums.chainLock();
  chain.mine(1);
  chain.quorums.chainLock();
  chain.mine(2);
  blocks = Array.from(chain.exportBlocks(0), ({ hex }) => sizeBlock(decodeBlock(hexToBytes(hex))));
  const keyRing = new KeyRing(DEV_MNEMONIC);
  operators = Array.from({ length: 30 }, (_, index) => keyRing.operator(index));
});

/** The chain up to a height; its signatures are taken as checked, those of blocks to come are not. */
function chainTo(height: number): ChainState {
  let isBuilding = true;
  const chain = emptyChain(() => isBuilding);
  for (const block of blocks.slice(1, height + 1)) chain.accept(block);
  isBuilding = false;
  return chain;
}

function commitmentIn(transaction: Transaction): FinalCommitment {
  const payload = decodePayload(transaction);
  if (payload?.kind !== 'quorumCommitmentTx') throw new TypeError('no commitment');
  return payload.commitment;
}

function isOf(transaction: Transaction, type: number, index = 0): boolean {
  const payload = decodePayload(transaction);
  const isCommitment = payload?.kind === 'quorumCommitmentTx';
  return isCommitment && payload.commitment.llmqType === type && payload.commitment.quorumIndex === index;
}

/** Changes the commitment of a quorum in a block. */
function changed(
  height: number,
  type: number,
  change: (commitment: FinalCommitment) => Partial<FinalCommitment>,
  index = 0,
): Damage {
  return (block: Block) => {
    const place = block.transactions.findIndex((each) => isOf(each, type, index));
    return transactionAt(place, (transaction) => {
      const commitment = commitmentIn(transaction);
      return commitmentTransaction({ ...commitment, ...change(commitment) }, height);
    })(block);
  };
}

const another = bytesToHex(signBls(new Uint8Array(32), new Uint8Array(32).fill(7)));
const bits = (...places: number[]) => bitSetOf(3, places);
const asNull = ({ llmqType, quorumHash, quorumIndex }: FinalCommitment): FinalCommitment =>
  nullCommitment({ quorumType: quorumTypeOf(llmqType)!, quorumHash, quorumIndex });

type Case = readonly [reason: string | undefined, what: string, damage: Damage];

const COMMITMENT_CASES: readonly Case[] = [
  [undefined, 'nothing changed', (block) => block],
  ['bad-qc-invalid', 'another signature of the quorum', changed(FORMED, 100, () => ({ quorumSig: another }))],
  ['bad-qc-invalid', 'another signature of members', changed(FORMED, 100, () => ({ membersSig: another }))],
  ['bad-qc-invalid', 'the two changed over', changed(FORMED, 100, swapped)],
  ['bad-qc-invalid', 'fewer who signed', changed(FORMED, 100, () => ({ signers: bits(0, 1) }))],
  ['bad-qc-invalid', 'fewer who took part', changed(FORMED, 100, () => ({ validMembers: bits(1, 2) }))],
  ['bad-qc-invalid', 'too few who signed', changed(FORMED, 100, () => ({ signers: bits(1) }))],
  ['bad-qc-invalid', 'too few who took part', changed(FORMED, 100, () => ({ validMembers: bits(2) }))],
  ['bad-qc-invalid', 'a member that is not there', changed(FORMED, 106, () => ({ signers: bits(0, 1, 2) }))],
  [
    'bad-qc-invalid',
    'more bits than members',
    changed(FORMED, 100, () => ({ signers: bitSetOf(4, [0, 1, 2]) })),
  ],
  ['bad-qc-invalid', 'no key vector', changed(FORMED, 100, () => ({ quorumVvecHash: ZERO_HASH }))],
  ['bad-qc-invalid', 'another key vector', changed(FORMED, 100, () => ({ quorumVvecHash: '7'.repeat(64) }))],
  ['bad-qc-invalid', 'no signature', changed(FORMED, 100, () => ({ quorumSig: NULL_BLS_SIGNATURE }))],
  ['bad-qc-invalid', 'the version of those that rotate', changed(FORMED, 100, () => ({ version: 4 }))],
  ['bad-qc-invalid', 'the version of legacy BLS', changed(FORMED, 100, () => ({ version: 1 }))],
  ['bad-qc-invalid', 'the key of another', changed(FORMED, 100, otherKey)],
  ['bad-qc-invalid', 'a type that is switched off', changed(FORMED, 100, () => ({ llmqType: 104 }))],
  ['bad-qc-dup', 'two of a type', changed(FORMED, 100, () => ({ llmqType: 102 }))],
  [
    'bad-qc-payload',
    'an invalid public key',
    changed(FORMED, 100, () => ({ quorumPublicKey: 'ff'.repeat(48) })),
  ],
  ['bad-qc-payload', 'an invalid signature', changed(FORMED, 100, () => ({ membersSig: 'ff'.repeat(96) }))],
  [
    'bad-qc-invalid',
    'a public key of the legacy scheme',
    changed(FORMED, 100, () => ({ quorumPublicKey: '11'.repeat(48) })),
  ],
  [
    'bad-qc-invalid',
    'a signature of the legacy scheme',
    changed(FORMED, 100, () => ({ membersSig: '11'.repeat(96) })),
  ],
  ['bad-cbtx-quorummerkleroot', 'a null commitment instead', changed(FORMED, 100, asNull)],
  ['bad-cbtx-quorummerkleroot', 'no root', coinbasePayload({ merkleRootQuorums: ZERO_HASH })],
];

function swapped({ quorumSig, membersSig }: FinalCommitment): Partial<FinalCommitment> {
  return { quorumSig: membersSig, membersSig: quorumSig };
}

function otherKey(): Partial<FinalCommitment> {
  return { quorumPublicKey: operators[0]!.publicKey };
}

describe('the commitment of a new quorum', () => {
  let chain: ChainState;
  beforeAll(() => {
    chain = chainTo(FORMED - 1);
  });

  it.each(COMMITMENT_CASES.slice(1))('is rejected with %s: %s', (reason, _, damage) => {
    expect(rejectionOf(() => chain.accept(forge(blocks[FORMED]!, damage)))).toBe(reason);
  });

  it('is accepted unmodified', () => {
    expect(rejectionOf(() => chain.accept(blocks[FORMED]!))).toBeUndefined();
    expect(chain.tip.connected!.quorums.allActive()).toHaveLength(3);
  });

  it('is mined once: the next block rejects it and a null one', () => {
    const mined = blocks[FORMED]!.transactions.map(({ transaction }) => transaction).find((transaction) =>
      isOf(transaction, 100),
    )!;
    const [behind, next] = [chainTo(FORMED), blocks[FORMED + 1]!];
    for (const commitment of [commitmentIn(mined), asNull(commitmentIn(mined))]) {
      const again = append(commitmentTransaction(commitment, FORMED + 1));
      expect(rejectionOf(() => behind.accept(forge(next, again)))).toBe('bad-qc-not-allowed');
    }
    expect(rejectionOf(() => behind.accept(next))).toBeUndefined();
  });

  it('is rejected in the cycle after its own', () => {
    const { transactions } = blocks[FORMED]!;
    const late = commitmentIn(
      transactions.map(({ transaction }) => transaction).find((each) => isOf(each, 100))!,
    );
    const height = FORMED + 24;
    const damage = changed(height, 100, () => late);
    expect(rejectionOf(() => chainTo(height - 1).accept(forge(blocks[height]!, damage)))).toBe(
      'bad-qc-block',
    );
  });
});

describe('the commitments of rotated quorums', () => {
  it.each<Case>([
    ['bad-qc-invalid', 'one with the index of the other', changed(ROTATED, 103, () => ({ quorumIndex: 1 }))],
    [
      'bad-qc-invalid',
      'one of three members',
      changed(ROTATED, 103, () => ({ signers: bitSetOf(4, [0, 1, 2]) })),
    ],
    ['bad-qc-missing', 'one left out', without(103, 1)],
    ['bad-cbtx-quorummerkleroot', 'one null', changed(ROTATED, 103, asNull, 1)],
  ])('are rejected with %s: %s', (reason, _, damage) => {
    expect(rejectionOf(() => chainTo(ROTATED - 1).accept(forge(blocks[ROTATED]!, damage)))).toBe(reason);
  });

  it('are required once each', () => {
    const chain = chainTo(ROTATED - 1);
    const one = forge(blocks[ROTATED]!, (block) => {
      const other = changed(ROTATED, 103, asNull, 1)(block);
      return coinbasePayload({ merkleRootQuorums: rootWith(chain, other) })(other);
    });
    expect(rejectionOf(() => chain.accept(one))).toBeUndefined();
    const { transactions, header } = blocks[ROTATED + 1]!;
    const first = blocks[ROTATED]!.transactions.find(({ transaction }) => isOf(transaction, 103));
    const again = forge({ ...blocks[ROTATED + 1]!, transactions }, ({ transactions: own }) => ({
      header: { ...header, previousBlockHash: one.hash },
      transactions: [...own, commitmentTransaction(commitmentIn(first!.transaction), ROTATED + 1)],
    }));
    expect(rejectionOf(() => chain.accept(again))).toBe('bad-qc-dup');
  });
});

function without(type: number, index: number): Damage {
  return ({ header, transactions }) => ({
    header,
    transactions: transactions.filter((each) => !isOf(each, type, index)),
  });
}

/** The root once a block has what formed in it. */
function rootWith(chain: ChainState, { transactions }: Block): string {
  let quorums = chain.tip.connected!.quorums;
  for (const transaction of transactions) {
    const payload = decodePayload(transaction);
    if (payload?.kind !== 'quorumCommitmentTx') continue;
    const { commitment, height } = payload;
    if (commitment.quorumPublicKey.startsWith('00')) continue;
    quorums = quorums.with({ commitment, height: height - 12, minedHeight: height });
  }
  return quorums.root;
}

/** What is said of a block whose coinbase has another ChainLock. */
function locked(height: number, change: Parameters<typeof coinbasePayload>[0]) {
  return (): string | undefined =>
    rejectionOf(() => chainTo(height - 1).accept(forge(blocks[height]!, coinbasePayload(change))));
}

describe('the ChainLock in a coinbase', () => {
  it.each<readonly [reason: string | undefined, what: string, act: () => string | undefined]>([
    [undefined, 'nothing changed', locked(621, {})],
    ['bad-cbtx-invalid-clsig', 'that of another block', locked(621, { bestCLHeightDiff: 1 })],
    ['bad-cbtx-invalid-clsig', 'another signature', locked(621, { bestCLSignature: another })],
    [
      'bad-cbtx-cldiff',
      'a height without a ChainLock',
      locked(621, { bestCLSignature: NULL_BLS_SIGNATURE, bestCLHeightDiff: 1 }),
    ],
    ['bad-cbtx-payload', 'an invalid signature', locked(621, { bestCLSignature: 'ff'.repeat(96) })],
    [
      'bad-cbtx-null-clsig',
      'a signature of the legacy scheme after a ChainLock',
      locked(622, { bestCLSignature: '11'.repeat(96), bestCLHeightDiff: 0 }),
    ],
    [
      'bad-cbtx-null-clsig',
      'no ChainLock after one',
      locked(622, { bestCLSignature: NULL_BLS_SIGNATURE, bestCLHeightDiff: 0 }),
    ],
    ['bad-cbtx-older-clsig', 'an older ChainLock', locked(622, { bestCLHeightDiff: 2 })],
  ])('results in %s: %s', (reason, _, act) => {
    expect(act()).toBe(reason);
  });

  it('may be absent before the first ChainLock', () => {
    const change = { bestCLSignature: NULL_BLS_SIGNATURE, bestCLHeightDiff: 0 };
    expect(locked(621, change)()).toBeUndefined();
  });
});

function beside(block: SizedBlock, previous: SizedBlock, seconds: number): SizedBlock {
  return forge(block, ({ header, transactions }) => ({
    header: { ...header, previousBlockHash: previous.hash, time: header.time + seconds },
    transactions,
  }));
}

describe('a chain with a ChainLock', () => {
  it('rejects a competing branch', () => {
    const chain = chainTo(622);
    const [parent, rival] = [blocks[617]!, blocks[618]!];
    const first = beside(rival, parent, 1);
    chain.accept(first);
    chain.lock({ hash: blocks[620]!.hash, height: 620, signature: another });
    expect(rejectionOf(() => chain.accept(beside(rival, parent, 2)))).toBe('bad-chainlock');
    expect(rejectionOf(() => chain.accept(beside(blocks[619]!, first, 2)))).toBe('bad-prevblk-chainlock');
    const above = beside(blocks[621]!, blocks[620]!, 1);
    expect(rejectionOf(() => chain.accept(above))).toBeUndefined();
    expect(chain.tip.hash).toBe(blocks[622]!.hash);
  });

  it('reaches no competing branch when the locked block is invalidated', () => {
    const chain = chainTo(622);
    chain.lock({ hash: blocks[620]!.hash, height: 620, signature: another });
    chain.invalidate(chain.blockAt(620)!);
    expect(chain.tip.height).toBe(619);
    const instead = forge(blocks[620]!, ({ header, transactions }) => ({
      header: { ...header, time: header.time + 1 },
      transactions,
    }));
    expect(rejectionOf(() => chain.accept(instead))).toBe('bad-chainlock');
    chain.reconsider(chain.block(blocks[620]!.hash)!);
    expect(chain.tip.hash).toBe(blocks[622]!.hash);
  });

  it('keeps the highest lock and rejects one for an unknown block', () => {
    const chain = chainTo(622);
    const lock = { hash: blocks[620]!.hash, height: 620, signature: another };
    expect(chain.lock(lock)).toBe(true);
    expect(chain.lock({ ...lock, hash: blocks[619]!.hash, height: 619 })).toBe(false);
    expect(chain.chainLock).toEqual(lock);
    expect(() => chain.lock({ ...lock, hash: ZERO_HASH, height: 621 })).toThrow(RangeError);
  });
});

const keyRing = new KeyRing(DEV_MNEMONIC);
const operatorOf = ({ pubKeyOperator }: Masternode): Operator | undefined =>
  operators.find(({ publicKey }) => publicKey === pubKeyOperator);

/** Mines a block on a chain; in quorums that form in it an absent masternode takes no part. */
function mineWithout(chain: ChainState, absent: string, types: readonly number[]): void {
  const { tip: previous, coins } = chain;
  const block = mineBlock({
    previous,
    coins,
    mempool: new Mempool(),
    minerScript: new Uint8Array([0x51]),
    time: previous.time + 150,
    commitmentOf: ({ quorumType, quorumHash }) =>
      types.includes(quorumType.type)
        ? generateQuorumKeys(quorumType, chain.block(quorumHash)!, keyRing, (masternode) =>
            masternode.proTxHash === absent ? undefined : operatorOf(masternode),
          )?.commitment
        : undefined,
  });
  chain.accept(block);
}

/** A member of both quorums of all masternodes. */
function member(chain: ChainState): string {
  const base = chain.blockAt(528)!;
  const [first, second] = [100, 102].map((type) =>
    quorumMembers(quorumTypeOf(type)!, base).map(({ proTxHash }) => proTxHash),
  );
  return first!.find((proTxHash) => second!.includes(proTxHash))!;
}

const stateOf = (chain: ChainState, proTxHash: string) => {
  const { penalty, banHeight } = chain.tip.connected!.masternodes.get(proTxHash)!;
  return { penalty, banHeight };
};

describe('an absent quorum member', () => {
  it('is punished, and the penalty decreases with each block', () => {
    const chain = chainTo(FORMED - 1);
    const absent = member(chain);
    mineWithout(chain, absent, [100]);
    expect(stateOf(chain, absent)).toEqual({ penalty: 66, banHeight: undefined });
    const others = [...chain.tip.connected!.masternodes].filter(({ proTxHash }) => proTxHash !== absent);
    expect(others.every(({ penalty }) => penalty === 0)).toBe(true);
    for (let blocks = 1; blocks <= 66; blocks += 1) mineWithout(chain, absent, []);
    expect(stateOf(chain, absent)).toEqual({ penalty: 0, banHeight: undefined });
    mineWithout(chain, absent, []);
    expect(stateOf(chain, absent)).toEqual({ penalty: 0, banHeight: undefined });
  });

  it('is banned the second time', () => {
    const chain = chainTo(FORMED - 1);
    const absent = member(chain);
    mineWithout(chain, absent, [100, 102]);
    expect(stateOf(chain, absent)).toEqual({ penalty: 100, banHeight: FORMED });
    mineWithout(chain, absent, []);
    expect(stateOf(chain, absent)).toEqual({ penalty: 100, banHeight: FORMED });
  });
});

const signalOf = (quorumHash: string, signature: string): Transaction => ({
  version: 3,
  type: TransactionType.mnHardForkSignal,
  inputs: [],
  outputs: [],
  lockTime: 0,
  extraPayload: encodePayload({ kind: 'mnHfTx', version: 1, versionBit: 12, quorumHash, signature }),
});

describe('a hard fork signal', () => {
  it.each([
    ['bad-mnhf-invalid', 'another signature', (hash: string) => signalOf(hash, another)],
    ['bad-mnhf-invalid', 'no signature', (hash: string) => signalOf(hash, NULL_BLS_SIGNATURE)],
    ['bad-mnhf-payload', 'a malformed signature', (hash: string) => signalOf(hash, 'ff'.repeat(96))],
    ['bad-mnhf-missing-quorum', 'no such quorum', () => signalOf(blocks[1]!.hash, another)],
  ])('of a quorum that formed is rejected with %s: %s', (reason, _, signal) => {
    const chain = chainTo(FORMED);
    const quorum = chain.tip.connected!.quorums.latest(quorumTypeOf(100)!, 1)[0]!.commitment;
    const block = forge(blocks[FORMED + 1]!, append(signal(quorum.quorumHash)));
    expect(rejectionOf(() => chain.accept(block))).toBe(reason);
  });
});
