// Has a process of its own: it sets fake timers and clocks, of which other files have some left.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeBlock } from '../src/primitives/block/block.js';
import { ControlRejectedError } from '../src/devchain/control-rejected-error.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import type { DevChainOptions } from '../src/devchain/dev-chain-options.js';
import type { BlockEvent } from '../src/layer1/layer1.js';
import { NodeRejectionError } from '../src/layer1/layer1.js';
import { decodeTransaction, transactionId } from '../src/primitives/transaction/transaction.js';

/** What the default mnemonic gives, everywhere. */
const TIP = { height: 520, hash: '38219447611e0953c57c77ff00904d3db7cb235bc0633f196453875b7d9af43f' };

const open: DevChain[] = [];

function devChain(options: DevChainOptions = {}): DevChain {
  const chain = new DevChain({ mining: 'manual', ...options });
  open.push(chain);
  return chain;
}

afterEach(() => {
  for (const chain of open.splice(0)) chain.close();
});

const transfer = (chain: DevChain, from: number, to: number, duffs = 100_000_000n): Uint8Array =>
  chain.transfer(chain.accounts[from]!, chain.accounts[to]!, duffs);

const idOf = (serialized: Uint8Array): string => transactionId(decodeTransaction(serialized));

describe('a development chain', () => {
  it('is the same at every start', () => {
    const [first, second] = [devChain(), devChain()];
    expect(first.tip()).toEqual(TIP);
    expect(second.tip()).toEqual(TIP);
    expect(second.accounts).toEqual(first.accounts);
    expect(first.mine(70)).toEqual(second.mine(70));
  });

  it('differs for another mnemonic', () => {
    const chain = devChain({ mnemonic: 'other words' });
    expect(chain.tip().hash).not.toBe(TIP.hash);
    expect(chain.accounts[0]!.address).not.toBe(devChain().accounts[0]!.address);
  });

  it('has ten accounts with 1000 spendable DASH', async () => {
    const chain = devChain();
    expect(chain.accounts).toHaveLength(10);
    for (const account of chain.accounts) expect(chain.balance(account)).toBe(100_000_000_000n);
    await Promise.all(
      chain.accounts.map((_, i) => chain.sendTransaction(transfer(chain, i, (i + 1) % 10, 99_900_000_000n))),
    );
    chain.mine(1);
    expect(chain.mempool()).toEqual([]);
    for (const account of chain.accounts) expect(chain.balance(account)).toBeGreaterThan(99_990_000_000n);
  });

  it('reports the missing amount of an account', () => {
    const chain = devChain();
    expect(() => transfer(chain, 0, 1, 100_000_000_000n)).toThrow(
      `the coins of ${chain.accounts[0]!.address} are 12960 duffs short`,
    );
  });

  it('implements Layer1', async () => {
    const chain = devChain();
    expect(await chain.blockHash(0)).toBe('000008ca1832a4baf228eb1553c03d3a2c8e02399550dd6ea8d65cec3ef23d2e');
    expect(await chain.blockHash(520)).toBe(TIP.hash);
    for (const height of [521, -1, 2 ** 31 - 1]) {
      await expect(chain.blockHash(height)).rejects.toEqual(
        new NodeRejectionError(-8, 'Block height out of range'),
      );
    }
    await expect(chain.blockHash(2 ** 31)).rejects.toEqual(
      new NodeRejectionError(-1, 'JSON integer out of range'),
    );
    await expect(chain.sendTransaction(Uint8Array.of(1))).rejects.toThrow(NodeRejectionError);
    await expect(chain.masternodeListDiff('1', '999')).rejects.toThrow(NodeRejectionError);
  });

  it('reports its status: regtest, no peers, no ChainLocks', () => {
    const chain = devChain();
    chain.mine(6);
    const tip = chain.tip();
    const median = decodeBlock(chain.serializedBlock(tip.height - 5)!).header.time;
    expect(chain.status()).toEqual({
      software: '/dapikit development chain/',
      network: 'regtest',
      tip,
      headersHeight: tip.height,
      isInitialBlockDownload: false,
      // As a Dash Core node on regtest says.
      difficulty: expect.closeTo(4.656542373906925e-10, 24),
      medianTime: median,
      peers: 0,
      masternodeSync: undefined,
      chainLock: undefined,
    });
    expect(chain.bestChainLock()).toBeUndefined();
  });

  it.each([-1, 1.5, Number.NaN, Infinity])('rejects mining %d blocks', (count) => {
    expect(() => devChain().mine(count)).toThrow(ControlRejectedError);
  });
});

describe('DevChain.watchBlocks', () => {
  it('emits each new block until it is stopped', () => {
    const chain = devChain();
    const events: BlockEvent[] = [];
    chain.mine(1);
    const stop = chain.watchBlocks((event) => events.push(event));
    const hashes = chain.mine(2);
    stop();
    chain.mine(1);
    expect(events).toEqual(hashes.map((hash, i) => ({ kind: 'connected', hash, height: 522 + i })));
  });

  it('continues after a listener throws', () => {
    const errors: unknown[] = [];
    const chain = devChain({ onError: (error) => errors.push(error) });
    const failure = new Error('the listener');
    const heights: number[] = [];
    chain.watchBlocks(() => {
      throw failure;
    });
    chain.watchBlocks(({ height }) => heights.push(height));
    chain.mine(2);
    expect(heights).toEqual([521, 522]);
    expect(errors).toEqual([failure, failure]);
  });
});

