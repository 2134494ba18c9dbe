import { afterEach, describe, expect, it, vi } from 'vitest';
import { DevChain } from '../src/devchain/dev-chain.js';
import type { DevChainOptions } from '../src/devchain/dev-chain-options.js';
import { everythingOf, reasonOf, transfer } from './dev-chain-state.js';

// BLS takes its time where many tests run at once.
vi.setConfig({ testTimeout: 30_000 });

const open: DevChain[] = [];
afterEach(() => {
  for (const chain of open.splice(0)) chain.close();
});

function locking(options: DevChainOptions = {}): DevChain {
  const chain = new DevChain({ mining: 'manual', instantSend: true, chainLocks: true, ...options });
  open.push(chain);
  return chain;
}

async function eventful(): Promise<unknown> {
  const chain = locking();
  await chain.sendTransaction(transfer(chain, 0, 1));
  chain.mine(3);
  chain.reorganise(2);
  return everythingOf(chain);
}

describe('a chain with automatic locks', () => {
  it('starts with quorums of every type and a ChainLock of its tip', () => {
    const chain = locking();
    const types = chain.quorums.list().map(({ name }) => name);
    expect(types).toEqual([
      'llmq_test',
      'llmq_test_v17',
      'llmq_test_dip0024',
      'llmq_test_dip0024',
      'llmq_test_platform',
    ]);
    expect(chain.bestChainLock()).toMatchObject(chain.tip());
    expect(chain.automaticLocks).toEqual({ instantSend: true, chainLocks: true });
  });

  it('locks a transaction when it is sent, and the tip after each control that mines', async () => {
    const chain = locking();
    const events: string[] = [];
    chain.watchTransactions((id) => events.push(`transaction ${id}`));
    chain.watchChainLocks(({ height }) => events.push(`lock ${height}`));
    const { height } = chain.tip();
    const txid = await chain.sendTransaction(transfer(chain, 0, 1));
    expect(chain.transactionStatus(txid)).toEqual({ place: 'mempool', isInstantLocked: true });
    chain.mine(3);
    const address = chain.accounts[0]!.address;
    chain.fund(address, 100_000n);
    expect(events).toEqual([
      `transaction ${txid}`,
      `transaction ${txid}`,
      `lock ${height + 3}`,
      `lock ${height + 4}`,
    ]);
    expect(chain.transactionStatus(txid)).toMatchObject({ isInstantLocked: true, isChainLocked: true });
  });

  it('locks a transaction once its inputs are deep enough, without ChainLocks', async () => {
    const chain = locking({ chainLocks: false });
    const [alice, bob] = chain.accounts;
    await chain.sendTransaction(chain.transfer(alice!, bob!, 99_990_000_000n));
    chain.mine(1);
    chain.fund(alice!.address, 10_000_000_000n);
    const txid = await chain.sendTransaction(chain.transfer(alice!, bob!, 5_000_000_000n));
    expect(chain.transactionStatus(txid)).toEqual({ place: 'mempool', isInstantLocked: false });
    chain.mine(1, { transactions: [] });
    expect(chain.transactionStatus(txid)).toEqual({ place: 'mempool', isInstantLocked: true });
    expect(chain.bestChainLock()).toBeUndefined();
  });

  it('locks a transaction at once if a ChainLock covers its inputs', async () => {
    const chain = locking();
    const [alice, bob] = chain.accounts;
    await chain.sendTransaction(chain.transfer(alice!, bob!, 99_990_000_000n));
    chain.mine(1);
    chain.fund(alice!.address, 10_000_000_000n);
    const txid = await chain.sendTransaction(chain.transfer(alice!, bob!, 5_000_000_000n));
    expect(chain.transactionStatus(txid)).toEqual({ place: 'mempool', isInstantLocked: true });
  });

  it('signs nothing with both locks disabled', async () => {
    const chain = locking({ instantSend: false, chainLocks: false });
    const txid = await chain.sendTransaction(transfer(chain, 0, 1));
    chain.mine(2);
    expect(chain.transactionStatus(txid)).toMatchObject({ isInstantLocked: false, isChainLocked: false });
    expect(chain.quorums.list()).toEqual([]);
  });

  it('drops and reports the locks above the fork of a reorg, and locks the new tip', async () => {
    const chain = locking();
    const kept = await chain.sendTransaction(transfer(chain, 0, 1));
    chain.mine(1);
    const gone = await chain.sendTransaction(transfer(chain, 2, 3));
    chain.mine(1);
    const waiting = await chain.sendTransaction(transfer(chain, 4, 5));
    const lock = chain.bestChainLock();
    const { hashes, droppedLocks } = chain.reorganise(1);
    expect(droppedLocks).toEqual({ chainLock: lock, instantLocks: [gone, waiting] });
    expect(chain.bestChainLock()?.hash).toBe(hashes.at(-1));
    expect(chain.quorums.instantLocks.map(({ txid }) => txid)).toEqual([kept]);
    expect(chain.transactionStatus(gone)).toMatchObject({ place: 'block', isChainLocked: true });
  });

  it('releases the coins of a transaction whose lock was dropped', async () => {
    const chain = locking();
    const first = chain.transfer(chain.accounts[0]!, chain.accounts[1]!, 5_000n);
    const second = Buffer.from(chain.transfer(chain.accounts[0]!, chain.accounts[2]!, 6_000n)).toString(
      'hex',
    );
    await chain.sendTransaction(first);
    const [block] = chain.mine(1);
    expect(() => chain.mine(1, { transactions: [second] })).toThrow('bad-txns-inputs-missingorspent');
    chain.invalidate(block!);
    expect(chain.quorums.instantLocks).toEqual([]);
    chain.mine(1, { transactions: [second] });
    expect(chain.bestChainLock()).toMatchObject(chain.tip());
    expect(chain.mempool()).toEqual([]);
  });

  it('restores the locks of a snapshot and reports the dropped ones', async () => {
    const chain = locking();
    const before = everythingOf(chain);
    const id = chain.snapshot();
    const txid = await chain.sendTransaction(transfer(chain, 0, 1));
    chain.mine(1);
    const lock = chain.bestChainLock();
    expect(chain.revert(id)).toEqual({ chainLock: lock, instantLocks: [txid] });
    expect(everythingOf(chain)).toEqual(before);
    expect(chain.bestChainLock()).toMatchObject(chain.tip());
  });

  it('forms quorums again after a reorg removed them', () => {
    const chain = locking();
    chain.reorganise(30);
    chain.mine(120);
    expect(chain.bestChainLock()).toMatchObject(chain.tip());
    const types = new Set(chain.quorums.list().map(({ name }) => name));
    for (const name of ['llmq_test', 'llmq_test_dip0024', 'llmq_test_platform'])
      expect(types).toContain(name);
  });

  it('is dumped and loaded with its locks, which options override', async () => {
    const chain = locking();
    await chain.sendTransaction(transfer(chain, 0, 1));
    chain.mine(5);
    const dump = chain.dump();
    const copy = DevChain.load(dump);
    const checked = DevChain.load(dump, { checkSignatures: true });
    const silent = DevChain.load(dump, { chainLocks: false, instantSend: false });
    open.push(copy, checked, silent);
    expect(everythingOf(copy)).toEqual(everythingOf(chain));
    expect(everythingOf(checked)).toEqual(everythingOf(chain));
    copy.mine(1);
    silent.mine(1);
    expect(copy.bestChainLock()).toMatchObject(copy.tip());
    expect(silent.bestChainLock()?.height).toBe(silent.tip().height - 1);
  });

  it('is deterministic byte for byte', async () => {
    expect(await eventful()).toEqual(await eventful());
  });

  it('rejects lock settings that are not booleans', () => {
    const wrong: DevChainOptions = JSON.parse('{"chainLocks":"on"}');
    expect(reasonOf(() => new DevChain(wrong))).toBe('invalid-locks');
  });
});
