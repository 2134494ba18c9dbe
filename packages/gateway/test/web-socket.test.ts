import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { DevChain, type Layer1 } from '@dapikit/chain';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { gatewayForTest, startGatewayUnderTest } from './gateway-under-test.js';
import { heldLayer1 } from './held-layer1.js';
import { openConnection, postText, SCHEMES } from './raw-connection.js';
import { BLOCK_HASHES, recordedLayer1 } from './recorded-layer1.js';
import { WebSocketClient } from './web-socket-client.js';

const TIP = BLOCK_HASHES.at(-1)!;
const CALL = '{"jsonrpc":"2.0","id":1,"method":"getBestBlockHash"}';

const upgradeText = (lines: readonly string[] = [], target = '/'): string =>
  [
    `GET ${target} HTTP/1.1`,
    'host: localhost',
    'connection: Upgrade',
    'upgrade: websocket',
    'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
    'sec-websocket-version: 13',
    ...lines,
    '\r\n',
  ].join('\r\n');

async function rawWebSocket(
  port: number,
): Promise<{ send: (bytes: Uint8Array) => void; closeCode: Promise<number> }> {
  const { socket, closed } = await openConnection(port, 'http');
  let received = Buffer.alloc(0);
  const upgraded = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (received.includes('\r\n\r\n')) resolve();
    });
  });
  socket.write(upgradeText());
  await upgraded;
  received = Buffer.alloc(0);
  return {
    send: (bytes) => void socket.write(bytes),
    closeCode: closed.then(() => (received[0] === 0x88 ? received.readUInt16BE(2) : -1)),
  };
}

/** A frame of a client, whose mask of zeros leaves the payload as it is. */
const frame = (opcode: number, payload: Uint8Array, mask = 0x80): Buffer =>
  Buffer.concat([Buffer.from([opcode, mask | payload.length]), Buffer.alloc(mask === 0 ? 0 : 4), payload]);

describe.each(SCHEMES)('a WebSocket over %s', (scheme) => {
  it('responds to calls, batches and notifications like HTTP', async () => {
    const { port } = await gatewayForTest();
    const client = await WebSocketClient.forTest(`${scheme}://127.0.0.1:${port}/`);
    expect(await client.respond(CALL, 1)).toEqual({ jsonrpc: '2.0', result: TIP, id: 1 });
    client.socket.send('{"jsonrpc":"2.0","method":"getBestBlockHash"}');
    client.socket.send(`[${CALL},{"jsonrpc":"2.0","id":18446744073709551615,"method":"nope"},5]`);
    const batch = await client.until(() => client.messages.find(Array.isArray));
    expect(batch).toMatchObject([
      { result: TIP, id: 1 },
      { error: { code: -32601 } },
      { error: { code: -32600 }, id: null },
    ]);
    expect(client.messages).toHaveLength(2);
  });

  it('delivers block notifications', async () => {
    const chain = new DevChain({ mining: 'manual' });
    const { port } = await gatewayForTest({}, { layer1: chain });
    const client = await WebSocketClient.forTest(`${scheme}://127.0.0.1:${port}/`);
    const id = await client.subscribe('subscribeToBlocks');
    const [hash] = chain.mine(1);
    expect(await client.noticesUntil(id, 1)).toMatchObject([{ event: 'connected', hash }]);
  });
});

describe('WebSocket messages', () => {
  it('in one packet are handled in one turn of the event loop each', async () => {
    const recorded = recordedLayer1();
    let turn = 0;
    const turns: number[] = [];
    const layer1: Layer1 = {
      ...recorded,
      tip: (...options) => {
        turns.push(turn);
        return recorded.tip(...options);
      },
    };
    const { port } = await gatewayForTest({}, { layer1 });
    const { send } = await rawWebSocket(port);
    let isOver = false;
    const count = (): void => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    send(Buffer.concat(Array.from({ length: 10 }, () => frame(0x81, Buffer.from(CALL)))));
    await expect.poll(() => turns.length).toBe(10);
    isOver = true;
    // A packet that arrives in two pieces has a message in the poll of a turn and one behind it.
    expect(new Set(turns).size).toBeGreaterThanOrEqual(9);
  });
});

