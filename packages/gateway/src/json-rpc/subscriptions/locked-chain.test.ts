import { NodeUnavailableError, ZERO_HASH } from '@dapikit/chain';
import { describe, expect, it } from 'vitest';
import { gatewayForTest } from '../../../test/gateway-under-test.js';
import { MovingLayer1 } from '../../../test/moving-layer1.js';
import { WebSocketClient } from '../../../test/web-socket-client.js';

const TXID = 'c0'.repeat(32);

async function connected(node: MovingLayer1): Promise<WebSocketClient> {
  const { urls } = await gatewayForTest({}, { layer1: node.layer1 });
  return WebSocketClient.forTest(urls[1]!);
}

const told = (event: string, baseBlockHash: string, blockHash: string): object => ({
  event,
  diff: { baseBlockHash, blockHash },
});

describe('subscribeToMasternodeList on a chain with ChainLocks', () => {
  it('notifies the list at the last ChainLock, then a diff at each ChainLock', async () => {
    const node = new MovingLayer1(10);
    node.lock();
    const first = node.tip;
    node.connect();
    const client = await connected(node);
    const id = await client.subscribe('subscribeToMasternodeList');
    expect(await client.noticesUntil(id, 1)).toMatchObject([told('list', ZERO_HASH, first.hash)]);
    node.connect();
    node.connect();
    const second = node.tip;
    node.tell();
    await client.call('getBlockHash', { height: 1 });
    expect(client.notices(id)).toHaveLength(1);
    node.lock();
    node.connect();
    node.tell();
    expect(await client.noticesUntil(id, 2)).toMatchObject([{}, told('diff', first.hash, second.hash)]);
  });

  it('notifies a diff per block when the client requests it', async () => {
    const node = new MovingLayer1(10);
    node.lock();
    const client = await connected(node);
    const id = await client.subscribe('subscribeToMasternodeList', { on: 'block' });
    await client.noticesUntil(id, 1);
    const before = node.tip;
    node.connect();
    node.tell();
    expect(await client.noticesUntil(id, 2)).toMatchObject([{}, told('diff', before.hash, node.tip.hash)]);
  });

  it('notifies the first list at the first ChainLock', async () => {
    const node = new MovingLayer1(10);
    const client = await connected(node);
    const id = await client.subscribe('subscribeToMasternodeList', { on: 'chainlock' });
    node.connect();
    node.lock();
    node.tell();
    expect(await client.noticesUntil(id, 1)).toMatchObject([told('list', ZERO_HASH, node.tip.hash)]);
  });

  it('starts over after the chain was replaced', async () => {
    const node = new MovingLayer1(10);
    node.lock();
    const before = node.tip;
    const client = await connected(node);
    const list = await client.subscribe('subscribeToMasternodeList');
    const blocks = await client.subscribe('subscribeToBlocks');
    await client.noticesUntil(list, 1);
    node.replace();
    node.lock();
    node.tell();
    expect(await client.noticesUntil(list, 3)).toMatchObject([
      {},
      { event: 'reset', blockHash: before.hash },
      told('list', ZERO_HASH, node.tip.hash),
    ]);
    expect((await client.noticesUntil(blocks, 1))[0]).toEqual({ event: 'replaced', ...node.tip });
  });

  it('retries when the node did not respond', async () => {
    const node = new MovingLayer1(10);
    const client = await connected(node);
    await client.subscribe('subscribeToBlocks');
    node.failures.push(new NodeUnavailableError('gone'));
    const id = await client.subscribe('subscribeToMasternodeList');
    expect(await client.noticesUntil(id, 1)).toMatchObject([told('list', ZERO_HASH, node.tip.hash)]);
  });

  it('queries the node once for all subscribers', async () => {
    const node = new MovingLayer1(10);
    const client = await connected(node);
    for (let count = 0; count < 20; count += 1) await client.subscribe('subscribeToMasternodeList');
    node.connect();
    node.tell();
    for (let id = 1; id <= 20; id += 1) await client.noticesUntil(id, 2);
    expect(node.asked.filter((call) => call.startsWith('diff'))).toHaveLength(2);
  });
});

