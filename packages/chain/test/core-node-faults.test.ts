import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { CoreNode, type CoreNodeOptions } from '../src/nodes/core-node/index.js';
import { FakeNode, type FakeAnswer, type FakeCall } from './fake-node.js';
import { portOf } from './port-of.js';
import { until } from './watched.js';

const HASH = 'ab'.repeat(32);
const HAS_IPV6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');
const endings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

function coreNode(url: string, options: Partial<CoreNodeOptions> = {}): CoreNode {
  const node = new CoreNode({ url, notifications: 'none', ...options });
  endings.push(() => node.close());
  return node;
}

async function fakeNode(answer: (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>): Promise<FakeNode> {
  const node = await FakeNode.start(answer);
  endings.push(() => node.stop());
  return node;
}

/** A server that does what it wants with a connection once a request came. */
async function rawServer(serve: (socket: Socket) => void, host = '127.0.0.1'): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (String(data).includes('POST')) serve(socket);
    });
  }).listen(0, host);
  await once(server, 'listening');
  endings.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return `http://${host.includes(':') ? `[${host}]` : host}:${portOf(server)}`;
}

const head = (length: number | string): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
const good = (result: unknown): string => JSON.stringify({ result, error: null, id: 1 });

describe('a failing server', () => {
  const faults: readonly [string, string, (socket: Socket) => void][] = [
    ['hangs up', 'connection-lost', (socket) => void socket.end()],
    ['resets', 'connection-lost', (socket) => void socket.resetAndDestroy()],
    [
      'resets in the header',
      'connection-lost',
      (socket) => void socket.write('HTTP/1.1 200', () => socket.resetAndDestroy()),
    ],
    [
      'resets in the body',
      'connection-lost',
      (socket) =>
        void socket.write(`${head(100)}{"res`, () => setTimeout(() => socket.resetAndDestroy(), 20)),
    ],
    ['ends in the body', 'connection-lost', (socket) => void socket.end(`${head(100)}{"res`)],
    [
      'is a proxy that resets with its status',
      'bad-gateway',
      (socket) =>
        void socket.write('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 100\r\n\r\n<html>', () =>
          setTimeout(() => socket.resetAndDestroy(), 20),
        ),
    ],
    ['never answers', 'timeout', () => undefined],
    ['stops in the header', 'timeout', (socket) => void socket.write('HTTP/1.1 200 OK\r\n')],
    ['stops in the body', 'timeout', (socket) => void socket.write(`${head(100)}{"res`)],
    ['sends garbage', 'unexpected-answer', (socket) => void socket.end(Buffer.alloc(500, 0x80))],
    ['speaks another protocol', 'unexpected-answer', (socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
    [
      'has an endless header',
      'unexpected-answer',
      (socket) => void socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`),
    ],
    [
      'sends two lengths',
      'unexpected-answer',
      (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}'),
    ],
    ['sends an invalid length', 'unexpected-answer', (socket) => void socket.end(head('x'))],
    [
      'answers with too much',
      'response-too-large',
      (socket) => void socket.write(head(5000) + good('x'.repeat(4000)).padEnd(5000)),
    ],
    [
      'answers without an end',
      'response-too-large',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        const pour = (): void => {
          if (socket.writable) socket.write(`ff\r\n${'x'.repeat(255)}\r\n`, pour);
        };
        pour();
      },
    ],
  ];

  it.each(faults)('%s: %s', async (_, reason, serve) => {
    const url = await rawServer(serve);
    const node = coreNode(url, {
      headersTimeout: 200,
      bodyTimeout: 200,
      callTimeout: 2000,
      maxResponseBytes: 2000,
    });
    await expect(node.tip()).rejects.toMatchObject({ name: 'NodeUnavailableError', reason });
    expect(node.health().failure).toMatchObject({ reason });
  });

  it('times out when it sends byte by byte', async () => {
    const url = await rawServer((socket) => {
      socket.write(head(1000));
      const timer = setInterval(() => socket.write(' '), 10);
      socket.on('close', () => clearInterval(timer));
    });
    const node = coreNode(url, { callTimeout: 150 });
    await expect(node.tip()).rejects.toMatchObject({ reason: 'timeout', message: 'no answer in 150 ms' });
  });

  it('is unreachable when it is absent', async () => {
    const node = coreNode('http://127.0.0.1:1');
    await expect(node.tip()).rejects.toMatchObject({
      reason: 'unreachable',
      isTransient: true,
      mayHaveReached: false,
    });
  });

  it('is unreachable when the connection times out', async () => {
    // Reserved for documentation: nothing answers there, or a router says so.
    const node = coreNode('http://192.0.2.1:9998', { connectTimeout: 100, callTimeout: 5000 });
    await expect(node.tip()).rejects.toMatchObject({ reason: 'unreachable' });
  });

  it('is unavailable when it does not use HTTPS', async () => {
    const url = await rawServer((socket) => void socket.end(head(2)));
    const node = coreNode(url.replace('http', 'https'), { connectTimeout: 500 });
    await expect(node.tip()).rejects.toMatchObject({ name: 'NodeUnavailableError', isTransient: true });
  });

  it.skipIf(!HAS_IPV6)('is reached over IPv6 (skipped without IPv6)', async () => {
    const url = await rawServer((socket) => void socket.end(head(good(HASH).length) + good(HASH)), '::1');
    expect(await coreNode(url).blockHash(0)).toBe(HASH);
  });
});

describe('results of an unexpected shape', () => {
  const info = {
    chain: 'main',
    blocks: 1,
    headers: 1,
    bestblockhash: HASH,
    difficulty: 1,
    mediantime: 1,
    initialblockdownload: false,
  };
  const network = { subversion: '/Dash Core:20.1.1/', connections: 3 };
  const lock = { blockhash: HASH, height: 1, signature: '00'.repeat(96), known_block: true };
  const asked: Readonly<Record<string, (node: CoreNode) => unknown>> = {
    tip: (node) => node.tip(),
    blockHash: (node) => node.blockHash(1),
    sendTransaction: (node) => node.sendTransaction(Uint8Array.of(1)),
    masternodeListDiff: (node) => node.masternodeListDiff('1', '2'),
    status: (node) => node.status(),
    bestChainLock: (node) => node.bestChainLock(),
  };

  it.each([
    ['blockHash', { getblockhash: HASH.toUpperCase() }],
    ['blockHash', { getblockhash: '' }],
    ['blockHash', { getblockhash: 5 }],
    ['tip', { getbestblockhash: `${HASH}00` }],
    ['tip', { getbestblockhash: HASH, getblockheader: { hash: HASH, height: 1.5, chainwork: HASH } }],
    ['tip', { getbestblockhash: HASH, getblockheader: { hash: HASH, height: -1, chainwork: HASH } }],
    ['tip', { getbestblockhash: HASH, getblockheader: { hash: HASH, height: '1', chainwork: HASH } }],
    [
      'tip',
      { getbestblockhash: HASH, getblockheader: { hash: '00'.repeat(32), height: 1, chainwork: HASH } },
    ],
    ['tip', { getbestblockhash: HASH, getblockheader: { hash: HASH, height: 1, chainwork: '2' } }],
    ['tip', { getbestblockhash: HASH, getblockheader: [] }],
    ['sendTransaction', { sendrawtransaction: { txid: HASH } }],
    ['masternodeListDiff', { protx: null }],
    ['masternodeListDiff', { protx: {} }],
    ['masternodeListDiff', { protx: 'a diff' }],
    ['bestChainLock', { getbestchainlock: { ...lock, signature: 'ff' } }],
    ['bestChainLock', { getbestchainlock: { ...lock, height: 2 ** 31 } }],
    ['bestChainLock', { getbestchainlock: true }],
    ['status', { getblockchaininfo: { ...info, blocks: null }, getnetworkinfo: network }],
    ['status', { getblockchaininfo: { ...info, initialblockdownload: 0 }, getnetworkinfo: network }],
    ['status', { getblockchaininfo: info, getnetworkinfo: { ...network, connections: -1 } }],
    ['status', { getblockchaininfo: info, getnetworkinfo: network, getbestchainlock: {} }],
    ['status', { getblockchaininfo: info, getnetworkinfo: network, mnsync: { IsSynced: true } }],
  ])('are rejected by %s: %o', async (method, answers: Readonly<Record<string, unknown>>) => {
    const server = await fakeNode(({ method }) =>
      method in answers
        ? { result: answers[method] }
        : { error: { code: -32601, message: 'Method not found' } },
    );
    const node = coreNode(server.url);
    await expect(asked[method]?.(node)).rejects.toMatchObject({ reason: 'unexpected-answer' });
  });

  it("are reported in the node's health until it responds", async () => {
    let result = '';
    const server = await fakeNode(() => ({ result }));
    const node = coreNode(server.url, { now: () => 7 });
    await expect(node.blockHash(1)).rejects.toThrow('getblockhash: expected a hash');
    expect(node.health()).toMatchObject({
      lastAnswer: undefined,
      failure: { reason: 'unexpected-answer', since: 7 },
    });
    result = HASH;
    await node.blockHash(1);
    expect(node.health()).toMatchObject({ lastAnswer: 7, failure: undefined });
  });

  it('are accepted from Dash Core 20 with a restricted user', async () => {
    const server = await fakeNode(({ method }) => {
      if (method === 'getblockchaininfo') return { result: info };
      return method === 'getnetworkinfo' ? { result: network } : { status: 403, body: '' };
    });
    expect(await coreNode(server.url).status()).toMatchObject({
      software: '/Dash Core:20.1.1/',
      network: 'main',
      peers: 3,
      masternodeSync: undefined,
      chainLock: undefined,
    });
  });
});

async function slow(): Promise<FakeAnswer> {
  await sleep(20);
  return { result: HASH };
}

describe('RPC calls', () => {
  it('reuse connections, run a limited number at once and queue a limited number', async () => {
    const server = await fakeNode(slow);
    const node = coreNode(server.url, { maxCallsInFlight: 3, maxCallsQueued: 5 });
    const calls = await Promise.allSettled(Array.from({ length: 12 }, () => node.blockHash(1)));
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    for (const call of calls.slice(8)) {
      expect(call).toMatchObject({ status: 'rejected', reason: { reason: 'busy', mayHaveReached: false } });
    }
    expect(server.mostAtOnce).toBe(3);
    expect(node.health()).toMatchObject({ callsInFlight: 0, callsQueued: 0, failure: undefined });
  });

  it('that expire in the queue were not sent', async () => {
    const server = await fakeNode(() => new Promise(() => undefined));
    const node = coreNode(server.url, { maxCallsInFlight: 1, callTimeout: 100 });
    const first = node.tip();
    // Its time is up well before that of the first one, whose slot it waits for.
    const waiting = node.sendTransaction(Uint8Array.of(1), { signal: AbortSignal.timeout(10) });
    await expect(waiting).rejects.toMatchObject({ reason: 'cancelled' });
    await expect(first).rejects.toMatchObject({ reason: 'timeout' });
    expect(server.calls).toHaveLength(1);
  });

  it('that are urgent bypass the queue', async () => {
    const block = { hash: HASH, height: 7, chainwork: HASH };
    const answers: Readonly<Record<string, unknown>> = { getbestblockhash: HASH, getblockheader: block };
    const server = await fakeNode(({ method }) =>
      method in answers ? { result: answers[method] } : new Promise(() => undefined),
    );
    const node = coreNode(server.url, { maxCallsInFlight: 1, maxCallsQueued: 0 });
    const held = Promise.allSettled([node.blockHash(1)]);
    await expect(node.tip()).rejects.toMatchObject({ reason: 'busy' });
    expect(await node.tip({ isUrgent: true })).toEqual({ hash: HASH, height: 7 });
    expect(await node.block(HASH)).toMatchObject({ height: 7, chainWork: BigInt(`0x${HASH}`) });
    await node.close();
    expect(await held).toMatchObject([{ reason: { reason: 'closed' } }]);
  });

  it('in the queue end at their timeout', async () => {
    const server = await fakeNode(() => new Promise(() => undefined));
    const node = coreNode(server.url, { maxCallsInFlight: 1, callTimeout: 100 });
    const calls = await Promise.allSettled([node.tip(), node.tip(), node.tip()]);
    // A call whose turn comes in its last millisecond is still made.
    for (const call of calls)
      expect(call).toMatchObject({ reason: { reason: expect.stringMatching(/^(?:timeout|busy)$/) } });
  });

  it('are cancelled by their caller, before and during the call', async () => {
    const server = await fakeNode(() => new Promise(() => undefined));
    const node = coreNode(server.url);
    const cancelled = { reason: 'cancelled' };
    await expect(node.tip({ signal: AbortSignal.abort() })).rejects.toMatchObject(cancelled);
    expect(server.calls).toHaveLength(0);
    const controller = new AbortController();
    const call = node.tip({ signal: controller.signal });
    await until(() => server.calls.length === 1);
    controller.abort();
    await expect(call).rejects.toMatchObject(cancelled);
    expect(node.health().failure).toBeUndefined();
  });

  it('end when the node is closed, and none starts later', async () => {
    const server = await fakeNode(() => new Promise(() => undefined));
    const node = coreNode(server.url, { maxCallsInFlight: 1 });
    const calls = Promise.allSettled([node.tip(), node.tip()]);
    await until(() => server.calls.length === 1);
    await node.close();
    expect(await calls).toMatchObject([{ reason: { reason: 'closed' } }, { reason: { reason: 'closed' } }]);
    await expect(node.tip()).rejects.toMatchObject({ reason: 'closed' });
    expect(node.watchBlocks(() => undefined)).toBeTypeOf('function');
  });

  it('of a watch end when the node is closed', async () => {
    const server = await fakeNode(() => new Promise(() => undefined));
    const node = coreNode(server.url, { headersTimeout: 600_000, callTimeout: 600_000 });
    node.watchBlocks(() => undefined);
    await until(() => server.calls.length === 1);
    // The server never responds: without an end, this would wait for ever.
    await expect(node.close()).resolves.toBeUndefined();
  });

  it('do not wait for credentials beyond their timeout', async () => {
    const server = await fakeNode(slow);
    const node = coreNode(server.url, { callTimeout: 50, credentials: () => new Promise(() => undefined) });
    await expect(node.tip()).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('are sent singly with a User-Agent', async () => {
    const server = await fakeNode(() => ({ result: HASH }));
    const node = coreNode(server.url.replace('//', '//dapi:secret@'));
    await Promise.all([node.blockHash(1), node.blockHash(2)]);
    expect(server.calls.map(({ method }) => method)).toEqual(['getblockhash', 'getblockhash']);
    expect(new Set(server.calls.map(({ id }) => id)).size).toBe(2);
    expect(server.calls[0]?.authorization).toBe('Basic ZGFwaTpzZWNyZXQ=');
    expect(node.url).not.toContain('secret');
  });

  it('with rejected credentials are repeated once with new ones', async () => {
    let password = 0;
    const accepted = `Basic ${Buffer.from('u:2').toString('base64')}`;
    const server = await fakeNode(({ authorization }) =>
      authorization === accepted ? { result: HASH } : { status: 401, body: '' },
    );
    const credentials = (): { user: string; password: string } => ({
      user: 'u',
      password: String((password += 1)),
    });
    const node = coreNode(server.url, { credentials });
    expect(await Promise.all([node.blockHash(1), node.blockHash(2), node.blockHash(3)])).toEqual([
      HASH,
      HASH,
      HASH,
    ]);
    expect(password).toBe(2);
    password = 5;
    await expect(coreNode(server.url, { credentials }).blockHash(1)).rejects.toMatchObject({
      reason: 'unauthorized',
    });
    expect(password).toBe(7);
  });
});

it.each([
  [{ pollInterval: 0 }],
  [{ callTimeout: 2 ** 31 }],
  [{ maxCallsInFlight: 1.5 }],
  [{ maxCallsQueued: -1 }],
  [{ maxResponseBytes: Number.NaN }],
  [{ notifications: ['127.0.0.1:28332'] }],
  [{ url: 'tcp://127.0.0.1:1' }],
])('CoreNode rejects the options %o', (options) => {
  expect(() => new CoreNode({ url: 'http://127.0.0.1:1', ...options })).toThrow(RangeError);
});
