import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { CoreNode, type CoreNodeOptions } from '../src/nodes/core-node/index.js';
import { FakeChain } from './fake-chain.js';
import { FakeNode, type FakeAnswer, type FakeCall } from './fake-node.js';
import { FakePublisher } from './fake-publisher.js';
import { RECORDED_BLOCKS, RECORDED_MESSAGES } from './recorded.js';
import { eventText, until, watched } from './watched.js';

/** Longer than a test: what is seen was published. */
const NEVER = 60_000;
const hashOf = (number: number): string => number.toString(16).padStart(64, '0');

const endings: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

async function publisher(address?: string): Promise<FakePublisher> {
  const made = await FakePublisher.start(address);
  endings.push(() => made.close());
  return made;
}

async function nodeOf(
  answer: (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>,
  options: Partial<CoreNodeOptions> = {},
): Promise<CoreNode> {
  const server = await FakeNode.start(answer);
  const node = new CoreNode({ url: server.url, pollInterval: NEVER, ...options });
  endings.push(() => server.stop());
  endings.push(() => node.close());
  return node;
}

function chainOf(length: number): FakeChain {
  const chain = new FakeChain(hashOf(0));
  for (let number = 1; number <= length; number += 1) chain.add(hashOf(number));
  return chain;
}

describe('ZMQ notifications', () => {
  it('of the recording are followed through its reorg', async () => {
    const [before, last] = RECORDED_BLOCKS.slice(-2);
    const chain = new FakeChain(before!.hash, before!.height);
    const tip = chain.add(last!.hash);
    const zmq = await publisher();
    const node = await nodeOf((call) => chain.answer(call), { notifications: [zmq.address] });
    const told = await watched(node);
    await zmq.subscriptions(8);
    const b = '5c2003a5f7f0874287eeb23a1edafb5a21b448a6c98594c3e0808aa84a15a4f3';
    const c = '546838afd8586b1113c5e8df3d66af0d5517591e248480224671ccfb27219855';
    const events = [];
    for (const { topic, body, sequence } of RECORDED_MESSAGES) {
      // The node's chain changes before it publishes.
      const isChange = topic === 'sequence' && body.length === 66;
      if (isChange && sequence === 666) events.push(`+647 ${chain.add(b, tip)}`);
      if (isChange && sequence === 667) events.push(`+648 ${chain.add(c)}`);
      if (isChange && sequence === 668) {
        chain.tip = b;
        events.push(`-648 ${c}`);
      }
      await zmq.send(topic, body, sequence);
      await until(() => told.length === events.length);
    }
    expect(told).toEqual(events);
    expect(events).toHaveLength(3);
    expect(node.health().notifications).toBe('connected');
  });

  it('are discovered from the node, which is subscribed to for the needed topics', async () => {
    const chain = chainOf(3);
    const zmq = await publisher('tcp://0.0.0.0:*');
    const node = await nodeOf((call) =>
      call.method === 'getzmqnotifications'
        ? {
            result: ['rawblock', 'hashblock', 'rawchainlocksig'].map((topic) => ({
              type: `pub${topic}`,
              address: zmq.address,
              hwm: 1000,
            })),
          }
        : chain.answer(call),
    );
    const told = await watched(node);
    expect(await zmq.subscriptions(2)).toEqual(['hashblock', 'rawchainlocksig']);
    await until(() => node.health().notifications === 'connected');
    await zmq.send('hashblock', chain.add(hashOf(9)), 0);
    await until(() => told.length === 1);
    expect(told).toEqual([`+4 ${hashOf(9)}`]);
  });

  it('trigger a poll: one message is enough to follow a reorg', async () => {
    const chain = chainOf(5);
    const zmq = await publisher();
    const node = await nodeOf((call) => chain.answer(call), { notifications: [zmq.address] });
    const told = await watched(node);
    await zmq.subscriptions(8);
    await zmq.send('hashblock', hashOf(5), 10);
    chain.add(hashOf(14), hashOf(3));
    chain.add(hashOf(15));
    chain.add(hashOf(16));
    await zmq.send('hashblock', hashOf(15), 12);
    await until(() => told.length === 5);
    expect(told).toEqual([
      `-5 ${hashOf(5)}`,
      `-4 ${hashOf(4)}`,
      `+4 ${hashOf(14)}`,
      `+5 ${hashOf(15)}`,
      `+6 ${hashOf(16)}`,
    ]);
  });

  it.each([
    [
      'a sequence number is missing',
      (zmq: FakePublisher) => zmq.send('sequence', `${hashOf(1)}41${'00'.repeat(8)}`, 3),
    ],
    [
      'the sequence numbers restart',
      (zmq: FakePublisher) => zmq.send('sequence', `${hashOf(1)}41${'00'.repeat(8)}`, 0),
    ],
    ['a message is malformed', (zmq: FakePublisher) => zmq.sendParts('hashblock', 'short', 'x')],
    ['a message has one part', (zmq: FakePublisher) => zmq.sendParts('sequence')],
  ])('trigger a poll when %s', async (_, publish) => {
    const chain = chainOf(1);
    const zmq = await publisher();
    const node = await nodeOf((call) => chain.answer(call), { notifications: [zmq.address] });
    const told = await watched(node);
    await zmq.subscriptions(8);
    // A transaction, of which nothing follows.
    await zmq.send('sequence', `${hashOf(1)}41${'00'.repeat(8)}`, 1);
    chain.add(hashOf(2));
    await publish(zmq);
    await until(() => told.length === 1);
    expect(told).toEqual([`+2 ${hashOf(2)}`]);
  });

  it('during a poll trigger another one', async () => {
    const chain = chainOf(1);
    const held: (() => void)[] = [];
    let isHeld = false;
    const zmq = await publisher();
    const node = await nodeOf(
      async (call) => {
        const answer = chain.answer(call);
        if (isHeld && call.method === 'getbestblockhash') await new Promise<void>((go) => held.push(go));
        return answer;
      },
      { notifications: [zmq.address] },
    );
    const told = await watched(node);
    await zmq.subscriptions(8);
    await until(() => node.health().notifications === 'connected');
    isHeld = true;
    // It sees a second block; by the time it hears of it there is only the first again.
    await zmq.send('hashblock', chain.add(hashOf(2)), 0);
    await until(() => held.length === 1);
    chain.tip = hashOf(1);
    await zmq.send('hashblock', hashOf(1), 1);
    isHeld = false;
    await sleep(20);
    held[0]?.();
    await until(() => told.length === 2);
    expect(told).toEqual([`+2 ${hashOf(2)}`, `-2 ${hashOf(2)}`]);
  });

  it('resume when the node returns', async () => {
    const chain = chainOf(1);
    const first = await FakePublisher.start();
    const { address } = first;
    const node = await nodeOf((call) => chain.answer(call), { notifications: [address] });
    const told = await watched(node);
    await first.subscriptions(8);
    await until(() => node.health().notifications === 'connected');
    first.close();
    await until(() => node.health().notifications === 'disconnected');
    chain.add(hashOf(2));
    const second = await publisher(address);
    await until(() => told.length === 1);
    await second.subscriptions(8);
    await second.send('hashblock', chain.add(hashOf(3)), 0);
    await until(() => told.length === 2);
    expect(node.health().notifications).toBe('connected');
  });

  it('of a ChainLock are emitted after its block', async () => {
    const chain = chainOf(1);
    const zmq = await publisher();
    const node = await nodeOf((call) => chain.answer(call), { notifications: [zmq.address] });
    const told: string[] = [];
    node.watchBlocks((event) => told.push(eventText(event)));
    node.watchChainLocks(({ height, hash }) => told.push(`lock ${height} ${hash}`));
    await zmq.subscriptions(8);
    await until(() => node.health().tip !== undefined);
    const hash = chain.add(RECORDED_BLOCKS[600]!.hash);
    chain.chainLock = { hash, height: 2 };
    const internal = Buffer.from(hash, 'hex').toReversed();
    const lock = `02000000${Buffer.from(internal).toString('hex')}${'00'.repeat(96)}`;
    await zmq.send('rawchainlocksig', RECORDED_BLOCKS[600]!.hex + lock, 0);
    await until(() => told.length === 2);
    expect(told).toEqual([`+2 ${hash}`, `lock 2 ${hash}`]);
    expect(node.health().chainLock).toEqual({ hash, height: 2, signature: '00'.repeat(96) });
    expect(await node.bestChainLock()).toEqual({ hash, height: 2, signature: '00'.repeat(96) });
  });

  it('of a ChainLock for an unknown block are emitted once the block arrives', async () => {
    const chain = chainOf(1);
    const node = await nodeOf((call) => chain.answer(call), { notifications: 'none', pollInterval: 2 });
    const told: string[] = [];
    node.watchBlocks((event) => told.push(eventText(event)));
    node.watchChainLocks(({ height, hash }) => told.push(`lock ${height} ${hash}`));
    await until(() => node.health().tip !== undefined);
    chain.chainLock = { hash: hashOf(2), height: 2 };
    const { lastPollAt } = node.health();
    await until(() => node.health().lastPollAt! > lastPollAt! + 5);
    expect(told).toEqual([]);
    chain.add(hashOf(2));
    await until(() => told.length === 2);
    expect(told).toEqual([`+2 ${hashOf(2)}`, `lock 2 ${hashOf(2)}`]);
  });
});

describe('a node without ZMQ notifications', () => {
  it.each<[string, FakeAnswer]>([
    ['has no ZMQ', { error: { code: -32601, message: 'Method not found' } }],
    ['does not let its caller know', { status: 403, body: '' }],
    ['has no notifier', { result: [] }],
  ])('is polled if it %s', async (_, answer) => {
    const chain = chainOf(2);
    const node = await nodeOf(
      (call) => (call.method === 'getzmqnotifications' ? answer : chain.answer(call)),
      { pollInterval: 10 },
    );
    const told = await watched(node);
    chain.tip = hashOf(1);
    await until(() => told.length === 1);
    chain.add(hashOf(7));
    await until(() => told.length === 2);
    chain.add(hashOf(8), hashOf(1));
    await until(() => told.length === 4);
    expect(told).toEqual([`-2 ${hashOf(2)}`, `+2 ${hashOf(7)}`, `-2 ${hashOf(7)}`, `+2 ${hashOf(8)}`]);
    expect(node.health().notifications).toBe('none');
  });

  it('is polled through failures without duplicate events', async () => {
    const chain = chainOf(1);
    let calls = 0;
    const node = await nodeOf(
      (call) =>
        (calls += 1) % 3 === 0 ? { status: 503, body: 'Work queue depth exceeded' } : chain.answer(call),
      { pollInterval: 2, notifications: 'none' },
    );
    const told = await watched(node);
    const expected = [];
    for (let number = 2; number <= 12; number += 1) {
      expected.push(`+${number} ${chain.add(hashOf(number))}`);
      if (number % 4 === 0) await until(() => told.length === expected.length);
    }
    expect(told).toEqual(expected);
  });

  it('is not asked again for ChainLocks it rejects, until it was unavailable', async () => {
    const chain = chainOf(1);
    let asked = 0;
    let isAway = false;
    const node = await nodeOf(
      (call) => {
        if (isAway) return { status: 503, body: '' };
        if (call.method !== 'getbestchainlock') return chain.answer(call);
        asked += 1;
        return { status: 403, body: '' };
      },
      { pollInterval: 2, notifications: 'none' },
    );
    const told = await watched(node);
    chain.add(hashOf(2));
    await until(() => told.length === 1);
    expect(asked).toBe(1);
    isAway = true;
    await until(() => node.health().failure?.reason === 'overloaded');
    isAway = false;
    await until(() => asked === 2);
  });
});

describe('watchers of CoreNode', () => {
  it("are isolated from each other's errors and can unsubscribe", async () => {
    const chain = chainOf(1);
    const errors: unknown[] = [];
    const node = await nodeOf((call) => chain.answer(call), {
      pollInterval: 2,
      notifications: 'none',
      onError: (error) => errors.push(error),
    });
    node.watchBlocks(() => {
      throw new Error('mine');
    });
    const told: string[] = [];
    const stop = node.watchBlocks((event) => told.push(eventText(event)));
    await until(() => node.health().tip !== undefined);
    chain.add(hashOf(2));
    await until(() => told.length === 1);
    expect(errors).toEqual([new Error('mine')]);
    stop();
    chain.add(hashOf(3));
    await until(() => node.health().tip?.height === 3);
    expect(told).toHaveLength(1);
  });

  it('get new blocks while every call slot is in use', async () => {
    const chain = chainOf(1);
    const node = await nodeOf(
      (call) => (call.method === 'protx' ? new Promise(() => undefined) : chain.answer(call)),
      { pollInterval: 2, notifications: 'none', maxCallsInFlight: 1 },
    );
    const told = await watched(node);
    const taken = Promise.allSettled([node.masternodeListDiff('1', '2'), node.masternodeListDiff('1', '2')]);
    chain.add(hashOf(2));
    await until(() => told.length === 1);
    expect(node.health()).toMatchObject({ callsInFlight: 1, callsQueued: 1 });
    await node.close();
    await taken;
  });

  it('get unexpected errors and invalid addresses through onError', async () => {
    const errors: unknown[] = [];
    const chain = chainOf(1);
    let isRejecting = false;
    const rejection = { error: { code: -1, message: 'bad allocation' } };
    const zmq = await publisher();
    const node = await nodeOf((call) => (isRejecting ? rejection : chain.answer(call)), {
      pollInterval: 2,
      notifications: [`ipc:///${'too long'.repeat(50)}`, zmq.address],
      onError: (error) => errors.push(error),
    });
    await watched(node);
    await until(() => node.health().notifications === 'connected');
    expect(errors).toMatchObject([{ code: 'ENAMETOOLONG' }]);
    isRejecting = true;
    await until(() => errors.length > 1);
    expect(errors[1]).toMatchObject({ name: 'NodeRejectionError', message: 'bad allocation' });
  });

  it('start when the node becomes available', async () => {
    const chain = chainOf(1);
    let isAway = true;
    const node = await nodeOf((call) => (isAway ? { status: 502, body: '' } : chain.answer(call)), {
      pollInterval: 2,
      notifications: 'none',
    });
    const told: string[] = [];
    node.watchBlocks((event) => told.push(eventText(event)));
    await until(() => node.health().failure !== undefined);
    isAway = false;
    await until(() => node.health().tip !== undefined);
    expect(told).toEqual([]);
    expect(node.health()).toMatchObject({ failure: undefined, lastAnswer: expect.any(Number) });
  });
});