describe('subscribeToBlocks on a chain with ChainLocks', () => {
  it('notifies ChainLocks', async () => {
    const node = new MovingLayer1(10);
    const client = await connected(node);
    const id = await client.subscribe('subscribeToBlocks');
    node.connect();
    node.lock();
    node.tell();
    expect(await client.noticesUntil(id, 2)).toEqual([
      { event: 'connected', ...node.tip },
      { event: 'chainLocked', ...node.tip, signature: 'ab'.repeat(96) },
    ]);
  });
});

describe('subscribeToTransaction', () => {
  it('notifies changes the node publishes until the block is under a ChainLock, then stops polling', async () => {
    const node = new MovingLayer1(10);
    const client = await connected(node);
    const id = await client.subscribe('subscribeToTransaction', { txid: TXID });
    await client.noticesUntil(id, 1);
    node.transactions.set(TXID, { place: 'mempool', isInstantLocked: false });
    node.publish(TXID);
    await client.noticesUntil(id, 2);
    node.transactions.set(TXID, { place: 'mempool', isInstantLocked: true });
    node.publish(TXID);
    node.publish('ee'.repeat(32));
    await client.noticesUntil(id, 3);
    const block = node.connect();
    node.transactions.set(TXID, { place: 'block', block, isInstantLocked: true, isChainLocked: false });
    node.tell();
    await client.noticesUntil(id, 4);
    node.transactions.set(TXID, { place: 'block', block, isInstantLocked: true, isChainLocked: true });
    node.lock();
    node.tell();
    expect(await client.noticesUntil(id, 5)).toEqual([
      { event: 'unknown', txid: TXID, chainSearched: true },
      { event: 'mempool', txid: TXID, instantLocked: false },
      { event: 'mempool', txid: TXID, instantLocked: true },
      { event: 'block', txid: TXID, ...block, instantLocked: true, chainLocked: false },
      { event: 'block', txid: TXID, ...block, instantLocked: true, chainLocked: true },
    ]);
    const blocks = await client.subscribe('subscribeToBlocks');
    const asked = (): number => node.asked.filter((call) => call === `transaction ${TXID}`).length;
    const before = asked();
    for (let count = 0; count < 3; count += 1) {
      node.connect();
      node.lock();
    }
    node.tell();
    await client.noticesUntil(blocks, 6);
    expect(asked()).toBe(before);
  });

  it('notifies a removed transaction, and retries when the node did not respond', async () => {
    const node = new MovingLayer1(10);
    const client = await connected(node);
    node.transactions.set(TXID, { place: 'mempool', isInstantLocked: false });
    const id = await client.subscribe('subscribeToTransaction', { txid: TXID });
    await client.noticesUntil(id, 1);
    node.transactions.delete(TXID);
    node.failures.push(new NodeUnavailableError('gone'));
    node.publish(TXID);
    expect((await client.noticesUntil(id, 2))[1]).toEqual({ event: 'gone', txid: TXID, chainSearched: true });
    const second = await client.subscribe('subscribeToTransaction', { txid: TXID });
    expect(await client.noticesUntil(second, 1)).toEqual([
      { event: 'gone', txid: TXID, chainSearched: true },
    ]);
  });

  it('stops watching a transaction without subscribers', async () => {
    const node = new MovingLayer1(10);
    const client = await connected(node);
    const id = await client.subscribe('subscribeToTransaction', { txid: TXID });
    await client.noticesUntil(id, 1);
    expect(node.watchers).toBe(3);
    await client.call('unsubscribe', { subscription: id });
    expect(node.watchers).toBe(2);
  });
});

describe('a subscription while no node responds', () => {
  it.each(['subscribeToBlocks', 'subscribeToMasternodeList'])(
    'to %s is rejected and can be retried',
    async (method) => {
      const node = new MovingLayer1(10);
      const client = await connected(node);
      node.failures.push(new NodeUnavailableError('gone'));
      expect((await client.call(method)).error).toMatchObject({
        code: -32003,
        data: { reason: 'node-unavailable' },
      });
      expect(await client.subscribe(method)).toBe(1);
    },
  );
});
