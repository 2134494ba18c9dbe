import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { decodeBlock } from '../src/primitives/block/block.js';
import { hexToBytes, ZERO_HASH } from '../src/base/bytes/hex.js';
import { sizeBlock } from '../src/rules/consensus/sized-block.js';
import { blsPublicKeyOf } from '../src/base/crypto/bls.js';
import { bytesToHex } from '../src/base/bytes/hex.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import type { DroppedLocks } from '../src/devchain/dropped-locks.js';
import type { BlockEvent, ChainLock } from '../src/layer1/layer1.js';
import { finalCommitmentFromDiff } from '../src/primitives/masternode/diff-quorum.js';
import type { QuorumCommitmentJson } from '../src/primitives/masternode/masternode-list-diff.js';
import {
  applyMasternodeListDiff,
  emptyMasternodeList,
} from '../src/primitives/masternode/masternode-list.js';
import { chainLockSignHash, verifyChainLock } from '../src/rules/signing/chain-lock.js';
import { commitmentHash } from '../src/chain/quorum/commitment-hash.js';
import { instantLockSignHash, verifyInstantLock } from '../src/rules/signing/instant-lock.js';
import { decodePayload } from '../src/primitives/payload/payload.js';
import { emptyChain } from './forge-block.js';
import { everythingOf, reasonOf, transfer } from './dev-chain-state.js';
import { loadPeerBls, type PeerBls } from './peer-bls.js';

// BLS takes its time where many tests run at once.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const open: DevChain[] = [];
afterEach(() => {
  for (const chain of open.splice(0)) chain.close();
});

function manual(): DevChain {
  const chain = new DevChain({ mining: 'manual' });
  open.push(chain);
  return chain;
}

/** A chain on which quorums of all types formed, to be loaded. */
let formed: Uint8Array;
let peer: PeerBls;
beforeAll(async () => {
  const chain = manual();
  chain.quorums.form();
  formed = chain.dump();
  peer = await loadPeerBls();
});

function withQuorums(): DevChain {
  const chain = DevChain.load(formed);
  open.push(chain);
  return chain;
}

async function quorumsAt(chain: DevChain, height: number): Promise<readonly QuorumCommitmentJson[]> {
  return (await chain.masternodeListDiff(ZERO_HASH, String(height))).newQuorums;
}

async function ofType(chain: DevChain, height: number, type: number): Promise<QuorumCommitmentJson[]> {
  return (await quorumsAt(chain, height)).filter(({ llmqType }) => llmqType === type);
}

function coinbaseOf(chain: DevChain, height: number) {
  const [coinbase] = decodeBlock(chain.serializedBlock(height)!).transactions;
  const payload = decodePayload(coinbase!);
  if (payload?.kind !== 'cbTx' || payload.version !== 3) throw new TypeError('no coinbase payload');
  return payload;
}

