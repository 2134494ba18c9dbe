import { describe, expect, it, vi } from 'vitest';
import type { BlockEvent, ChainLock, ChainTip, Layer1 } from './layer1.js';
import { NodeUnavailable } from './node-unavailable.js';
import { SwitchableLayer1 } from './switchable-layer1.js';

interface Backend extends Layer1 {
  emit(event: BlockEvent): void;
  lock(chainLock: ChainLock): void;
  readonly watchers: () => number;
  tellTip: () => Promise<ChainTip>;
}

const unused = () => Promise.reject(new Error('not asked for'));
const nobody = () => undefined;

function backend(name: string): Backend {
  const blocks = new Set<(event: BlockEvent) => void>();
  const locks = new Set<(chainLock: ChainLock) => void>();
  const made: Backend = {
    tellTip: async () => ({ hash: `${name}-tip`, height: 7 }),
    tip: () => made.tellTip(),
    blockHash: async (height) => `${name}-${height}`,
    sendTransaction: unused,
    masternodeListDiff: unused,
    status: unused,
    bestChainLock: () => undefined,
    transactionStatus: unused,
    watchTransactions: () => nobody,
    watchBlocks: (listener) => {
      blocks.add(listener);
      return () => blocks.delete(listener);
    },
    watchChainLocks: (listener) => {
      locks.add(listener);
      return () => locks.delete(listener);
    },
    emit: (event) => blocks.forEach((listener) => listener(event)),
    lock: (chainLock) => locks.forEach((listener) => listener(chainLock)),
    watchers: () => blocks.size + locks.size,
  };
  return made;
}

const connected = (hash: string, height: number): BlockEvent => ({ kind: 'connected', hash, height });

function watched(layer1: Layer1): { readonly events: string[]; readonly stop: () => void } {
  const events: string[] = [];
  const stop = layer1.watchBlocks(({ kind, hash }) => events.push(`${kind} ${hash}`));
  return { events, stop };
}

describe('a backend that is exchanged', () => {
  it('is asked no more, once it has answered what it was asked', async () => {
    const [old, next] = [backend('old'), backend('next')];
    let answer: (tip: ChainTip) => void = nobody;
    old.tellTip = () => new Promise((resolve) => (answer = resolve));
    const layer1 = new SwitchableLayer1(old);
    const begun = layer1.tip();
    let hasSwitched = false;
    const switched = layer1.switchTo(next).then(() => (hasSwitched = true));
    expect(await layer1.blockHash(1)).toBe('next-1');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(hasSwitched).toBe(false);
    answer({ hash: 'late', height: 1 });
    expect(await begun).toEqual({ hash: 'late', height: 1 });
    await switched;
  });

  it('tells who watches of the new tip, and of what comes after it', async () => {
    const [old, next] = [backend('old'), backend('next')];
    const layer1 = new SwitchableLayer1(old);
    const { events, stop } = watched(layer1);
    old.emit(connected('a', 1));
    await layer1.switchTo(next);
    await vi.waitFor(() => expect(events).toEqual(['connected a', 'replaced next-tip']));
    old.emit(connected('not heard', 2));
    next.emit(connected('b', 8));
    expect(events).toEqual(['connected a', 'replaced next-tip', 'connected b']);
    stop();
    expect([old.watchers(), next.watchers()]).toEqual([0, 0]);
  });

  it('tells blocks that came while the tip was asked for after it, and those it has in it not at all', async () => {
    const [old, next] = [backend('old'), backend('next')];
    let answer: (tip: ChainTip) => void = nobody;
    next.tellTip = () => new Promise((resolve) => (answer = resolve));
    const layer1 = new SwitchableLayer1(old);
    const { events } = watched(layer1);
    const late = async () => {
      await layer1.switchTo(next);
      next.emit(connected('in the tip', 8));
      next.emit(connected('tip', 9));
      next.emit(connected('after', 10));
      answer({ hash: 'tip', height: 9 });
    };
    await late();
    await vi.waitFor(() => expect(events).toEqual(['replaced tip', 'connected after']));
  });

  it('is asked again for its tip when it does not answer', async () => {
    const [old, next] = [backend('old'), backend('next')];
    let asked = 0;
    next.tellTip = async () => {
      asked += 1;
      if (asked === 1) throw new NodeUnavailable('away');
      return { hash: 'back', height: 1 };
    };
    const layer1 = new SwitchableLayer1(old);
    const { events } = watched(layer1);
    await layer1.switchTo(next);
    await vi.waitFor(() => expect(events).toEqual(['replaced back']), { timeout: 4_000 });
  });

  it('leaves out a backend that was exchanged before it told its tip', async () => {
    const [old, silent, next] = [backend('old'), backend('silent'), backend('next')];
    silent.tellTip = () => new Promise(() => undefined);
    const layer1 = new SwitchableLayer1(old);
    const { events } = watched(layer1);
    await layer1.switchTo(silent);
    void layer1.switchTo(next);
    await vi.waitFor(() => expect(events).toEqual(['replaced next-tip']));
    expect(silent.watchers()).toBe(0);
  });

  it('gives ChainLocks from the new one', async () => {
    const [old, next] = [backend('old'), backend('next')];
    const layer1 = new SwitchableLayer1(old);
    const heights: number[] = [];
    layer1.watchChainLocks(({ height }) => heights.push(height));
    await layer1.switchTo(next);
    old.lock({ hash: '', height: 1, signature: '' });
    next.lock({ hash: '', height: 2, signature: '' });
    expect(heights).toEqual([2]);
  });
});
