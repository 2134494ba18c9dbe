// Has a process of its own: it sets fake timers and clocks, of which other files have some left.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DevChain } from '../src/devchain/dev-chain.js';
import type { FaultRequest } from '../src/devchain/transaction-faults.js';
import { NodeRejectionError } from '../src/layer1/layer1.js';
import { reasonOf, transfer } from './dev-chain-state.js';

const chainWith = (...faults: FaultRequest[]): DevChain => {
  const chain = new DevChain({ mining: 'manual' });
  for (const fault of faults) chain.faults.add(fault);
  return chain;
};

describe('an injected fault', () => {
  it('rejects a number of transactions with the given error', async () => {
    const chain = chainWith({ kind: 'reject', code: -25, message: 'no luck', times: 2 });
    for (let i = 0; i < 2; i += 1) {
      await expect(chain.sendTransaction(transfer(chain, 0, 1))).rejects.toEqual(
        new NodeRejectionError(-25, 'no luck'),
      );
    }
    expect(chain.faults.list()).toEqual([]);
    await chain.sendTransaction(transfer(chain, 0, 1));
    expect(chain.mempool()).toHaveLength(1);
    chain.faults.add({ kind: 'reject' });
    await expect(chain.sendTransaction(transfer(chain, 2, 3))).rejects.toEqual(
      new NodeRejectionError(-26, 'rejected-by-fault'),
    );
  });

  it('drops accepted transactions', async () => {
    const chain = chainWith({ kind: 'drop' });
    expect(await chain.sendTransaction(transfer(chain, 0, 1))).toMatch(/^[0-9a-f]{64}$/);
    expect(chain.mempool()).toEqual([]);
    await expect(chain.sendTransaction(Uint8Array.of(1))).rejects.toThrow('TX decode failed');
    chain.faults.reset();
    await chain.sendTransaction(transfer(chain, 0, 1));
    expect(chain.mempool()).toHaveLength(1);
  });

  it('holds a transaction for a number of blocks', async () => {
    const chain = chainWith({ kind: 'hold', blocks: 3, times: 1 });
    const id = await chain.sendTransaction(transfer(chain, 0, 1));
    chain.mine(2);
    expect(chain.mempool()).toEqual([]);
    chain.mine(1);
    expect(chain.mempool()).toEqual([id]);
    chain.mine(1);
    expect(chain.mempool()).toEqual([]);
    expect(chain.balance(chain.accounts[1]!)).toBe(100_100_000_000n);
  });

  it('drops a held transaction whose coins were spent', async () => {
    const chain = chainWith({ kind: 'hold', blocks: 1, times: 1 });
    await chain.sendTransaction(transfer(chain, 0, 1, 5_000n));
    await chain.sendTransaction(transfer(chain, 0, 2, 99_900_000_000n));
    chain.mine(2);
    expect(chain.mempool()).toEqual([]);
    expect(chain.balance(chain.accounts[1]!)).toBe(100_000_000_000n);
  });

  it('can apply to one transaction; the first matching fault applies', async () => {
    const scout = new DevChain({ mining: 'manual' });
    const txid = await scout.sendTransaction(transfer(scout, 0, 1));
    const chain = chainWith({ kind: 'reject', txid }, { kind: 'drop' });
    await chain.sendTransaction(transfer(chain, 2, 3));
    await expect(chain.sendTransaction(transfer(chain, 0, 1))).rejects.toThrow('rejected-by-fault');
  });

  it('is listed and can be removed', () => {
    const chain = chainWith({ kind: 'drop' }, { kind: 'delay', milliseconds: 5 });
    expect(chain.faults.list()).toEqual([
      { id: 1, kind: 'drop' },
      { id: 2, kind: 'delay', milliseconds: 5 },
    ]);
    chain.faults.remove(1);
    expect(reasonOf(() => chain.faults.remove(1))).toBe('unknown-fault');
    expect(chain.faults.list()).toHaveLength(1);
    expect(chain.faults.add({ kind: 'drop' }).id).toBe(3);
  });

  it.each([
    { kind: 'explode' },
    { kind: 'toString' },
    {},
    { kind: 'hold' },
    { kind: 'hold', blocks: 0 },
    { kind: 'delay' },
    { kind: 'delay', milliseconds: -1 },
    { kind: 'delay', milliseconds: '5' },
    { kind: 'drop', times: 0 },
    { kind: 'drop', times: 1.5 },
    { kind: 'reject', code: 1.5 },
    { kind: 'reject', message: {} },
    { kind: 'drop', txid: 'x' },
  ])('is rejected if invalid: %o', (request) => {
    const untyped: FaultRequest = JSON.parse(JSON.stringify(request));
    expect(reasonOf(() => chainWith(untyped))).toBe('invalid-fault');
  });
});

describe('an injected delay', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('delays the response', async () => {
    vi.useRealTimers();
    const chain = chainWith({ kind: 'delay', milliseconds: 60 });
    const start = performance.now();
    const answer = chain.sendTransaction(transfer(chain, 0, 1));
    expect(chain.mempool()).toEqual([]);
    const id = await answer;
    expect(performance.now() - start).toBeGreaterThan(50);
    expect(chain.mempool()).toEqual([id]);
  });

  it('ends when the chain is closed, without leaving a timer', async () => {
    const chain = chainWith({ kind: 'delay', milliseconds: 2 ** 31 - 1 });
    const answers = [transfer(chain, 0, 1), transfer(chain, 2, 3)].map((each) => chain.sendTransaction(each));
    chain.close();
    expect(vi.getTimerCount()).toBe(0);
    expect(chain.mempool()).toEqual([]);
    expect(await Promise.all(answers)).toEqual(chain.mempool());
  });
});