describe('automatic mining', () => {
  it.each([0, -1, Number.NaN, 2 ** 31])('rejects an interval of %s milliseconds', (everyMilliseconds) => {
    expect(() => devChain({ mining: { everyMilliseconds } })).toThrow(ControlRejectedError);
  });

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('puts concurrent transactions into one block', async () => {
    const chain = devChain({ mining: 'on-transaction' });
    const sent = await Promise.all([0, 1, 2].map((i) => chain.sendTransaction(transfer(chain, i, i + 1))));
    expect(chain.mempool().toSorted()).toEqual(sent.toSorted());
    await vi.runAllTimersAsync();
    expect(chain.mempool()).toEqual([]);
    expect(chain.tip().height).toBe(521);
    await chain.sendTransaction(transfer(chain, 5, 6));
    await vi.runAllTimersAsync();
    expect(chain.tip().height).toBe(522);
  });

  it('mines nothing for a rejected or repeated transaction', async () => {
    const chain = devChain({ mining: 'on-transaction' });
    await expect(chain.sendTransaction(Uint8Array.of(1))).rejects.toThrow('TX decode failed');
    await vi.runAllTimersAsync();
    expect(chain.tip()).toEqual(TIP);
    const payment = transfer(chain, 0, 1);
    await chain.sendTransaction(payment);
    expect(await chain.sendTransaction(payment)).toBe(idOf(payment));
    await vi.runAllTimersAsync();
    expect(chain.tip().height).toBe(521);
  });

  it('mines at an interval, with and without transactions', async () => {
    const chain = devChain({ mining: { everyMilliseconds: 1000 } });
    await chain.sendTransaction(transfer(chain, 0, 1));
    await vi.advanceTimersByTimeAsync(999);
    expect(chain.tip()).toEqual(TIP);
    await vi.advanceTimersByTimeAsync(2001);
    expect(chain.tip().height).toBe(523);
    expect(chain.mempool()).toEqual([]);
    chain.close();
    await vi.advanceTimersByTimeAsync(5000);
    expect(chain.tip().height).toBe(523);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is disabled in manual mode', async () => {
    const chain = devChain({ mining: 'manual' });
    const id = await chain.sendTransaction(transfer(chain, 0, 1));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(chain.mempool()).toEqual([id]);
    expect(vi.getTimerCount()).toBe(0);
    chain.mine(1);
    expect(chain.mempool()).toEqual([]);
  });

  it('stops when the chain is closed', async () => {
    const chain = devChain({ mining: 'on-transaction' });
    await chain.sendTransaction(transfer(chain, 0, 1));
    chain.close();
    await chain.sendTransaction(transfer(chain, 1, 2));
    expect(vi.getTimerCount()).toBe(0);
    await vi.runAllTimersAsync();
    expect(chain.tip()).toEqual(TIP);
    expect(chain.mempool()).toHaveLength(2);
  });

  it('reports errors and continues', async () => {
    const errors: unknown[] = [];
    const chain = devChain({ mining: { everyMilliseconds: 10 }, onError: (error) => errors.push(error) });
    const mine = vi.spyOn(chain, 'mine').mockImplementationOnce(() => {
      throw new Error('no block');
    });
    await vi.advanceTimersByTimeAsync(20);
    expect(errors).toEqual([new Error('no block')]);
    expect(mine).toHaveBeenCalledTimes(2);
    expect(chain.tip().height).toBe(521);
  });
});

describe('DevChain.reorganise', () => {
  it('replaces blocks by one more', async () => {
    const chain = devChain();
    const old = chain.mine(5);
    const events: BlockEvent[] = [];
    chain.watchBlocks((event) => events.push(event));
    const { hashes: made } = chain.reorganise(3);
    expect(made).toHaveLength(4);
    expect(chain.tip()).toEqual({ height: 526, hash: made.at(-1) });
    expect(await chain.blockHash(522)).toBe(old[1]);
    expect(events.map(({ kind, height }) => `${kind} ${height}`)).toEqual([
      ...[525, 524, 523].map((height) => `disconnected ${height}`),
      ...[523, 524, 525, 526].map((height) => `connected ${height}`),
    ]);
    expect(events.slice(0, 3).map(({ hash }) => hash)).toEqual(old.slice(2).toReversed());
  });

  it('mines the disconnected transactions again', async () => {
    const chain = devChain();
    await chain.sendTransaction(transfer(chain, 0, 1));
    chain.mine(3);
    const balance = chain.balance(chain.accounts[1]!);
    chain.reorganise(3);
    expect(chain.mempool()).toEqual([]);
    expect(chain.balance(chain.accounts[1]!)).toBe(balance);
  });

  it('works repeatedly and across masternode list changes', async () => {
    const chain = devChain();
    const seen = new Set(chain.mine(40));
    for (const depth of [1, 2, 15, 1, 30, 30]) {
      const { hashes: made } = chain.reorganise(depth);
      for (const hash of made) {
        expect(seen.has(hash)).toBe(false);
        seen.add(hash);
      }
    }
    const diff = await chain.masternodeListDiff('0'.repeat(64), String(chain.tip().height));
    expect(diff.mnList.length).toBeGreaterThanOrEqual(6);
  });

  it('can replace all blocks above the genesis block', async () => {
    const chain = devChain();
    const { hashes: made } = chain.reorganise(520);
    expect(made).toHaveLength(521);
    expect(chain.tip()).toEqual({ height: 521, hash: made.at(-1) });
    expect(await chain.blockHash(0)).toMatch(/^000008ca/);
  });

  it.each([0, -1, 0.5, 521, Number.NaN])('rejects a depth of %d', (depth) => {
    const chain = devChain();
    expect(() => chain.reorganise(depth)).toThrow(`expected a depth of 1 to 520, found ${depth}`);
    expect(chain.tip()).toEqual(TIP);
  });
});
