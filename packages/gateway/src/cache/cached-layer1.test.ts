import { setImmediate as turn } from 'node:timers/promises';
import { NodeRejectionError, ZERO_HASH, type Layer1, type MasternodeListDiff } from '@dapikit/chain';
import { describe, expect, it } from 'vitest';
import { BLOCK_HASHES, diff, recordedLayer1 } from '../../test/recorded-layer1.js';
import { ScriptedLayer1 } from '../../test/scripted-layer1.js';
import { DEFAULT_CACHE_SETTINGS, type CacheSettings } from '../settings/settings.js';
import { Provenance, type AnswerSource } from '../base/provenance.js';
import { cachedLayer1, type CachedLayer1 } from './cached-layer1.js';

const HEIGHT = 30;
const { maxTipAge, maxStaleTip } = DEFAULT_CACHE_SETTINGS;

function scene(settings: Partial<CacheSettings> = {}) {
  const node = new ScriptedLayer1(HEIGHT);
  const clock = { now: 0 };
  const memory = cachedLayer1(node, { ...DEFAULT_CACHE_SETTINGS, ...settings }, () => clock.now);
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

const at7 = (node: ScriptedLayer1) => ({ hash: node.chain[7]!, height: 7 });
const tip = (memory: CachedLayer1) => told(async (options) => (await memory.tip(options)).hash);
const hashAt = (memory: CachedLayer1, height: number) => told((options) => memory.blockHash(height, options));

describe('CachedLayer1.tip', () => {
  it('requests the tip once, after each event, and after maxTipAge', async () => {
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

  it('makes few node calls for ten thousand concurrent requests', async () => {
    const { node, memory } = scene();
    await Promise.all(Array.from({ length: 5000 }, async () => memory.tip()));
    node.connect();
    const tips = await Promise.all(Array.from({ length: 5000 }, async () => memory.tip()));
    expect(new Set(tips.map(({ hash }) => hash))).toEqual(new Set([node.chain.at(-1)]));
    expect(node.asked.tip).toBe(2);
  });

  it('marks the tip as final once a ChainLock covers it', async () => {
    const { node, memory } = scene();
    await tip(memory);
    node.lock(HEIGHT);
    expect(await tip(memory)).toEqual([node.chain.at(-1), 'hit', true]);
  });

  it('serves a stale tip until maxStaleTip while no node responds, then fails, then recovers', async () => {
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
    await expect(tip(memory)).rejects.toMatchObject({ name: 'NodeUnavailableError', reason: 'unreachable' });
    node.isDown = false;
    expect(await tip(memory)).toEqual([node.chain.at(-1), 'miss', false]);
  });

  it('refreshes a stale tip in the background', async () => {
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

  it('requests the tip again after the settings changed', async () => {
    const { node, memory } = scene();
    await tip(memory);
    node.reorganiseInSilence(1);
    memory.reconfigure(DEFAULT_CACHE_SETTINGS);
    expect(await tip(memory)).toEqual([node.chain.at(-1), 'miss', false]);
    expect(await tip(memory)).toEqual([node.chain.at(-1), 'hit', false]);
  });

  it('neither serves nor caches a response requested before the settings changed', async () => {
    const { node, memory } = scene();
    node.isSlow = true;
    const before = tip(memory);
    await turn();
    // The node knows its response, which is on its way.
    node.deliver();
    node.reorganiseInSilence(1);
    memory.reconfigure(DEFAULT_CACHE_SETTINGS);
    const after = tip(memory);
    await turn();
    node.isSlow = false;
    while (node.deliver());
    const now = node.chain.at(-1);
    expect((await after)[0]).toBe(now);
    expect((await before)[0]).toBe(now);
    expect(await tip(memory)).toEqual([now, 'hit', false]);
  });

  it('requests the tip again after a block above it was served', async () => {
    const { node, memory } = scene();
    await tip(memory);
    node.reorganiseInSilence(1);
    expect(await hashAt(memory, HEIGHT + 1)).toEqual([node.chain[HEIGHT + 1], 'miss', false]);
    expect(await tip(memory)).toEqual([node.chain.at(-1), 'miss', false]);
  });
});

describe('CachedLayer1.blockHash', () => {
  it('caches a hash until its block is disconnected', async () => {
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

  it('caches hashes when nobody requests the tip', async () => {
    const { node, memory } = scene();
    await hashAt(memory, 10);
    await turn();
    expect((await hashAt(memory, 10))[1]).toBe('miss');
    expect(await hashAt(memory, 10)).toEqual([node.chain[10], 'hit', false]);
  });

  it('caches the hash of every connected block', async () => {
    const { node, memory } = scene();
    await tip(memory);
    for (let block = 0; block < 3; block += 1) node.connect();
    await tip(memory);
    for (let height = HEIGHT; height <= HEIGHT + 3; height += 1) {
      expect(await hashAt(memory, height)).toEqual([node.chain[height], 'hit', false]);
    }
    expect(node.asked.blockHash).toBe(0);
  });

  it('marks a hash under a ChainLock as final and serves it without a node', async () => {
    const { node, clock, memory } = scene();
    await tip(memory);
    node.lock(20);
    await turn();
    expect(await hashAt(memory, 7)).toEqual([node.chain[7], 'miss', true]);
    node.isDown = true;
    clock.now = 100 * maxStaleTip;
    expect(await hashAt(memory, 7)).toEqual([node.chain[7], 'hit', true]);
    await expect(hashAt(memory, 8)).rejects.toMatchObject({ name: 'NodeUnavailableError' });
    await expect(hashAt(memory, 25)).rejects.toMatchObject({ name: 'NodeUnavailableError' });
  });

  it('requests a hash again if a reorg happened during the call', async () => {
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

  it('does not cache errors', async () => {
    const { node, memory } = scene();
    const rejection = new NodeRejectionError(-8, 'Block height out of range');
    await expect(hashAt(memory, HEIGHT + 1)).rejects.toEqual(rejection);
    await expect(hashAt(memory, HEIGHT + 1)).rejects.toEqual(rejection);
    node.connect();
    await tip(memory);
    expect((await hashAt(memory, HEIGHT + 1))[0]).toBe(node.chain[HEIGHT + 1]);
  });

  it('requests a hash again once a ChainLock covers it', async () => {
    const { node, memory } = scene();
    await tip(memory);
    await hashAt(memory, 10);
    node.reorganiseInSilence(25);
    node.lock(12);
    await turn();
    expect(await hashAt(memory, 10)).toEqual([node.chain[10], 'miss', true]);
  });

  it('evicts a hash when a ChainLock shows that its branch lost', async () => {
    const { node, memory } = scene();
    await tip(memory);
    await hashAt(memory, 20);
    await hashAt(memory, 22);
    node.reorganiseInSilence(15);
    node.lock(20);
    await turn();
    expect(await hashAt(memory, 22)).toEqual([node.chain[22], 'miss', false]);
  });

  it('does not mark a hash as final by a ChainLock of an unknown block', async () => {
    const { node, memory } = scene();
    await tip(memory);
    const foreign = { hash: 'ff'.repeat(32), height: 20, signature: '' };
    node.tellLock(foreign);
    await turn();
    expect((await hashAt(memory, 20))[2]).toBe(false);
  });
});

describe('CachedLayer1 with a wrong block hash', () => {
  const LIE = 'ff'.repeat(32);
  const MINUTE = 60_000;

  /** A node that lied about the height 7, which is final. */
  async function deceived() {
    const scripted = scene();
    const { node, memory } = scripted;
    await tip(memory);
    node.lock(20);
    await turn();
    node.lies.set(7, LIE);
    expect(await hashAt(memory, 7)).toEqual([LIE, 'miss', true]);
    node.lies.clear();
    expect(await hashAt(memory, 7)).toEqual([LIE, 'hit', true]);
    return scripted;
  }

  it('evicts the hash at the first request a minute later', async () => {
    const { node, clock, memory } = await deceived();
    clock.now += MINUTE - 1;
    expect(await hashAt(memory, 7)).toEqual([LIE, 'hit', true]);
    await turn();
    expect(await hashAt(memory, 7)).toEqual([LIE, 'hit', true]);
    clock.now += 1;
    expect(await hashAt(memory, 7)).toEqual([LIE, 'hit', true]);
    await turn();
    expect(await hashAt(memory, 7)).toEqual([node.chain[7], 'miss', true]);
    expect(await hashAt(memory, 7)).toEqual([node.chain[7], 'hit', true]);
  });

  it('evicts the hash without any ChainLock', async () => {
    const { node, clock, memory } = scene();
    await tip(memory);
    node.lies.set(7, LIE);
    await hashAt(memory, 7);
    node.lies.clear();
    clock.now = MINUTE;
    expect((await hashAt(memory, 7))[0]).toBe(LIE);
    await turn();
    expect((await hashAt(memory, 7))[0]).toBe(node.chain[7]);
  });

  it('confirms a correct hash with one second call', async () => {
    const { node, clock, memory } = scene();
    await tip(memory);
    node.lock(20);
    await turn();
    const before = node.asked.blockHash;
    for (let minute = 0; minute < 5; minute += 1) {
      for (let time = 0; time < 5; time += 1) {
        expect((await hashAt(memory, 7))[0]).toBe(node.chain[7]);
        await turn();
      }
      clock.now += MINUTE;
    }
    expect(node.asked.blockHash - before).toBe(2);
  });

  it('keeps the hash while no node responds and retries once a minute', async () => {
    const { node, clock, memory } = await deceived();
    const { blockHash } = node.asked;
    node.isDown = true;
    for (let minute = 1; minute <= 3; minute += 1) {
      clock.now += MINUTE;
      for (let time = 0; time < 5; time += 1) expect((await hashAt(memory, 7))[1]).toBe('hit');
      await turn();
      expect(node.asked.blockHash).toBe(blockHash + minute);
    }
  });

  /** As below DIP-3: without hashes. */
  const DIFF = { ...diff('by height, as strings').result!, baseBlockHash: ZERO_HASH, blockHash: ZERO_HASH };
  it.each<[what: string, contradict: (node: ScriptedLayer1, memory: CachedLayer1) => unknown]>([
    ['a ChainLock', (node) => node.tellLock({ ...at7(node), signature: '' })],
    [
      'the best ChainLock',
      async (node, memory) => {
        node.bestChainLock = async () => ({ ...at7(node), signature: '' });
        await memory.bestChainLock();
      },
    ],
    [
      'the status',
      async (node, memory) => {
        const status = await recordedLayer1().status();
        node.status = async () => ({ ...status, tip: at7(node) });
        await memory.status();
      },
    ],
    [
      'the block of a transaction',
      async (node, memory) => {
        const block = at7(node);
        node.transactionStatus = () => ({
          place: 'block',
          block,
          isInstantLocked: false,
          isChainLocked: true,
        });
        await memory.transactionStatus('aa'.repeat(32));
      },
    ],
    [
      'a diff between heights',
      async (node, memory) => {
        const { hash: blockHash } = at7(node);
        node.masternodeListDiff = async () => ({ ...DIFF, blockHash });
        await memory.masternodeListDiff('1', '7');
      },
    ],
    [
      'the base of a diff between heights',
      async (node, memory) => {
        const { hash: baseBlockHash } = at7(node);
        node.masternodeListDiff = async () => ({ ...DIFF, baseBlockHash });
        await memory.masternodeListDiff('7', '8');
      },
    ],
  ])('evicts the hash when %s contradicts it', async (_, contradict) => {
    const { node, memory } = await deceived();
    await contradict(node, memory);
    await turn();
    expect(await hashAt(memory, 7)).toEqual([node.chain[7], 'miss', true]);
  });
});

describe('CachedLayer1 calls', () => {
  it('do not join a call that started before an event', async () => {
    const { node, memory } = scene();
    const before = memory.bestChainLock();
    node.connect();
    const after = memory.bestChainLock();
    await Promise.all([before, after]);
    expect(node.asked.chainLock).toBe(2);
  });

  it('end at the call timeout', async () => {
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

  it('are shared by concurrent requests, except sendTransaction', async () => {
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

async function diffs(lockedHeight: number | undefined, settings: Partial<CacheSettings> = {}) {
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
  const memory = cachedLayer1(layer1, { ...DEFAULT_CACHE_SETTINGS, ...settings });
  await memory.tip();
  await turn();
  const ask = () => told<MasternodeListDiff>((options) => memory.masternodeListDiff('1', '646', options));
  return { ask, asked: () => asked, recorded: await recorded.masternodeListDiff('1', '646') };
}

describe('CachedLayer1.masternodeListDiff', () => {
  it('caches a diff between final blocks', async () => {
    const { ask, asked, recorded } = await diffs(HIGHEST);
    expect(await ask()).toEqual([recorded, 'miss', true]);
    expect(await ask()).toEqual([recorded, 'hit', true]);
    expect(asked()).toBe(1);
  });

  it.each([
    ['with a block above the ChainLock', 645, {}],
    ['without a ChainLock', undefined, {}],
    ['larger than the cache', HIGHEST, { maxDiffBytes: 100 }],
    ['when caching is off', HIGHEST, { maxDiffBytes: 0 }],
  ])('does not cache a diff %s', async (_, locked, settings) => {
    const { ask, asked } = await diffs(locked, settings);
    const isFinal = locked === HIGHEST;
    expect((await ask()).slice(1)).toEqual(['miss', isFinal]);
    expect((await ask()).slice(1)).toEqual(['miss', isFinal]);
    expect(asked()).toBe(2);
  });
});

it('CachedLayer1.close stops following the chain', () => {
  const { node, memory } = scene();
  expect(node.watchers).toBe(2);
  memory.close();
  expect(node.watchers).toBe(0);
});