describe('quorums of DevChain', () => {
  it('do not exist at the start', async () => {
    const chain = manual();
    expect(chain.quorums.list()).toEqual([]);
    expect(await quorumsAt(chain, 520)).toEqual([]);
    expect(coinbaseOf(chain, 520).merkleRootQuorums).toBe(ZERO_HASH);
  });

  it('form for every type', () => {
    const chain = withQuorums();
    const told = chain.quorums.list().map(({ name, quorumIndex, height, minedHeight, members }) => ({
      name,
      quorumIndex,
      height,
      minedHeight,
      members: members.length,
    }));
    expect(told).toEqual([
      { name: 'llmq_test', quorumIndex: 0, height: 528, minedHeight: 538, members: 3 },
      { name: 'llmq_test_v17', quorumIndex: 0, height: 528, minedHeight: 538, members: 3 },
      { name: 'llmq_test_dip0024', quorumIndex: 0, height: 600, minedHeight: 612, members: 4 },
      { name: 'llmq_test_dip0024', quorumIndex: 1, height: 601, minedHeight: 612, members: 4 },
      { name: 'llmq_test_platform', quorumIndex: 0, height: 528, minedHeight: 538, members: 2 },
    ]);
    expect(chain.tip().height).toBe(620);
  });

  it('have the secret key of their public key', () => {
    for (const { secretKey, quorumPublicKey } of withQuorums().quorums.list())
      expect(bytesToHex(blsPublicKeyOf(hexToBytes(secretKey!)))).toBe(quorumPublicKey);
  });

  it('have distinct members from the list, evonodes where required', () => {
    const chain = withQuorums();
    const types = new Map(chain.masternodes.list().map(({ proTxHash, type }) => [proTxHash, type]));
    for (const { members } of chain.quorums.list()) {
      const ids = members.map(({ proTxHash }) => proTxHash);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.map((id) => types.get(id))).not.toContain(undefined);
    }
    const platform = chain.quorums.list().find(({ name }) => name === 'llmq_test_platform')!;
    expect(platform.members.map(({ proTxHash }) => types.get(proTxHash))).toEqual(['evo', 'evo']);
  });

  it('are signed by their members and themselves, as the BLS library of Dash Core verifies', async () => {
    const chain = withQuorums();
    const members = new Map(
      chain.quorums
        .list()
        .map((quorum) => [
          `${quorum.llmqType} ${quorum.quorumHash}`,
          quorum.members.map(({ operatorPublicKey }) => operatorPublicKey),
        ]),
    );
    const quorums = await quorumsAt(chain, 620);
    expect(quorums).toHaveLength(5);
    for (const quorum of quorums) {
      const { quorumSig, membersSig, quorumPublicKey } = quorum;
      const message = commitmentHash(finalCommitmentFromDiff(quorum));
      const keys = members.get(`${quorum.llmqType} ${quorum.quorumHash}`)!;
      expect(peer.verify(quorumSig, message, quorumPublicKey)).toBe(true);
      expect(peer.verifyAggregated(membersSig, message, keys)).toBe(true);
    }
  });

  it('appear in consecutive diffs that lead to the root in the coinbase', async () => {
    const chain = withQuorums();
    chain.quorums.form(['llmq_test', 'llmq_test_platform']);
    chain.quorums.form(['llmq_test']);
    const { height } = chain.tip();
    let base = await chain.blockHash(0);
    let list = emptyMasternodeList(base);
    for (const at of [520, 538, 545, 612, 620, height - 9, height]) {
      const block = await chain.blockHash(at);
      const diff = await chain.masternodeListDiff(base, block);
      list = applyMasternodeListDiff(list, diff);
      expect(diff.merkleRootQuorums).toBe(coinbaseOf(chain, at).merkleRootQuorums);
      base = block;
    }
    const last = await chain.masternodeListDiff(await chain.blockHash(620), String(height));
    expect(last.newQuorums.map(({ llmqType }) => llmqType)).toEqual([100, 100, 106]);
    // A third one of the same type ends the first.
    expect(last.deletedQuorums).toEqual([{ llmqType: 100, quorumHash: await chain.blockHash(528) }]);
  });

  it('appear in a diff with the ChainLock that selected their members', async () => {
    const chain = withQuorums();
    const { signature } = chain.quorums.chainLock();
    chain.mine(24);
    chain.quorums.form(['llmq_test']);
    const { quorumsCLSigs, newQuorums } = await chain.masternodeListDiff(
      ZERO_HASH,
      String(chain.tip().height),
    );
    const byLock = newQuorums.findIndex(
      ({ quorumHash }) => quorumHash === chain.quorums.list()[0]!.quorumHash,
    );
    expect(quorumsCLSigs).toContainEqual({ [signature]: [byLock] });
    const others = [...newQuorums.keys()].filter((place) => place !== byLock);
    expect(quorumsCLSigs).toContainEqual({ ['00'.repeat(96)]: others });
    expect(quorumsCLSigs).toHaveLength(2);
  });

  it('form again after a reorg if their base block remains', () => {
    const chain = withQuorums();
    chain.reorganise(620 - 605);
    const kept = chain.quorums.list().filter(({ name }) => name === 'llmq_test_dip0024');
    expect(kept.map(({ height, minedHeight }) => [height, minedHeight])).toEqual([
      [600, 612],
      [601, 612],
    ]);
    chain.reorganise(chain.tip().height - 599);
    expect(chain.quorums.list().map(({ name }) => name)).not.toContain('llmq_test_dip0024');
  });

  it('rotate: three of four members are from the previous cycle', () => {
    const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
    open.push(chain);
    const members = () =>
      chain.quorums
        .form(['llmq_test_dip0024'])
        .map((quorum) => quorum.members.map(({ proTxHash }) => proTxHash));
    const first = members();
    const second = members();
    expect(first).toHaveLength(2);
    for (const [index, ids] of second.entries()) {
      expect(new Set(ids).size).toBe(4);
      expect(ids.slice(0, 3)).toEqual(first[index]!.slice(1));
    }
  });

  it('leave the mempool unchanged when they form', async () => {
    const chain = manual();
    const txid = await chain.sendTransaction(transfer(chain, 0, 1));
    chain.quorums.form(['llmq_test']);
    expect(chain.mempool()).toEqual([txid]);
  });

  it('do not form for an unknown type or without masternodes', () => {
    const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
    open.push(chain);
    expect(reasonOf(() => chain.quorums.form(['llmq_50_60']))).toBe('unknown-quorum-type');
    for (const { proTxHash, type } of chain.masternodes.list())
      if (type === 'evo') chain.masternodes.remove(proTxHash);
    // Members are those that were there eight blocks before the quorum's.
    chain.mine(30);
    const before = everythingOf(chain);
    expect(reasonOf(() => chain.quorums.form(['llmq_test_platform']))).toBe('too-few-members');
    expect(everythingOf(chain)).toEqual(before);
    expect(chain.quorums.form([])).toEqual([]);
    expect(everythingOf(chain)).toEqual(before);
  });

  it('form without a masternode whose operator key was revoked', () => {
    const chain = withQuorums();
    const [first] = chain.masternodes.list();
    chain.masternodes.revoke(first!.proTxHash);
    // Members are those that were there eight blocks before the quorum's.
    chain.mine(30);
    chain.quorums.form(['llmq_test']);
    const ids = chain.quorums.list()[0]!.members.map(({ proTxHash }) => proTxHash);
    expect(ids).not.toContain(first!.proTxHash);
  });
});

