import { DevChain, applyMasternodeListDiff, emptyMasternodeList, ZERO_HASH } from '@dapikit/chain';
import { describe, expect, it } from 'vitest';
import { gatewayForTest } from './gateway-under-test.js';
import { connectedTo } from './manual-chain.js';

const chainForTest = (): DevChain => new DevChain({ mining: 'manual' });

const block = (event: string, height: number, hash: unknown): object => ({ event, height, hash });

describe('subscribeToBlocks', () => {
  it('notifies each connected block with the id of the subscription', async () => {
    const chain = chainForTest();
    const client = await connectedTo(chain);
    const id = await client.subscribe('subscribeToBlocks');
    expect(id).toBe(1);
    const { height } = chain.tip();
    const hashes = chain.mine(3);
    await client.noticesUntil(id, 3);
    expect(client.messages.slice(1)).toEqual(
      hashes.map((hash, index) => ({
        jsonrpc: '2.0',
        method: 'subscribeToBlocks',
        params: { subscription: 1, result: block('connected', height + 1 + index, hash) },
      })),
    );
  });

  it('notifies a reorg as disconnected blocks, tip first, then connected blocks', async () => {
    const chain = chainForTest();
    const client = await connectedTo(chain);
    const [first, second] = chain.mine(2);
    const id = await client.subscribe('subscribeToBlocks');
    const { height } = chain.tip();
    const { hashes } = chain.reorganise(2);
    expect(await client.noticesUntil(id, 5)).toEqual([
      block('disconnected', height, second),
      block('disconnected', height - 1, first),
      ...hashes.map((hash, index) => block('connected', height - 1 + index, hash)),
    ]);
  });

  it('notifies the blocks since a height, then new ones', async () => {
    const chain = chainForTest();
    const client = await connectedTo(chain);
    const { height } = chain.tip();
    const hashes = chain.mine(2);
    const id = await client.subscribe('subscribeToBlocks', { fromHeight: height + 1 });
    hashes.push(...chain.mine(1));
    expect(await client.noticesUntil(id, 3)).toEqual(
      hashes.map((hash, index) => block('connected', height + 1 + index, hash)),
    );
  });

  it('notifies a short chain from its genesis block on', async () => {
    const chain = chainForTest();
    const client = await connectedTo(chain);
    const id = await client.subscribe('subscribeToBlocks', { fromHeight: 0 });
    const { height } = chain.tip();
    const notices = await client.noticesUntil(id, height + 1);
    expect(notices[0]).toEqual(block('connected', 0, await chain.blockHash(0)));
    expect(notices.at(-1)).toEqual(block('connected', height, chain.tip().hash));
    expect(notices).toHaveLength(height + 1);
  });

  it('notifies first the blocks that were disconnected while the client was away', async () => {
    const chain = chainForTest();
    const client = await connectedTo(chain);
    const before = await client.subscribe('subscribeToBlocks');
    const [lost] = chain.mine(1);
    await client.noticesUntil(before, 1);
    const { height } = chain.tip();
    const { hashes } = chain.reorganise(1);
    const again = { fromHeight: height + 1, previousHash: lost };
    const id = await client.subscribe('subscribeToBlocks', again);
    expect(await client.noticesUntil(id, 3)).toEqual([
      block('disconnected', height, lost),
      ...hashes.map((hash, index) => block('connected', height + index, hash)),
    ]);
  });

  it.each([
    [[5], 'invalid-params', '/params'],
    [{ fromHeigth: 1 }, 'invalid-params', '/params'],
    [{ fromHeight: '1' }, 'invalid-params', '/params/fromHeight'],
    [{ fromHeight: -1 }, 'invalid-params', '/params/fromHeight'],
    [{ fromHeight: 1.5 }, 'invalid-params', '/params/fromHeight'],
    [{ fromHeight: 522 }, 'height-out-of-range', '/params/fromHeight'],
    [{ previousHash: ZERO_HASH }, 'invalid-params', '/params/fromHeight'],
    [{ fromHeight: 500, previousHash: 'x' }, 'invalid-params', '/params/previousHash'],
    [{ fromHeight: 500, previousHash: ZERO_HASH }, 'unknown-block', '/params/previousHash'],
    [{ fromHeight: 600, previousHash: ZERO_HASH }, 'height-out-of-range', '/params/fromHeight'],
  ])('rejects %j: %s', async (params, reason, at) => {
    const client = await connectedTo(chainForTest());
    expect((await client.call('subscribeToBlocks', params)).error).toMatchObject({
      code: -32602,
      data: { reason, at },
    });
  });

  it.each([
    ['subscribeToBlocks', { fromHeigth: 1 }, 'Did you mean fromHeight?'],
    ['subscribeToMasternodeList', { baseBlockhash: ZERO_HASH }, 'Did you mean baseBlockHash?'],
    ['subscribeToTransaction', { txId: ZERO_HASH }, 'Did you mean txid?'],
  ])('%s suggests a param for %o', async (method, params, fix) => {
    const client = await connectedTo(chainForTest());
    expect((await client.call(method, params)).error).toMatchObject({
      code: -32602,
      data: { reason: 'invalid-params', found: Object.keys(params)[0], fix },
    });
  });

  it('rejects a start more than a thousand blocks back, with a fix', async () => {
    const chain = chainForTest();
    chain.mine(501);
    const client = await connectedTo(chain);
    const { error } = await client.call('subscribeToBlocks', { fromHeight: 20 });
    expect(error).toMatchObject({
      code: -32602,
      data: {
        reason: 'too-far-back',
        expected: 'a height from 22 on',
        fix: 'Ask getBlockHash for the blocks up to 21, then subscribe from the next height.',
      },
    });
    const id = await client.subscribe('subscribeToBlocks', { fromHeight: 22 });
    expect((await client.noticesUntil(id, 1000))[0]).toMatchObject({ height: 22 });
  });
});