describe('a WebSocket message', () => {
  it('with more fragments than memory is given for closes the connection (1008)', async () => {
    const { port } = await gatewayForTest();
    const client = new WebSocket(`ws://127.0.0.1:${port}/`);
    client.on('error', () => undefined);
    await once(client, 'open');
    for (let count = 0; count < 1100; count += 1) client.send('1', { fin: false });
    const [code] = await once(client, 'close');
    expect(code).toBe(1008);
  });

  it('with too many JSON values is rejected without closing the connection', async () => {
    const { urls } = await gatewayForTest({ maxJsonValues: 100 });
    const client = await WebSocketClient.forTest(urls[0]!);
    const text = `{"jsonrpc":"2.0","id":2,"method":"getBlockHash","params":[${'0,'.repeat(99)}0]}`;
    expect(await client.respond(text, null)).toMatchObject({
      error: { code: -32600, data: { reason: 'too-many-json-values', found: 'more than 100' } },
    });
    expect(await client.respond(CALL, 1)).toHaveProperty('result', TIP);
  });

  it.each(['', '{', 'null garbage', '\ufeff{}'])(
    'with malformed JSON gets a parse error: %j',
    async (text) => {
      const { urls } = await gatewayForTest();
      const client = await WebSocketClient.forTest(urls[0]!);
      expect(await client.respond(text, null)).toMatchObject({ error: { code: -32700 }, id: null });
      expect(await client.respond(CALL, 1)).toMatchObject({ result: TIP });
    },
  );

  it('with binary data closes the connection with 1003', async () => {
    const { urls } = await gatewayForTest();
    const client = await WebSocketClient.forTest(urls[0]!);
    client.socket.send(Buffer.from(CALL));
    expect(await client.closed).toEqual({ code: 1003, reason: 'expected text, found a binary message' });
  });

  it('above the size limit closes the connection with 1009', async () => {
    const { urls } = await gatewayForTest({ maxBodyBytes: 1000 });
    const client = await WebSocketClient.forTest(urls[0]!);
    expect(await client.respond(`${' '.repeat(1000 - CALL.length)}${CALL}`, 1)).toMatchObject({
      result: TIP,
    });
    client.socket.send(' '.repeat(1001));
    expect((await client.closed).code).toBe(1009);
  });

  it('in fragments is reassembled', async () => {
    const { urls } = await gatewayForTest();
    const client = await WebSocketClient.forTest(urls[0]!);
    for (const character of CALL.slice(0, -1)) client.socket.send(character, { fin: false });
    expect(await client.respond(CALL.at(-1)!, 1)).toMatchObject({ result: TIP });
  });

  it.each([
    ['not UTF-8', frame(0x81, Buffer.from([0xc3, 0x28])), 1007],
    ['without a mask', frame(0x81, Buffer.from('{}'), 0), 1002],
    ['with a reserved bit', frame(0xc1, Buffer.from('{}')), 1002],
    ['of an unknown kind', frame(0x83, Buffer.from('{}')), 1002],
    ['a continuation of nothing', frame(0x80, Buffer.from('{}')), 1002],
    ['a fragmented ping', frame(0x09, Buffer.alloc(0)), 1002],
    ['a close with half a code', frame(0x88, Buffer.from([3])), 1002],
  ])('with invalid bytes closes the connection as in RFC 6455: %s', async (_, bytes, code) => {
    const { port } = await gatewayForTest();
    const { send, closeCode } = await rawWebSocket(port);
    send(bytes);
    expect(await closeCode).toBe(code);
  });

  it('with random bytes never stops the gateway', async () => {
    const { port, urls } = await gatewayForTest();
    for (let round = 0; round < 20; round += 1) {
      const { send, closeCode } = await rawWebSocket(port);
      send(randomBytes(200));
      send(frame(0x88, Buffer.alloc(0)));
      await Promise.race([closeCode, new Promise((resolve) => void setTimeout(resolve, 50))]);
    }
    const client = await WebSocketClient.forTest(urls[0]!);
    expect(await client.respond(CALL, 1)).toMatchObject({ result: TIP });
  });
});

