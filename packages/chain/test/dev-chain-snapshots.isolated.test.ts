// Has a process of its own: it sets fake timers and clocks, of which other files have some left.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DevChain } from '../src/devchain/dev-chain.js';
import { ControlRejectedError } from '../src/devchain/control-rejected-error.js';
import type { BlockEvent } from '../src/layer1/layer1.js';
import { everythingOf, reasonOf, transfer } from './dev-chain-state.js';

afterEach(() => {
  vi.useRealTimers();
});

describe('a snapshot of DevChain', () => {
  it('restores blocks, mempool, clock, mode, faults and masternodes', async () => {
    const chain = new DevChain({ mining: 'manual' });
    chain.mine(27);
    await chain.sendTransaction(transfer(chain, 0, 1));
    chain.clock.advance(1_000);
    const before = everythingOf(chain);
    const id = chain.snapshot();
    chain.mine(30);
    await chain.sendTransaction(transfer(chain, 2, 3));
    chain.faults.add({ kind: 'drop' });
    chain.clock.setInterval(7);
    chain.masternodes.register();
    chain.fund(chain.accounts[4]!.address, 5_000n);
    chain.reorganise(40);
    chain.setMining('on-transaction');
    chain.revert(id);
    expect(everythingOf(chain)).toEqual(before);
    chain.close();
  });

  it('leads to the same blocks when the same steps are repeated', async () => {
    const chain = new DevChain({ mining: 'manual' });
    const play = async () => {
      await chain.sendTransaction(transfer(chain, 0, 1));
      chain.mine(12);
      chain.reorganise(3);
      chain.masternodes.register({ type: 'evo' });
      return everythingOf(chain);
    };
    const id = chain.snapshot();
    const first = await play();
    chain.revert(id);
    expect(await play()).toEqual(first);
  });

  it('emits the blocks disconnected and connected by a revert', () => {
    const chain = new DevChain({ mining: 'manual' });
    const [, old] = chain.mine(2);
    const id = chain.snapshot();
    chain.reorganise(1);
    const events: BlockEvent[] = [];
    chain.watchBlocks((event) => events.push(event));
    chain.revert(id);
    expect(events.map(({ kind, height }) => `${kind} ${height}`)).toEqual([
      'disconnected 523',
      'disconnected 522',
      'connected 522',
    ]);
    expect(events.at(-1)!.hash).toBe(old);
  });

  it('shows listeners the final mempool', async () => {
    const chain = new DevChain({ mining: 'manual' });
    const id = chain.snapshot();
    await chain.sendTransaction(transfer(chain, 0, 1));
    chain.mine(1);
    const seen: string[][] = [];
    chain.watchBlocks(() => seen.push(chain.mempool()));
    chain.revert(id);
    expect(seen).toEqual([[]]);
  });

  it('can be nested; reverting removes later ones', () => {
    const chain = new DevChain({ mining: 'manual' });
    const ids = Array.from({ length: 4 }, () => {
      const id = chain.snapshot();
      chain.mine(1);
      return id;
    });
    chain.revert(ids[2]!);
    expect(chain.tip().height).toBe(522);
    expect(chain.snapshots()).toEqual(ids.slice(0, 2));
    chain.revert(ids[0]!);
    expect(chain.tip().height).toBe(520);
    expect(chain.snapshots()).toEqual([]);
    expect(ids).not.toContain(chain.snapshot());
  });

  it.each([1, 0, -1, 99, Number.NaN])('with the unknown id %s is rejected', (id) => {
    const chain = new DevChain({ mining: 'manual' });
    const tip = chain.tip();
    if (id === 1) {
      chain.snapshot();
      chain.revert(1);
    }
    expect(reasonOf(() => chain.revert(id))).toBe('unknown-snapshot');
    expect(chain.tip()).toEqual(tip);
    chain.snapshot();
    expect(() => chain.revert(77)).toThrow(ControlRejectedError);
  });

  it('resumes mining for the transactions it contains', async () => {
    vi.useFakeTimers();
    const chain = new DevChain({ mining: 'on-transaction' });
    await chain.sendTransaction(transfer(chain, 0, 1));
    const id = chain.snapshot();
    await vi.runAllTimersAsync();
    expect(chain.mempool()).toEqual([]);
    chain.revert(id);
    expect(chain.mempool()).toHaveLength(1);
    await vi.runAllTimersAsync();
    expect(chain.mempool()).toEqual([]);
    expect(chain.tip().height).toBe(521);
    chain.close();
  });

  it('does not mine for a transaction sent after it', async () => {
    vi.useFakeTimers();
    const chain = new DevChain({ mining: 'on-transaction' });
    const id = chain.snapshot();
    await chain.sendTransaction(transfer(chain, 0, 1));
    chain.revert(id);
    await vi.runAllTimersAsync();
    expect(chain.tip().height).toBe(520);
    chain.close();
  });
});
