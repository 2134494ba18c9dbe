import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { CoreNode } from '../src/nodes/core-node/index.js';
import { CorePool, type CorePoolLimits } from '../src/nodes/core-pool/index.js';
import { FakeChain } from './fake-chain.js';
import { FakeNode, type FakeAnswer } from './fake-node.js';
import { FakePublisher } from './fake-publisher.js';
import { until } from './watched.js';

/** Longer than a test: what is seen was published. */
const NEVER = 60_000;
const hashOf = (number: number): string => number.toString(16).padStart(64, '0');
const FORBIDDEN: FakeAnswer = { status: 403, body: '' };

/** A pool of one node that publishes over ZMQ, and what it asked the node. */
async function published(limits: Partial<CorePoolLimits> = {}) {
  const chain = new FakeChain(hashOf(0));
  chain.add(hashOf(1));
  const zmq = await FakePublisher.start();
  const server = await FakeNode.start((call) => {
    if (call.method === 'getzmqnotifications')
      return { result: [{ type: 'pubhashblock', address: zmq.address, hwm: 1000 }] };
    const answer = chain.answer(call);
    return 'error' in answer && answer.error.code === -32601 ? FORBIDDEN : answer;
  });
  const node = new CoreNode({ url: server.url });
  const pool = new CorePool({ nodes: [{ name: 'node', node }], limits: { probeInterval: NEVER, ...limits } });
  onTestFinished(async () => {
    await pool.close();
    zmq.close();
    await server.stop();
  });
  await until(() => pool.health().isReady);
  const asked = (): string[] => server.calls.splice(0).map(({ method }) => method);
  return { chain, zmq, node, pool, asked };
}

it('CorePool learns of a block by ZMQ and requests it once', async () => {
  const { chain, zmq, node, pool, asked } = await published();
  await zmq.subscriptions(1);
  await until(() => node.health().notifications === 'connected');
  await sleep(100);
  asked();
  const hash = chain.add(hashOf(2));
  await zmq.send('hashblock', hash, 0);
  await until(async () => (await pool.tip()).hash === hash);
  // Once more is no news.
  await zmq.send('hashblock', hash, 1);
  await sleep(100);
  expect(asked()).toEqual(['getbestblockhash', 'getblockheader', 'getbestchainlock']);
});

it('CorePool probes its nodes at its own interval, and a node does not poll itself', async () => {
  const { asked } = await published({ probeInterval: 100 });
  await sleep(300);
  asked();
  await sleep(1_000);
  const looks = asked();
  expect(new Set(looks)).toEqual(new Set(['getbestblockhash', 'getbestchainlock']));
  expect(looks.length).toBeLessThanOrEqual(2 * 10);
  expect(looks.length).toBeGreaterThan(0);
});

it('CorePool uses a node that may not return its status', async () => {
  const { pool } = await published();
  expect(pool.health().nodes[0]).toMatchObject({ state: 'healthy', breaker: 'closed' });
  expect(await pool.blockHash(0)).toBe(hashOf(0));
});
