import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { FakeChain } from '../../../chain/test/fake-chain.js';
import { FakeNode } from '../../../chain/test/fake-node.js';
import { FakePublisher } from '../../../chain/test/fake-publisher.js';
import { WebSocketClient } from '../web-socket-client.js';
import table from './faults.json' with { type: 'json' };
import { startGatewayOfNodes } from './gateway-of-nodes.js';

const NEVER = 60_000;
/** How often the gateway looks where nothing is published, in milliseconds. */
const LOOK = 400;
/** What a busy machine takes for what is done at once, in milliseconds. */
const AT_ONCE = 15_000;
const hashOf = (number: number): string => number.toString(16).padStart(64, '0');

/** A subscriber to blocks of a gateway, whose node publishes what the test says. */
async function subscribed(probeInterval: number) {
  const chain = new FakeChain(hashOf(0));
  chain.add(hashOf(1));
  const zmq = await FakePublisher.start();
  const node = await FakeNode.start((call) => chain.answer(call));
  const gateway = await startGatewayOfNodes([{ url: node.url, notifications: [zmq.address] }], {
    probeInterval,
    maxViewAge: NEVER,
  });
  onTestFinished(async () => {
    await gateway.stop();
    zmq.close();
    await node.stop();
  });
  await zmq.subscriptions(8);
  const client = await WebSocketClient.forTest(gateway.urls.at(-1)!);
  const id = await client.subscribe('subscribeToBlocks');
  // The first messages: from here on their numbers count.
  await zmq.send('hashblock', hashOf(1), 0);
  await zmq.send('hashtx', hashOf(1), 0);
  await sleep(100);
  const told = async (count: number): Promise<unknown[]> =>
    (await client.noticesUntil(id, count)).map(({ hash }) => hash);
  return { chain, zmq, told };
}

const FAULTS: Readonly<Record<string, () => Promise<void>>> = {
  silence: async () => {
    const { chain, told } = await subscribed(LOOK);
    chain.add(hashOf(2));
    const started = performance.now();
    expect(await told(1)).toEqual([hashOf(2)]);
    expect(performance.now() - started).toBeLessThan(LOOK + AT_ONCE);
  },
  gap: async () => {
    const { chain, zmq, told } = await subscribed(NEVER);
    const started = performance.now();
    for (const number of [2, 3, 4]) chain.add(hashOf(number));
    await zmq.send('hashblock', hashOf(4), 3);
    expect(await told(3)).toEqual([hashOf(2), hashOf(3), hashOf(4)]);
    // That a message of a transaction is left out says that those of blocks may be as well.
    chain.add(hashOf(5));
    await zmq.send('hashtx', hashOf(1), 7);
    expect(await told(4)).toEqual([hashOf(2), hashOf(3), hashOf(4), hashOf(5)]);
    expect(performance.now() - started).toBeLessThan(AT_ONCE);
  },
};

it('the notification fault test covers every fault of the table', () => {
  expect(Object.keys(FAULTS)).toEqual(Object.keys(table.notifications));
});

it.each(Object.entries(FAULTS))('a node that publishes with %s causes no lost block', async (_, tried) => {
  await expect(tried()).resolves.toBeUndefined();
});