describe('a ChainLock of DevChain', () => {
  it('forms a quorum first', async () => {
    const chain = manual();
    const locks: ChainLock[] = [];
    const events: BlockEvent[] = [];
    chain.watchChainLocks((lock) => locks.push(lock));
    chain.watchBlocks((event) => events.push(event));
    const lock = chain.quorums.chainLock();
    expect(lock).toMatchObject({ ...chain.tip(), signature: expect.stringMatching(/^[0-9a-f]{192}$/) });
    expect(locks).toEqual([lock]);
    expect(events.at(-1)).toMatchObject({ kind: 'connected', hash: lock.hash });
    expect(chain.bestChainLock()).toEqual(lock);
    expect(chain.status().chainLock).toEqual(lock);
    const quorums = await ofType(chain, lock.height - 8, 100);
    expect(verifyChainLock(lock, quorums)).toBe(true);
    expect(
      peer.verify(lock.signature, chainLockSignHash(lock, quorums[0]!), quorums[0]!.quorumPublicKey),
    ).toBe(true);
  });

  it('is signed by the selected one of two quorums', async () => {
    const chain = withQuorums();
    chain.quorums.form(['llmq_test']);
    const signers = new Set<string>();
    for (let count = 0; count < 8; count += 1) {
      const lock = chain.quorums.chainLock();
      const quorums = await ofType(chain, lock.height - 8, 100);
      expect(quorums).toHaveLength(2);
      expect(verifyChainLock(lock, quorums)).toBe(true);
      const { quorumHash } = quorums.find((quorum) => verifyChainLock(lock, [quorum]))!;
      signers.add(quorumHash);
      chain.mine(1);
    }
    expect(signers.size).toBe(2);
  });

  it('is in the coinbase of the next blocks until there is another', () => {
    const chain = withQuorums();
    const { signature, height } = chain.quorums.chainLock();
    chain.mine(3);
    const told = [1, 2, 3].map((above) => coinbaseOf(chain, height + above));
    expect(told.map(({ bestCLHeightDiff }) => bestCLHeightDiff)).toEqual([0, 1, 2]);
    expect(new Set(told.map(({ bestCLSignature }) => bestCLSignature))).toEqual(new Set([signature]));
    const later = chain.quorums.chainLock();
    chain.mine(1);
    expect(coinbaseOf(chain, later.height + 1)).toMatchObject({
      bestCLHeightDiff: 0,
      bestCLSignature: later.signature,
    });
  });

  it('locks a block below the tip and its ancestors', async () => {
    const chain = withQuorums();
    const txid = await chain.sendTransaction(transfer(chain, 0, 1));
    chain.mine(1);
    const { height } = chain.tip();
    chain.mine(4);
    expect(chain.transactionStatus(txid)).toMatchObject({ place: 'block', isChainLocked: false });
    const lock = chain.quorums.chainLock(height + 2);
    expect(lock.height).toBe(height + 2);
    expect(chain.transactionStatus(txid)).toMatchObject({ place: 'block', isChainLocked: true });
    expect(chain.quorums.chainLock(height)).toEqual(lock);
    expect(reasonOf(() => chain.quorums.chainLock(height + 99))).toBe('unknown-height');
    expect(reasonOf(() => manual().quorums.chainLock(500))).toBe('no-quorum');
  });

  it('prevents a reorg to a longer branch', async () => {
    const chain = withQuorums();
    const other = chain.copy();
    open.push(other);
    chain.mine(2);
    chain.quorums.chainLock();
    const before = everythingOf(chain);
    other.setMining('manual');
    other.clock.advance(1000);
    const hashes = other.mine(4);
    const [first] = [...other.exportBlocks(other.tip().height - 3)];
    const block = sizeBlock(decodeBlock(hexToBytes(first!.hex)));
    await expect(DevChain.nodeOf(chain).acceptInTurns(block)).rejects.toThrow('bad-chainlock');
    expect(hashes).toHaveLength(4);
    expect(everythingOf(chain)).toEqual(before);
  });

  it('is dropped by a reorg that disconnects it, and the fork is locked instead', () => {
    const chain = withQuorums();
    const { height: base } = chain.tip();
    const [first, second] = chain.mine(2);
    const lock = chain.quorums.chainLock();
    chain.mine(3);
    const told: DroppedLocks[] = [];
    chain.watchDroppedLocks((dropped) => told.push(dropped));
    const { hashes, droppedLocks } = chain.reorganise(4);
    expect(hashes).toHaveLength(5);
    expect(droppedLocks).toEqual({ chainLock: lock, instantLocks: [] });
    expect(chain.bestChainLock()).toMatchObject({ hash: first, height: base + 1 });
    expect(chain.invalidate(hashes[0]!)).toEqual({ chainLock: null, instantLocks: [] });
    expect(chain.invalidate(first!)).toMatchObject({ chainLock: { hash: first } });
    expect(chain.bestChainLock()).toMatchObject({ height: base });
    expect(told).toHaveLength(2);
    expect(reasonOf(() => chain.invalidate(second!))).toBeUndefined();
  });

  it('is removed by a revert', () => {
    const chain = withQuorums();
    const id = chain.snapshot();
    const before = everythingOf(chain);
    chain.quorums.chainLock();
    chain.revert(id);
    expect(everythingOf(chain)).toEqual(before);
    expect(chain.bestChainLock()).toBeUndefined();
    chain.reorganise(2);
  });
});

