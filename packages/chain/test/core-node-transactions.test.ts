import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { CoreNode } from '../src/nodes/core-node/index.js';
import type { TransactionStatus } from '../src/layer1/layer1.js';
import { FakeChain } from './fake-chain.js';
import { FakeNode, type FakeAnswer } from './fake-node.js';
import { FakePublisher } from './fake-publisher.js';
import { RECORDED_MESSAGES } from './recorded.js';
import { until, watched } from './watched.js';

const TXID = 'c0'.repeat(32);
const BLOCK = '0a'.repeat(32);

const endings: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

async function nodeThatAnswers(answer: FakeAnswer): Promise<{ node: CoreNode; server: FakeNode }> {
  const server = await FakeNode.start(() => answer);
  const node = new CoreNode({ url: server.url });
  endings.push(
    () => server.stop(),
    () => node.close(),
  );
  return { node, server };
}

const details = (more: object): FakeAnswer => ({
  result: {
    txid: TXID,
    size: 226,
    hex: '00',
    instantlock: false,
    instantlock_internal: false,
    chainlock: false,
    ...more,
  },
});

const HINT = 'Use gettransaction for wallet transactions.';
const notFound = (message: string): FakeAnswer => ({ error: { code: -5, message: `${message}. ${HINT}` } });

const CASES: [what: string, answer: FakeAnswer, status: TransactionStatus][] = [
  ['in the mempool', details({}), { place: 'mempool', isInstantLocked: false }],
  [
    'locked in the mempool',
    details({ instantlock: true, instantlock_internal: true }),
    { place: 'mempool', isInstantLocked: true },
  ],
  [
    'in a block',
    details({ blockhash: BLOCK, height: 12, confirmations: 3, instantlock_internal: true }),
    { place: 'block', block: { hash: BLOCK, height: 12 }, isInstantLocked: true, isChainLocked: false },
  ],
  [
    'in a block that is ChainLocked',
    details({ blockhash: BLOCK, height: 12, confirmations: 3, instantlock: true, chainlock: true }),
    { place: 'block', block: { hash: BLOCK, height: 12 }, isInstantLocked: false, isChainLocked: true },
  ],
  [
    'in a block that left the chain',
    details({ blockhash: BLOCK, height: -1, confirmations: 0 }),
    { place: 'none', isChainSearched: true },
  ],
  ['in a block that is not known', details({ blockhash: BLOCK }), { place: 'none', isChainSearched: true }],
  [
    'not known',
    notFound('No such mempool or blockchain transaction'),
    { place: 'none', isChainSearched: true },
  ],
  [
    'not known to a node without an index',
    notFound(
      'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries',
    ),
    { place: 'none', isChainSearched: false },
  ],
  [
    'not known to a node that is indexing',
    notFound(
      'No such mempool transaction. Blockchain transactions are still in the process of being indexed',
    ),
    { place: 'none', isChainSearched: false },
  ],
];

describe('the status of a transaction', () => {
  it.each(CASES)('is read from the response: %s', async (_, answer, status) => {
    const { node, server } = await nodeThatAnswers(answer);
    expect(await node.transactionStatus(TXID)).toEqual(status);
    expect(server.calls).toMatchObject([{ method: 'getrawtransaction', params: [TXID, true] }]);
  });

  it.each([
    details({ blockhash: 'x' }),
    details({ blockhash: BLOCK, height: -1, confirmations: 2 }),
    details({ instantlock_internal: 1 }),
    { result: '0200' },
  ])('is rejected if the response is malformed: %j', async (answer) => {
    const { node } = await nodeThatAnswers(answer);
    await expect(node.transactionStatus(TXID)).rejects.toMatchObject({ reason: 'unexpected-answer' });
  });

  it('is rejected with the error of the node', async () => {
    const { node } = await nodeThatAnswers({ error: { code: -28, message: 'Loading block index…' } });
    await expect(node.transactionStatus(TXID)).rejects.toMatchObject({ reason: 'starting' });
  });
});

it('ZMQ messages about transactions are emitted without polling the chain', async () => {
  const chain = new FakeChain('00'.repeat(32));
  const server = await FakeNode.start((call) => chain.answer(call));
  const zmq = await FakePublisher.start();
  const node = new CoreNode({ url: server.url, pollInterval: 60_000, notifications: [zmq.address] });
  endings.push(
    () => server.stop(),
    () => zmq.close(),
    () => node.close(),
  );
  const ids: string[] = [];
  const stop = node.watchTransactions((txid) => ids.push(txid));
  await watched(node);
  await zmq.subscriptions(8);
  await until(() => node.health().notifications === 'connected');
  // It looks once more when it is connected.
  let calls = -1;
  while (calls !== server.calls.length) {
    calls = server.calls.length;
    await sleep(200);
  }
  const ofTransactions = RECORDED_MESSAGES.filter(({ topic }) => topic === 'hashtx' || topic === 'rawtx');
  for (const { topic, body, sequence } of ofTransactions) await zmq.send(topic, body, sequence);
  await until(() => ids.length === ofTransactions.length);
  expect(new Set(ids).size).toBe(3);
  expect(server.calls).toHaveLength(calls);
  stop();
  await zmq.send('hashtx', TXID, 5000);
  await zmq.send('hashblock', chain.add(BLOCK), 0);
  await until(() => node.health().tip?.hash === BLOCK);
  expect(ids).toHaveLength(ofTransactions.length);
});