describe('subscribeToMasternodeList', () => {
  it('notifies the full list, then consecutive diffs', async () => {
    const chain = chainForTest();
    const client = await connectedTo(chain);
    const id = await client.subscribe('subscribeToMasternodeList');
    let list = emptyMasternodeList(ZERO_HASH);
    for (let told = 1; told <= 40; told += 1) {
      const { event, diff } = (await client.noticesUntil(id, told)).at(-1)!;
      expect(event).toBe(told === 1 ? 'list' : 'diff');
      list = applyMasternodeListDiff(list, diff!);
      expect(list.blockHash).toBe(chain.tip().hash);
      chain.mine(1);
    }
    expect(list.masternodes.size).toBeGreaterThan(5);
  });

  it('starts over after a reorg disconnected the block of the client', async () => {
    const chain = chainForTest();
    const client = await connectedTo(chain);
    const [lost] = chain.mine(1);
    const id = await client.subscribe('subscribeToMasternodeList');
    await client.noticesUntil(id, 1);
    chain.reorganise(1);
    const [, reset, again] = await client.noticesUntil(id, 3);
    expect(reset).toEqual({ event: 'reset', blockHash: lost });
    expect(again).toMatchObject({
      event: 'list',
      diff: { baseBlockHash: ZERO_HASH, blockHash: chain.tip().hash },
    });
  });

  it('resumes from a block that the client has', async () => {
    const chain = chainForTest();
    const { hash } = chain.tip();
    chain.mine(3);
    const client = await connectedTo(chain);
    const id = await client.subscribe('subscribeToMasternodeList', { baseBlockHash: hash });
    expect(await client.noticesUntil(id, 1)).toMatchObject([
      { event: 'diff', diff: { baseBlockHash: hash, blockHash: chain.tip().hash } },
    ]);
  });

  it('notifies nothing until the list changes for a client at the tip', async () => {
    const chain = chainForTest();
    const client = await connectedTo(chain);
    const { hash } = chain.tip();
    const id = await client.subscribe('subscribeToMasternodeList', { baseBlockHash: hash });
    await client.call('getBestBlockHash');
    chain.mine(1);
    expect(await client.noticesUntil(id, 1)).toMatchObject([
      { event: 'diff', diff: { baseBlockHash: hash, blockHash: chain.tip().hash } },
    ]);
  });

  it('starts over for a block outside the chain', async () => {
    const chain = chainForTest();
    const [lost] = chain.mine(1);
    chain.reorganise(1);
    const client = await connectedTo(chain);
    for (const baseBlockHash of [lost, 'ab'.repeat(32)]) {
      const id = await client.subscribe('subscribeToMasternodeList', { baseBlockHash });
      expect(await client.noticesUntil(id, 2)).toMatchObject([
        { event: 'reset', blockHash: baseBlockHash },
        { event: 'list', diff: { blockHash: chain.tip().hash } },
      ]);
    }
  });

  it('waits for a ChainLock if the client requests it', async () => {
    const chain = chainForTest();
    const client = await connectedTo(chain);
    const id = await client.subscribe('subscribeToMasternodeList', { on: 'chainlock' });
    const other = await client.subscribe('subscribeToBlocks');
    chain.mine(2);
    await client.noticesUntil(other, 2);
    await client.call('getBestBlockHash');
    expect(client.notices(id)).toEqual([]);
  });

  it.each([
    [{ on: 'tip' }, '/params/on'],
    [{ baseBlockHash: 5 }, '/params/baseBlockHash'],
    [['x'], '/params'],
  ])('rejects %j at %s', async (params, at) => {
    const client = await connectedTo(chainForTest());
    expect((await client.call('subscribeToMasternodeList', params)).error).toMatchObject({
      code: -32602,
      data: { reason: 'invalid-params', at },
    });
  });
});

