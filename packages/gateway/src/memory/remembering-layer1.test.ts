import { setImmediate as turn } from 'node:timers/promises';
import { NodeRefusal, type Layer1, type MasternodeListDiff } from '@dapikit/chain';
import { describe, expect, it } from 'vitest';
import { BLOCK_HASHES, recordedLayer1 } from '../../test/recorded-layer1.js';
import { ScriptedLayer1 } from '../../test/scripted-layer1.js';
import { DEFAULT_MEMORY_SETTINGS, type MemorySettings } from '../settings.js';
import { Provenance, type AnswerSource } from './provenance.js';
import { rememberingLayer1, type RememberingLayer1 } from './remembering-layer1.js';

const HEIGHT = 30;
const { maxTipAge, maxStaleTip } = DEFAULT_MEMORY_SETTINGS;

function scene(settings: Partial<MemorySettings> = {}) {
  const node = new ScriptedLayer1(HEIGHT);
  const clock = { now: 0 };
  const memory = rememberingLayer1(node, { ...DEFAULT_MEMORY_SETTINGS, ...settings }, () => clock.now);
  return { node, clock, memory };
}

/** What is answered, and what is told of it: its source, and whether it is final. */
async function told<T>(
  ask: (options: { provenance: Provenance }) => T | Promise<T>,
): Promise<[T, AnswerSource | undefined, boolean]> {
  const provenance = new Provenance();
  const answer = await ask({ provenance });
  return [answer, provenance.source, provenance.isFinal];
}

const tip = (memory: RememberingLayer1) => told(async (options) => (await memory.tip(options)).hash);
const hashAt = (memory: RememberingLayer1, height: number) =>
  told((options) => memory.blockHash(height, options));

describe('the tip', () => {
  it('is asked for once, then after each event and every so often', async () => {
    const { node, clock, memory } = scene();
    expect(await tip(memory)).toEqual([node.chain.at(-1), 'miss', false]);
    expect(await tip(memory)).toEqual([node.chain.at(-1), 'hit', false]);
    node.connect();
    expect(await tip(memory)).toEqual([node.chain.at(-1), 'miss', false]);
    expect(await tip(memory)).toEqual([node.chain.at(-1), 'hit', false]);
    clock.now += maxTipAge;
    expect(await tip(memory)).toEqual([node.chain.at(-1), 'miss', false]);
    expect(node.asked.tip).toBe(3);
  });

  it('takes a handful of questions for ten thousand', async () => {
    const { node, memory } = scene();
    await Promise.all(Array.from({ length: 5000 }, async () => memory.tip()));
    node.connect();
    const tips = await Promise.all(Array.from({ length: 5000 }, async () => memory.tip()));
    expect(new Set(tips.map(({ hash }) => hash))).toEqual(new Set([node.chain.at(-1)]));
    expect(node.asked.tip).toBe(2);
  });

  it('is final once it is under a ChainLock', async () => {
    const { node, memory } = scene();
    await tip(memory);
    node.lock(HEIGHT);
    expect(await tip(memory)).toEqual([node.chain.at(-1), 'hit', true]);
  });

  it('is served as stale for a while when no node answers, then not at all, then again', async () => {
    const { node, clock, memory } = scene();
    await tip(memory);
    node.isDown = true;
    expect(await tip(memory)).toEqual([node.chain.at(-1), 'hit', false]);
    clock.now = maxStaleTip;
    expect(await tip(memory)).toEqual([node.chain.at(-1), 'stale', false]);
    const { asked } = node;
    const before = asked.tip;
    expect(await tip(memory)).toEqual([node.chain.at(-1), 'stale', false]);
    expect(asked.tip).toBe(before);
    clock.now += 1;
    await expect(tip(memory)).rejects.toMatchObject({ name: 'NodeUnavailable', reason: 'unreachable' });
    node.isDown = false;
    expect(await tip(memory)).toEqual([node.chain.at(-1), 'miss', false]);
  });

  it('is looked for in the background while it is stale', async () => {
    const { node, clock, memory } = scene();
    await tip(memory);
    node.isDown = true;
    clock.now = 2 * maxTipAge;
    await tip(memory);
    node.isDown = false;
    node.reorganiseInSilence(1);
    clock.now = 4 * maxTipAge;
    expect((await tip(memory))[1]).toBe('stale');
    await turn();
    expect(await tip(memory)).toEqual([node.chain.at(-1), 'hit', false]);
  });

  it('is at least as high as a block that was answered', async () => {
    const { node, memory } = scene();
    await tip(memory);
    node.reorganiseInSilence(1);
    expect(await hashAt(memory, HEIGHT + 1)).toEqual([node.chain[HEIGHT + 1], 'miss', false]);
    expect(await tip(memory)).toEqual([node.chain.at(-1), 'miss', false]);
  });
});