describe('a WebSocket connection', () => {
  it('has a limit on subscriptions', async () => {
    const { urls } = await gatewayForTest({ maxSubscriptions: 2 }, { layer1: new DevChain() });
    const client = await WebSocketClient.forTest(urls[0]!);
    const first = await client.subscribe('subscribeToBlocks');
    await client.subscribe('subscribeToMasternodeList');
    expect((await client.call('subscribeToBlocks')).error).toMatchObject({
      code: -32602,
      data: { reason: 'too-many-subscriptions', expected: 'at most 2 on a connection' },
    });
    await client.call('unsubscribe', { subscription: first });
    expect(await client.subscribe('subscribeToBlocks')).toBe(3);
  });

  it('counts toward maxConnections', async () => {
    const { urls } = await gatewayForTest({ maxConnections: 1 });
    await WebSocketClient.forTest(urls[1]!);
    await expect(WebSocketClient.open(urls[1]!)).rejects.toThrow(/socket hang up|ECONNRESET/);
  });

  it('handles a limited number of messages concurrently and queues the rest', async () => {
    const { layer1, letGo } = heldLayer1();
    let asked = 0;
    const counting = {
      ...layer1,
      tip: () => {
        asked += 1;
        return layer1.tip();
      },
    };
    const { urls } = await gatewayForTest({ maxMessagesInFlight: 3 }, { layer1: counting });
    const client = await WebSocketClient.forTest(urls[0]!);
    for (let id = 0; id < 5000; id += 1) client.socket.send(CALL.replace('"id":1', `"id":${id}`));
    await new Promise((resolve) => void setTimeout(resolve, 100));
    expect(asked).toBe(3);
    letGo();
    await client.until(() => (client.messages.length === 5000 ? true : undefined));
    expect(new Set(client.messages.map((message) => 'id' in message && message.id)).size).toBe(5000);
  });

  it('closes with 1013 when its client reads too slowly, while others continue', async () => {
    const chain = new DevChain({ mining: 'manual' });
    const { urls } = await gatewayForTest({ maxBufferedBytes: 20_000 }, { layer1: chain });
    const client = await WebSocketClient.forTest(urls[0]!);
    const slow = await WebSocketClient.forTest(urls[0]!);
    const id = await client.subscribe('subscribeToBlocks');
    await slow.subscribe('subscribeToBlocks');
    slow.socket.pause();
    const request = `{"jsonrpc":"2.0","id":2,"method":"getMnListDiff","params":{"baseBlockHash":"${'0'.repeat(64)}","blockHash":"520"}}`;
    // What the operating system buffers has to be filled first.
    for (let count = 0; count < 60; count += 1) {
      slow.socket.send(`[${Array.from({ length: 100 }, () => request).join(',')}]`);
      await new Promise((resolve) => void setTimeout(resolve, 5));
    }
    chain.mine(1);
    await client.noticesUntil(id, 1);
    slow.socket.resume();
    expect(await slow.closed).toEqual({
      code: 1013,
      reason: 'messages are read too slowly: connect again and resume',
    });
    chain.mine(1);
    await client.noticesUntil(id, 2);
  });

  it('is cut when its client sends nothing, not even pongs', async () => {
    // Long enough for a busy machine to answer in.
    const { urls } = await gatewayForTest({ pingInterval: 500 });
    const dead = await WebSocketClient.forTest(urls[0]!, { autoPong: false });
    const alive = await WebSocketClient.forTest(urls[0]!);
    expect((await dead.closed).code).toBe(1006);
    await new Promise((resolve) => void setTimeout(resolve, 1200));
    expect(alive.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('logs no error when its client disconnects at any point', async () => {
    const chain = new DevChain({ mining: 'manual' });
    const { urls, logLines } = await gatewayForTest({}, { layer1: chain });
    for (let count = 0; count < 10; count += 1) {
      const client = await WebSocketClient.open(urls[count % urls.length]!);
      client.socket.send('{"jsonrpc":"2.0","id":1,"method":"subscribeToMasternodeList"}');
      if (count % 2 === 0) await client.noticesUntil(1, 1);
      client.socket.terminate();
      chain.mine(1);
    }
    await new Promise((resolve) => void setTimeout(resolve, 50));
    expect(logLines.filter(({ level }) => level >= 40)).toEqual([]);
  });
});

describe('a WebSocket handshake', () => {
  it.each([
    ['of an origin that is not allowed', ['origin: https://evil.example'], 403, 'origin-not-allowed'],
  ])('is rejected %s', async (_, lines, status, reason) => {
    const { port } = await gatewayForTest({ webSocketOrigins: ['https://good.example'] });
    const connection = await openConnection(port, 'http');
    connection.write(upgradeText(lines));
    const response = await connection.response('GET');
    expect(response.status).toBe(status);
    expect(JSON.parse(response.body)).toMatchObject({ error: { data: { reason } }, id: null });
  });

  it('is rejected with a malformed subprotocol', async () => {
    const { port } = await gatewayForTest();
    const connection = await openConnection(port, 'https');
    connection.write(upgradeText(['sec-websocket-protocol: ,']));
    const response = await connection.response('GET');
    expect(response.status).toBe(400);
    expect(JSON.parse(response.body)).toMatchObject({ error: { data: { reason: 'malformed-handshake' } } });
  });

  it.each([
    [undefined, ['https://good.example']],
    ['https://good.example', ['https://good.example']],
    ['https://page.example', 'any'],
  ] as const)('is accepted from the origin %s when allowed are %j', async (origin, webSocketOrigins) => {
    const { urls } = await gatewayForTest({ webSocketOrigins });
    const client = await WebSocketClient.forTest(urls[0]!, origin === undefined ? {} : { origin });
    expect(await client.respond(CALL, 1)).toMatchObject({ result: TIP });
  });

  it('at another path is served as a plain request', async () => {
    const { port } = await gatewayForTest();
    const connection = await openConnection(port, 'http');
    connection.write(upgradeText([], '/nope'));
    expect((await connection.response('GET')).status).toBe(404);
    connection.write(postText(CALL));
    expect((await connection.response()).body).toContain(TIP);
  });

  it.each(SCHEMES)('for an unknown protocol over %s is served as a plain request', async (scheme) => {
    const { port } = await gatewayForTest();
    const connection = await openConnection(port, scheme);
    for (let count = 0; count < 3; count += 1) {
      const text = postText(CALL, [
        'connection: Upgrade, HTTP2-Settings',
        'upgrade: h2c',
        'http2-settings: AAMAAABk',
      ]);
      connection.write(text.slice(0, -10));
      connection.write(text.slice(-10));
      const response = await connection.response();
      expect(response.status).toBe(200);
      expect(JSON.parse(response.body)).toMatchObject({ result: TIP });
    }
  });
});

describe('a deprecated method over a WebSocket', () => {
  it('is logged once', async () => {
    const { urls, logLines } = await gatewayForTest();
    const client = await WebSocketClient.forTest(urls[0]!);
    for (let call = 0; call < 2; call += 1) await client.call('getMnListDiff', {});
    expect(logLines.filter(({ msg }) => msg === 'deprecated method called')).toMatchObject([
      { level: 40, method: 'getMnListDiff' },
    ]);
  });
});

describe('limits of a client over a WebSocket', () => {
  it('count together with HTTP', async () => {
    const { urls } = await gatewayForTest({ rateLimit: { perMinute: 60, burst: 40 } });
    const client = await WebSocketClient.forTest(urls[0]!);
    const batch = `[${Array.from({ length: 36 }, () => CALL).join(',')}]`;
    client.socket.send(batch);
    await client.until(() => client.messages.find(Array.isArray));
    client.socket.send(batch);
    const rejected = await client.until(() =>
      client.messages.find((message) => 'id' in message && message.id === null),
    );
    expect(rejected).toMatchObject({ error: { data: { reason: 'rate-limited' } } });
    expect(await client.respond(CALL, 1)).toMatchObject({ result: TIP });
    await expect(WebSocketClient.open(urls[1]!)).rejects.toThrow('429');
  });

  it('reject a call with its id and a notification silently', async () => {
    const { urls } = await gatewayForTest({ rateLimit: { perMinute: 1, burst: 40 } });
    const client = await WebSocketClient.forTest(urls[0]!);
    for (let call = 0; call < 19; call += 1)
      expect(await client.call('getBestBlockHash')).toHaveProperty('result');
    client.socket.send('{"jsonrpc":"2.0","method":"getBestBlockHash"}');
    const ids = ['"a"', '18446744073709551615', '1.50'];
    for (const id of ids) client.socket.send(`{"jsonrpc":"2.0","method":"getBestBlockHash","id":${id}}`);
    await client.until(() => (client.messages.length === 22 ? true : undefined));
    for (const [at, id] of ids.entries()) {
      expect(client.messages[19 + at]).toMatchObject({
        error: { data: { reason: 'rate-limited' } },
        id: JSON.parse(id),
      });
    }
  });

  it('require an API key at the handshake', async () => {
    const { port } = await gatewayForTest({ isApiKeyRequired: true });
    const connection = await openConnection(port, 'http');
    connection.write(upgradeText());
    const response = await connection.response('GET');
    expect(response.status).toBe(401);
    expect(JSON.parse(response.body)).toMatchObject({ error: { data: { reason: 'api-key-missing' } } });
  });
});

describe('a shutdown with WebSockets', () => {
  it('finishes calls in flight, then closes with 1001', async () => {
    const { layer1, asked, letGo } = heldLayer1();
    const gateway = await startGatewayUnderTest({ drainTimeout: 5000 }, { layer1 });
    const client = await WebSocketClient.forTest(gateway.urls[0]!);
    const idle = await WebSocketClient.forTest(gateway.urls[1]!);
    const answer = client.respond(CALL, 1);
    await asked;
    const stopped = gateway.stop();
    expect(await idle.closed).toEqual({ code: 1001, reason: 'the gateway is shutting down: connect again' });
    letGo();
    expect(await answer).toMatchObject({ result: TIP });
    expect((await client.closed).code).toBe(1001);
    await stopped;
  });

  it('waits for a silent client only until the drain timeout', async () => {
    const gateway = await startGatewayUnderTest({ drainTimeout: 100 });
    const { send, closeCode } = await rawWebSocket(gateway.port);
    send(frame(0x81, Buffer.from(CALL)));
    // The ws library alone would wait longer for the client than a test may take.
    await gateway.stop();
    expect(await closeCode).toBeTypeOf('number');
  });
});