describe('subscribeToTransaction', () => {
  it('notifies a transaction from before it is sent until a reorg removed it', async () => {
    const chain = chainForTest();
    const client = await connectedTo(chain);
    const [from, to] = chain.accounts;
    const transaction = Buffer.from(chain.transfer(from!, to!, 100_000_000n)).toString('hex');
    const before = chain.snapshot();
    const txid = await chainForTest().sendTransaction(Buffer.from(transaction, 'hex'));
    const id = await client.subscribe('subscribeToTransaction', { txid });
    await client.noticesUntil(id, 1);
    await client.call('sendRawTransaction', [transaction]);
    await client.noticesUntil(id, 2);
    const [hash] = chain.mine(1);
    await client.noticesUntil(id, 3);
    const { height } = chain.tip();
    chain.invalidate(hash!);
    await client.noticesUntil(id, 4);
    const [other] = chain.mine(1);
    await client.noticesUntil(id, 5);
    chain.revert(before);
    expect(await client.noticesUntil(id, 6)).toEqual([
      { event: 'unknown', txid, chainSearched: true },
      { event: 'mempool', txid, instantLocked: false },
      { event: 'block', txid, hash, height, instantLocked: false, chainLocked: false },
      { event: 'mempool', txid, instantLocked: false },
      { event: 'block', txid, hash: other, height, instantLocked: false, chainLocked: false },
      { event: 'gone', txid, chainSearched: true },
    ]);
  });

  it('notifies the block of a transaction mined long ago', async () => {
    const chain = chainForTest();
    const client = await connectedTo(chain);
    const { outPoint } = chain.coins(chain.accounts[0]!)[0]!;
    const id = await client.subscribe('subscribeToTransaction', { txid: outPoint.txid });
    expect(await client.noticesUntil(id, 1)).toMatchObject([{ event: 'block', txid: outPoint.txid }]);
  });

  it.each([[undefined], [{}], [{ txid: 'x' }], [[ZERO_HASH]]])('rejects %j', async (params) => {
    const client = await connectedTo(chainForTest());
    expect((await client.call('subscribeToTransaction', params)).error).toMatchObject({
      code: -32602,
      data: { reason: 'invalid-params' },
    });
  });
});

describe('unsubscribe', () => {
  it('ends a subscription once', async () => {
    const chain = chainForTest();
    const client = await connectedTo(chain);
    const id = await client.subscribe('subscribeToBlocks');
    const other = await client.subscribe('subscribeToBlocks');
    expect((await client.call('unsubscribe', { subscription: id })).result).toBe(true);
    expect((await client.call('unsubscribe', { subscription: id })).result).toBe(false);
    expect((await client.call('unsubscribe', { subscription: 77 })).result).toBe(false);
    chain.mine(1);
    await client.noticesUntil(other, 1);
    expect(client.notices(id)).toEqual([]);
  });

  it.each([[undefined], [{}], [{ subscription: '1' }], [[1]]])('rejects the params %j', async (params) => {
    const client = await connectedTo(chainForTest());
    expect((await client.call('unsubscribe', params)).error).toMatchObject({
      code: -32602,
      data: { reason: 'invalid-params' },
    });
  });
});

describe('a batch with subscriptions', () => {
  it('gets its response before the first notification', async () => {
    const client = await connectedTo(chainForTest());
    client.socket.send(
      JSON.stringify([
        { jsonrpc: '2.0', id: 'a', method: 'subscribeToBlocks', params: { fromHeight: 0 } },
        { jsonrpc: '2.0', id: 'b', method: 'subscribeToMasternodeList' },
        { jsonrpc: '2.0', id: 'c', method: 'getStatus' },
        { jsonrpc: '2.0', id: 'd', method: 'subscribeToBlocks', params: { fromHeight: 5000 } },
      ]),
    );
    await client.noticesUntil(1, 1);
    await client.noticesUntil(2, 1);
    const [answers, ...notifications] = client.messages;
    expect(answers).toMatchObject([
      { id: 'a', result: expect.any(Number) },
      { id: 'b', result: expect.any(Number) },
      { id: 'c', result: {} },
      { id: 'd', error: { data: { reason: 'height-out-of-range' } } },
    ]);
    expect(notifications.every((message) => 'params' in message)).toBe(true);
  });
});

describe('HTTP', () => {
  it.each(['subscribeToBlocks', 'subscribeToMasternodeList', 'subscribeToTransaction', 'unsubscribe'])(
    'rejects %s with a hint to use a WebSocket',
    async (method) => {
      const { urls } = await gatewayForTest({}, { layer1: chainForTest() });
      const response = await fetch(urls.at(-1)!, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
      });
      expect(await response.json()).toMatchObject({
        error: {
          code: -32600,
          message: `${method} needs a WebSocket`,
          data: { reason: 'websocket-required' },
        },
      });
    },
  );
});