describe('a hash', () => {
  it('is kept until its block is disconnected', async () => {
    const { node, memory } = scene();
    await tip(memory);
    expect(await hashAt(memory, 10)).toEqual([node.chain[10], 'miss', false]);
    node.connect();
    node.reorganise(3);
    await tip(memory);
    expect(await hashAt(memory, 10)).toEqual([node.chain[10], 'hit', false]);
    expect(node.asked.blockHash).toBe(1);
    const former = node.chain[10];
    while (node.height > 8) node.disconnect();
    await tip(memory);
    await expect(hashAt(memory, 10)).rejects.toMatchObject({ code: -8 });
    for (let block = 0; block < 5; block += 1) node.connect();
    await tip(memory);
    expect(await hashAt(memory, 10)).toEqual([node.chain[10], 'hit', false]);
    expect(node.chain[10]).not.toBe(former);
  });

  it('is kept though nobody asks for the tip', async () => {
    const { node, memory } = scene();
    await hashAt(memory, 10);
    await turn();
    expect((await hashAt(memory, 10))[1]).toBe('miss');
    expect(await hashAt(memory, 10)).toEqual([node.chain[10], 'hit', false]);
  });

  it('is known of every block that was connected', async () => {
    const { node, memory } = scene();
    await tip(memory);
    for (let block = 0; block < 3; block += 1) node.connect();
    await tip(memory);
    for (let height = HEIGHT; height <= HEIGHT + 3; height += 1) {
      expect(await hashAt(memory, height)).toEqual([node.chain[height], 'hit', false]);
    }
    expect(node.asked.blockHash).toBe(0);
  });

  it('is final under a ChainLock, and then served without any node', async () => {
    const { node, clock, memory } = scene();
    await tip(memory);
    node.lock(20);
    await turn();
    expect(await hashAt(memory, 7)).toEqual([node.chain[7], 'miss', true]);
    node.isDown = true;
    clock.now = 100 * maxStaleTip;
    expect(await hashAt(memory, 7)).toEqual([node.chain[7], 'hit', true]);
    await expect(hashAt(memory, 8)).rejects.toMatchObject({ name: 'NodeUnavailable' });
    await expect(hashAt(memory, 25)).rejects.toMatchObject({ name: 'NodeUnavailable' });
  });

  it('that was asked for before a reorganisation is asked for again', async () => {
    const { node, memory } = scene();
    await tip(memory);
    node.isSlow = true;
    const answer = memory.blockHash(10);
    await turn();
    node.deliver();
    node.reorganise(25);
    node.deliver();
    await turn();
    node.isSlow = false;
    node.deliver();
    node.deliver();
    expect(await answer).toBe(node.chain[10]);
    await tip(memory);
    expect((await hashAt(memory, 10))[0]).toBe(node.chain[10]);
  });

  it('that is refused is refused again: errors are not kept', async () => {
    const { node, memory } = scene();
    const refusal = new NodeRefusal(-8, 'Block height out of range');
    await expect(hashAt(memory, HEIGHT + 1)).rejects.toEqual(refusal);
    await expect(hashAt(memory, HEIGHT + 1)).rejects.toEqual(refusal);
    node.connect();
    await tip(memory);
    expect((await hashAt(memory, HEIGHT + 1))[0]).toBe(node.chain[HEIGHT + 1]);
  });

  it('is asked for anew when it comes under a ChainLock: it may be of a branch that lost', async () => {
    const { node, memory } = scene();
    await tip(memory);
    await hashAt(memory, 10);
    node.reorganiseInSilence(25);
    node.lock(12);
    await turn();
    expect(await hashAt(memory, 10)).toEqual([node.chain[10], 'miss', true]);
  });

  it('is forgotten when a ChainLock shows that it is of a branch that lost', async () => {
    const { node, memory } = scene();
    await tip(memory);
    await hashAt(memory, 20);
    await hashAt(memory, 22);
    node.reorganiseInSilence(15);
    node.lock(20);
    await turn();
    expect(await hashAt(memory, 22)).toEqual([node.chain[22], 'miss', false]);
  });

  it('does not count as final by a ChainLock whose block is not in the chain', async () => {
    const { node, memory } = scene();
    await tip(memory);
    const foreign = { hash: 'ff'.repeat(32), height: 20, signature: '' };
    node.tellLock(foreign);
    await turn();
    expect((await hashAt(memory, 20))[2]).toBe(false);
  });
});