describe('an InstantSend lock of DevChain', () => {
  it('forms a quorum first, for a transaction in the mempool', async () => {
    const chain = manual();
    const txid = await chain.sendTransaction(transfer(chain, 0, 1));
    const told: string[] = [];
    chain.watchTransactions((id) => told.push(id));
    expect(chain.transactionStatus(txid)).toEqual({ place: 'mempool', isInstantLocked: false });
    const lock = chain.quorums.instantLock(txid);
    expect(chain.transactionStatus(txid)).toEqual({ place: 'mempool', isInstantLocked: true });
    expect(told).toEqual([txid]);
    expect(chain.quorums.instantLock(txid)).toBe(lock);
    expect(chain.quorums.instantLocks).toEqual([lock]);
    const quorums = await ofType(chain, chain.tip().height, 103);
    expect(quorums).toHaveLength(2);
    expect(verifyInstantLock(lock, quorums)).toBe(true);
    expect(lock.cycleHash).toBe(await chain.blockHash(600));
    chain.mine(1);
    expect(chain.transactionStatus(txid)).toMatchObject({ place: 'block', isInstantLocked: true });
  });

  it('is valid for the BLS library of Dash Core', async () => {
    const chain = withQuorums();
    const quorums = await ofType(chain, chain.tip().height, 103);
    for (let account = 0; account < 4; account += 1) {
      const txid = await chain.sendTransaction(transfer(chain, account, 9));
      const lock = chain.quorums.instantLock(txid);
      expect(verifyInstantLock(lock, quorums)).toBe(true);
      const isOf = ({ quorumPublicKey, ...quorum }: QuorumCommitmentJson): boolean =>
        peer.verify(lock.signature, instantLockSignHash(lock, quorum), quorumPublicKey);
      expect(quorums.filter(isOf)).toHaveLength(1);
    }
  });

  it('blocks conflicting transactions in the mempool and in blocks', async () => {
    const chain = withQuorums();
    const rival = transfer(chain, 0, 2);
    const txid = await chain.sendTransaction(transfer(chain, 0, 1));
    chain.quorums.instantLock(txid);
    await expect(chain.sendTransaction(rival)).rejects.toMatchObject({
      code: -26,
      message: 'tx-txlock-conflict',
    });
    expect(() => chain.mine(1, { transactions: [bytesToHex(rival)] })).toThrow(
      expect.objectContaining({ code: -25, message: 'TestBlockValidity failed: conflict-tx-lock' }),
    );
    expect(chain.mempool()).toEqual([txid]);
  });

  it('of a parent comes before that of its child', async () => {
    const chain = withQuorums();
    const [alice, bob] = chain.accounts;
    const parent = await chain.sendTransaction(
      chain.transfer(alice!, bob!, chain.balance(alice!) - 100_000n),
    );
    chain.mine(1);
    const child = await chain.sendTransaction(chain.transfer(bob!, alice!, chain.balance(bob!) - 100_000n));
    expect(reasonOf(() => chain.quorums.instantLock(child))).toBe('not-lockable');
    chain.quorums.instantLock(parent);
    expect(chain.quorums.instantLock(child).txid).toBe(child);
  });

  it.each([
    ['an id that nothing has', 'unknown-transaction', () => ZERO_HASH],
    ['a coinbase', 'not-lockable', (chain: DevChain) => coinbaseId(chain)],
  ])('is rejected for %s: %s', (_, reason, idOf) => {
    const chain = withQuorums();
    const before = everythingOf(chain);
    expect(reasonOf(() => chain.quorums.instantLock(idOf(chain)))).toBe(reason);
    expect(everythingOf(chain)).toEqual(before);
  });

  it('is removed by a revert to an earlier snapshot', async () => {
    const chain = withQuorums();
    const rival = transfer(chain, 0, 2);
    const id = chain.snapshot();
    const txid = await chain.sendTransaction(transfer(chain, 0, 1));
    chain.quorums.instantLock(txid);
    chain.revert(id);
    expect(chain.quorums.instantLocks).toEqual([]);
    await chain.sendTransaction(rival);
  });
});