describe('a question', () => {
  it('does not join one that was asked before an event', async () => {
    const { node, memory } = scene();
    const before = memory.bestChainLock();
    node.connect();
    const after = memory.bestChainLock();
    await Promise.all([before, after]);
    expect(node.asked.chainLock).toBe(2);
  });

  it('ends when its time is over', async () => {
    const { node, memory } = scene({ callTimeout: 20 });
    node.isSlow = true;
    const questions = [
      memory.tip(),
      memory.blockHash(1),
      memory.sendTransaction(Uint8Array.of(1)),
      memory.masternodeListDiff('1', '2'),
      memory.status(),
      memory.bestChainLock(),
    ];
    const ends = await Promise.allSettled(questions.map(async (question) => question));
    expect(ends.map((end) => end.status === 'rejected' && end.reason.reason)).toEqual(
      questions.map(() => 'timeout'),
    );
  });

  it('is asked once for all who ask it at a time, but a transaction is sent each time', async () => {
    const { node, memory } = scene();
    await tip(memory);
    const ask = () => [
      memory.blockHash(1),
      memory.masternodeListDiff('1', '2'),
      memory.status(),
      memory.sendTransaction(Uint8Array.of(1)),
    ];
    await Promise.allSettled([...ask(), ...ask(), ...ask()]);
    expect(node.asked).toMatchObject({ blockHash: 1, diff: 1, status: 1, send: 3 });
  });
});

const HIGHEST = BLOCK_HASHES.length - 1;

async function diffs(lockedHeight: number | undefined, settings: Partial<MemorySettings> = {}) {
  const recorded = recordedLayer1();
  let asked = 0;
  const layer1: Layer1 = {
    ...recorded,
    bestChainLock: async () =>
      lockedHeight === undefined
        ? undefined
        : { hash: BLOCK_HASHES[lockedHeight]!, height: lockedHeight, signature: '' },
    masternodeListDiff: async (base, block) => {
      asked += 1;
      return recorded.masternodeListDiff(base, block);
    },
  };
  const memory = rememberingLayer1(layer1, { ...DEFAULT_MEMORY_SETTINGS, ...settings });
  await memory.tip();
  await turn();
  const ask = () => told<MasternodeListDiff>((options) => memory.masternodeListDiff('1', '646', options));
  return { ask, asked: () => asked, recorded: await recorded.masternodeListDiff('1', '646') };
}

describe('a masternode list diff', () => {
  it('between final blocks is kept', async () => {
    const { ask, asked, recorded } = await diffs(HIGHEST);
    expect(await ask()).toEqual([recorded, 'miss', true]);
    expect(await ask()).toEqual([recorded, 'hit', true]);
    expect(asked()).toBe(1);
  });

  it.each([
    ['with a block above the ChainLock', 645, {}],
    ['without a ChainLock', undefined, {}],
    ['larger than all that may be kept', HIGHEST, { maxDiffBytes: 100 }],
    ['where none are kept', HIGHEST, { maxDiffBytes: 0 }],
  ])('%s is not', async (_, locked, settings) => {
    const { ask, asked } = await diffs(locked, settings);
    const isFinal = locked === HIGHEST;
    expect((await ask()).slice(1)).toEqual(['miss', isFinal]);
    expect((await ask()).slice(1)).toEqual(['miss', isFinal]);
    expect(asked()).toBe(2);
  });
});

it('stops following the chain when it is closed', () => {
  const { node, memory } = scene();
  expect(node.watchers).toBe(2);
  memory.close();
  expect(node.watchers).toBe(0);
});