function coinbaseId(chain: DevChain): string {
  return sizeBlock(decodeBlock(chain.serializedBlock(600)!)).transactions[0]!.txid;
}

async function eventful(): Promise<DevChain> {
  const chain = manual();
  const txid = await chain.sendTransaction(transfer(chain, 0, 1));
  chain.quorums.chainLock();
  chain.quorums.instantLock(txid);
  chain.mine(2);
  chain.quorums.chainLock(chain.tip().height - 1);
  chain.reorganise(1);
  return chain;
}

describe('a chain with quorums and locks', () => {
  it('is accepted with all signature checks by an independent chain', async () => {
    const chain = await eventful();
    const replica = emptyChain();
    for (const { hex } of chain.exportBlocks()) replica.accept(sizeBlock(decodeBlock(hexToBytes(hex))));
    expect(replica.tip.hash).toBe(chain.tip().hash);
  });

  it('is deterministic byte for byte', async () => {
    expect(everythingOf(await eventful())).toEqual(everythingOf(await eventful()));
  });

  it('is loaded with signature checks though a quorum of a lock was disconnected', async () => {
    const chain = withQuorums();
    const txid = await chain.sendTransaction(transfer(chain, 0, 1));
    const lock = chain.quorums.instantLock(txid);
    const miner = withQuorums();
    miner.reorganise(25);
    for (const { hex } of miner.exportBlocks(miner.tip().height - 25))
      await DevChain.nodeOf(chain).acceptInTurns(sizeBlock(decodeBlock(hexToBytes(hex))));
    expect(chain.tip()).toEqual(miner.tip());
    const copy = DevChain.load(chain.dump(), { checkSignatures: true });
    open.push(copy);
    expect(copy.quorums.instantLocks).toEqual([lock]);
    expect(everythingOf(copy)).toEqual(everythingOf(chain));
  });

  it.each([false, true])('is loaded as dumped (signatures checked: %s)', async (checkSignatures) => {
    const chain = await eventful();
    const copy = DevChain.load(chain.dump(), { checkSignatures });
    open.push(copy);
    expect(everythingOf(copy)).toEqual(everythingOf(chain));
    expect(copy.quorums.list()).toEqual(chain.quorums.list());
    for (const each of [chain, copy]) {
      each.mine(1);
      each.quorums.chainLock();
      each.quorums.form(['llmq_test']);
    }
    expect(everythingOf(copy)).toEqual(everythingOf(chain));
  });
});
