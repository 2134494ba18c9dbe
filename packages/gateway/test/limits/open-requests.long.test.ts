import { once } from 'node:events';
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import { create, toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { DevChain } from '@dapikit/chain';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Metrics } from '../../src/base/observe/metrics.js';
import { hashApiKey, makeApiKey } from '../../src/admission/limits/api-key.js';
import { TransactionsWithProofsRequestSchema } from '../../src/grpc/generated/dapi_pb.js';
import { gatewayForTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { CONNECTION_START, encodeHeaders, END_HEADERS, HEADERS, http2Frame } from '../grpc/http2-frames.js';
import { CORE, frame } from '../grpc/raw-frames.js';
import { BEST_BLOCK_HASH_CALL } from '../json-rpc-calls.js';
import { openConnection, postText, type RawConnection } from '../raw-connection.js';
import { WebSocketClient } from '../web-socket-client.js';

/** Slow enough that nothing comes back while a test runs. */
const SLOW = { perMinute: 1, burst: 40 };
const UNIT_BYTES = 16 * 1024;
const GRPC_PATH = `${CORE}/getBlock`;
const STREAM_HEADERS = {
  ':method': 'POST',
  ':path': `${CORE}/subscribeToTransactionsWithProofs`,
  'content-type': 'application/grpc',
};
/** Bytes of a field that the message does not have. */
const SURPLUS = 1_000_000;
/** A stream with a large message, which stays open. */
const LARGE_STREAM = frame(
  Buffer.concat([
    toBinary(
      TransactionsWithProofsRequestSchema,
      create(TransactionsWithProofsRequestSchema, {
        bloomFilter: { vData: new Uint8Array(1), nHashFuncs: 1 },
        fromBlock: { case: 'fromBlockHeight', value: 1 },
      }),
    ),
    new BinaryWriter().tag(100, WireType.LengthDelimited).bytes(new Uint8Array(SURPLUS)).finish(),
  ]),
);
const HEAD = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';

/** The beginning of a body of so many bytes, which does not end. */
const unfinished = (bytes: number): string =>
  `${HEAD}content-length: ${bytes + 1}\r\n\r\n${' '.repeat(bytes)}`;
const chunkedUnfinished = (bytes: number): string =>
  `${HEAD}transfer-encoding: chunked\r\n\r\n${bytes.toString(16)}\r\n${' '.repeat(bytes - 1)}`;

const openBytes = async (metrics: Metrics): Promise<number> =>
  Number(/^dapikit_open_bytes (\d+)/m.exec(await metrics.text())?.[1]);

/** Begins a body on a connection of its own, and waits until all of it came. */
async function hold({ port }: GatewayUnderTest, metrics: Metrics, text: string): Promise<RawConnection> {
  const before = await openBytes(metrics);
  const connection = await openConnection(port, 'http');
  connection.write(text);
  const length = text.length - text.indexOf('\r\n\r\n') - 20;
  await expect.poll(() => openBytes(metrics)).toBeGreaterThanOrEqual(before + length);
  return connection;
}

async function http2To(port: number): Promise<ClientHttp2Session> {
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  session.on('error', () => undefined);
  onTestFinished(() => session.destroy());
  await once(session, 'connect');
  return session;
}

/** Begins requests that do not end; returns the status of the last, of gRPC where it has one. */
async function openStreams(session: ClientHttp2Session, count: number, headers: Record<string, string>) {
  const streams = Array.from({ length: count }, () =>
    session.request({ ':method': 'POST', ...headers }, { endStream: false }).on('error', () => undefined),
  );
  const last = streams.at(-1)!;
  const [response] = await once(last, 'response');
  if (headers['content-type'] !== 'application/grpc') return response[':status'];
  last.resume();
  const [trailers] = await once(last, 'trailers');
  return trailers['grpc-status'];
}

describe('a client address', () => {
  it.each([
    ['with a length', unfinished],
    ['in chunks', chunkedUnfinished],
  ])('cannot hold more bodies %s open than its burst pays for', async (_, body) => {
    const metrics = new Metrics('0');
    const gateway = await gatewayForTest({ rateLimit: SLOW }, { metrics });
    const held = [];
    for (let count = 0; count < 3; count += 1) held.push(await hold(gateway, metrics, body(13 * UNIT_BYTES)));
    const another = await openConnection(gateway.port, 'http');
    another.write(body(2 * UNIT_BYTES));
    const { status, headers, body: text } = await another.response();
    expect([status, headers.get('retry-after'), headers.get('connection')]).toEqual([429, '1', 'close']);
    expect(text).toContain('rate-limited');
    await another.closed;
    expect(await metrics.text()).toContain('dapikit_open_rejections_total{limit="client"} 1');
    for (const connection of held) connection.reset();
    await expect.poll(() => openBytes(metrics)).toBe(0);
  });

  it('cannot begin more requests over HTTP/2 than its burst pays for', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const session = await http2To(port);
    const away = once(session, 'goaway');
    expect(await openStreams(session, 41, { 'content-type': 'application/json' })).toBe(429);
    await away;
  });

  it('cannot begin more gRPC calls than its burst pays for', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const session = await http2To(port);
    const away = once(session, 'goaway');
    const headers = { ':path': GRPC_PATH, 'content-type': 'application/grpc' };
    expect(await openStreams(session, 41, headers)).toBe('8');
    await away;
  });

  it('cannot keep more gRPC streams open than 48 MiB have place for', async () => {
    const metrics = new Metrics('0');
    const layer1 = new DevChain({ mining: 'manual' });
    onTestFinished(() => layer1.close());
    layer1.mine(1);
    const rateLimit = { perMinute: 60_000_000, burst: 400 };
    const { port } = await gatewayForTest({ rateLimit }, { metrics, layer1 });
    const session = await http2To(port);
    const statuses: unknown[] = [];
    const open = async (): Promise<void> => {
      const stream = session.request(STREAM_HEADERS).on('error', () => undefined);
      stream.on('trailers', (trailers) => statuses.push(trailers['grpc-status']));
      stream.resume().end(LARGE_STREAM);
      await once(stream, 'response');
    };
    // Each takes three times its message and 64 KiB.
    for (let count = 0; count < 16; count += 1) await open();
    await expect.poll(() => openBytes(metrics)).toBe(0);
    expect(statuses).toEqual([]);
    await open();
    await expect.poll(() => statuses).toEqual(['8']);
  });

  it('cannot hold more WebSocket messages open than its burst pays for', async () => {
    const metrics = new Metrics('0');
    const { urls } = await gatewayForTest({ rateLimit: SLOW }, { metrics });
    const clients = [];
    for (let count = 0; count < 3; count += 1) clients.push(await WebSocketClient.forTest(urls[0]!));
    const [first, second, third] = clients;
    // The handshakes cost three units.
    first!.socket.send(' '.repeat(15 * UNIT_BYTES), { fin: false });
    second!.socket.send(' '.repeat(15 * UNIT_BYTES), { fin: false });
    await expect.poll(() => openBytes(metrics)).toBeGreaterThan(29 * UNIT_BYTES);
    third!.socket.send(' '.repeat(15 * UNIT_BYTES), { fin: false });
    expect((await third!.closed).code).toBe(1013);
    expect(await metrics.text()).toContain('dapikit_websocket_closes_total{reason="full"} 1');
    third!.socket.terminate();
    first!.socket.terminate();
    second!.socket.terminate();
    await expect.poll(() => openBytes(metrics)).toBe(0);
  });

  it.each([
    [
      'many fragments each',
      (client: WebSocketClient) => {
        for (const character of '[]'.padStart(60)) client.socket.send(character, { fin: false });
        client.socket.send('', { fin: true });
      },
    ],
    ['one small frame each', (client: WebSocketClient) => client.socket.send('[]')],
  ])('holds what is open of a WebSocket message after hundreds of messages with %s', async (_, send) => {
    const metrics = new Metrics('0');
    const { urls } = await gatewayForTest({ rateLimit: { perMinute: 1, burst: 1000 } }, { metrics });
    const client = await WebSocketClient.forTest(urls[0]!);
    for (let count = 0; count < 400; count += 1) {
      const answered = once(client.socket, 'message');
      send(client);
      await answered;
    }
    client.socket.send(' ', { fin: false });
    client.socket.send(' '.repeat(1000), { fin: false });
    const ponged = once(client.socket, 'pong');
    client.socket.ping();
    await ponged;
    expect(await openBytes(metrics)).toBeLessThan(4096);
    client.socket.send(' '.repeat(UNIT_BYTES), { fin: false });
    await expect.poll(() => openBytes(metrics)).toBeGreaterThan(UNIT_BYTES - 1024);
    client.socket.terminate();
    await expect.poll(() => openBytes(metrics)).toBe(0);
    expect(await metrics.text()).toContain('dapikit_open_rejections_total{limit="client"} 0');
  });

  it('keeps a WebSocket that pings for hours, also when no unit is left', async () => {
    const metrics = new Metrics('0');
    const { port, urls } = await gatewayForTest({ rateLimit: SLOW, pingInterval: 50 }, { metrics });
    const client = await WebSocketClient.forTest(urls[0]!);
    const connection = await openConnection(port, 'http');
    connection.write(postText(`[${Array.from({ length: 38 }, () => BEST_BLOCK_HASH_CALL).join()}]`));
    expect((await connection.response()).status).toBe(200);
    for (let count = 0; count < 30; count += 1) {
      const beaten = once(client.socket, 'ping');
      const answered = once(client.socket, 'pong');
      client.socket.ping(Buffer.alloc(100));
      await Promise.race([Promise.all([beaten, answered]), client.closed]);
    }
    expect(await metrics.text()).toContain('dapikit_open_rejections_total{limit="client"} 0');
    expect(client.socket.readyState).toBe(client.socket.OPEN);
  });

  it('gets a response to a small WebSocket message when no unit is left', async () => {
    const { port, urls } = await gatewayForTest({ rateLimit: SLOW });
    const client = await WebSocketClient.forTest(urls[0]!);
    const connection = await openConnection(port, 'http');
    connection.write(postText(`[${Array.from({ length: 38 }, () => BEST_BLOCK_HASH_CALL).join()}]`));
    expect((await connection.response()).status).toBe(200);
    client.socket.send(BEST_BLOCK_HASH_CALL.padEnd(2000));
    await Promise.race([client.until(() => client.messages[0]), client.closed]);
    expect(client.messages).toMatchObject([{ error: { data: { reason: 'rate-limited' } } }]);
    expect(client.socket.readyState).toBe(client.socket.OPEN);
  });

  it('sends one body of the largest size after a rest', async () => {
    const { port } = await gatewayForTest({ rateLimit: { perMinute: 1200, burst: 400 } });
    const connection = await openConnection(port, 'http');
    connection.write(postText(BEST_BLOCK_HASH_CALL.padEnd(2 * 1024 * 1024)));
    expect((await connection.response()).status).toBe(200);
  });

  it('pays for an ordinary request what it paid before', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const connection = await openConnection(port, 'http');
    connection.write(postText(BEST_BLOCK_HASH_CALL));
    expect((await connection.response()).headers.get('ratelimit')).toMatch(/^"client";r=38;/);
  });

  it('pays for a body over HTTP/2 that it aborts', async () => {
    const metrics = new Metrics('0');
    const { port } = await gatewayForTest({ rateLimit: SLOW }, { metrics });
    const session = await http2To(port);
    const stream = session.request({ ':method': 'POST', 'content-type': 'application/json' });
    stream.on('error', () => undefined).write(' '.repeat(2 * UNIT_BYTES));
    await expect.poll(() => openBytes(metrics)).toBe(2 * UNIT_BYTES);
    stream.close(8);
    await expect.poll(() => openBytes(metrics)).toBe(0);
    const connection = await openConnection(port, 'http');
    connection.write(postText(BEST_BLOCK_HASH_CALL));
    expect((await connection.response()).headers.get('ratelimit')).toMatch(/^"client";r=35;/);
  });
});

describe('max-open-bytes', () => {
  const MAX = 100_000;
  const key = makeApiKey();
  const apiKeys = [{ name: 'own', hash: hashApiKey(key), rateLimit: { perMinute: 1200, burst: 400 } }];

  it('rejects new bodies with 503, those of API keys with a limit of their own last', async () => {
    const metrics = new Metrics('0');
    const gateway = await gatewayForTest({ maxOpenBytes: MAX, apiKeys }, { metrics });
    await hold(gateway, metrics, unfinished(MAX - 1000));
    const another = await openConnection(gateway.port, 'http');
    another.write(unfinished(2000));
    const { status, headers } = await another.response();
    expect([status, headers.get('retry-after'), headers.get('connection')]).toEqual([503, '1', 'close']);
    await another.closed;
    expect(await metrics.text()).toContain('dapikit_open_rejections_total{limit="gateway"} 1');
    const withKey = await openConnection(gateway.port, 'http');
    const body = BEST_BLOCK_HASH_CALL.padEnd(20_000);
    withKey.write(postText(body, [`x-api-key: ${key}`]));
    expect((await withKey.response()).status).toBe(200);
    withKey.write(postText(BEST_BLOCK_HASH_CALL.padEnd(30_000), [`x-api-key: ${key}`]));
    expect((await withKey.response()).status).toBe(503);
  });

  it('rejects gRPC calls with UNAVAILABLE', async () => {
    const metrics = new Metrics('0');
    const gateway = await gatewayForTest({ maxOpenBytes: MAX }, { metrics });
    await hold(gateway, metrics, unfinished(MAX - 1000));
    const session = await http2To(gateway.port);
    const stream = session.request({
      ':method': 'POST',
      ':path': GRPC_PATH,
      'content-type': 'application/grpc',
    });
    stream.on('error', () => undefined).resume();
    stream.write(Buffer.alloc(2000));
    const [trailers] = await once(stream, 'trailers');
    expect([trailers['grpc-status'], trailers['retry-after']]).toEqual(['14', '1']);
  });

  it('serves requests without a body while it is reached', async () => {
    const metrics = new Metrics('0');
    const gateway = await gatewayForTest({ maxOpenBytes: MAX }, { metrics });
    await hold(gateway, metrics, unfinished(MAX - 10));
    const connection = await openConnection(gateway.port, 'http');
    connection.write('GET /openrpc.json HTTP/1.1\r\nhost: a\r\n\r\n');
    expect((await connection.response('GET')).status).toBe(200);
  });
});

/** The beginning of a connection, and a frame over and over. */
const frames = (frame: Buffer, count: number): Buffer =>
  Buffer.concat([CONNECTION_START, ...Array.from({ length: count }, () => frame)]);

describe('frames that no request accounts for', () => {
  const PRIORITY = http2Frame(2, 0, 1, Buffer.from([0, 0, 0, 0, 1]));
  const UNKNOWN = http2Frame(0xbb, 0, 1, Buffer.alloc(0));
  const WINDOW_UPDATE = http2Frame(8, 0, 0, Buffer.from([0, 0, 0, 1]));
  const HEAD_BLOCK = encodeHeaders({ ':method': 'GET', ':scheme': 'http', ':authority': 'a', ':path': '/x' });
  /** A header of 3,900 bytes, which is added to the table of its connection (RFC 7541, section 6.2.1), and then the same by its index. */
  const LARGE_HEADER = Buffer.concat([Buffer.from([0x40, 1, 97, 0x7f, 0xbd, 0x1d]), Buffer.alloc(3900, 'b')]);
  const references = (stream: number): Buffer =>
    http2Frame(
      HEADERS,
      END_HEADERS,
      stream,
      Buffer.concat([HEAD_BLOCK, stream === 1 ? LARGE_HEADER : Buffer.alloc(15_000, 0xbe)]),
    );

  it.each([
    ['PRIORITY', frames(PRIORITY, 15_000)],
    ['unknown', frames(UNKNOWN, 25_000)],
    ['WINDOW_UPDATE', frames(WINDOW_UPDATE, 15_000)],
    [
      'HEADERS with many references',
      Buffer.concat([CONNECTION_START, ...Array.from({ length: 40 }, (__, at) => references(2 * at + 1))]),
    ],
  ])('cost units: %s', async (_, bytes) => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const connection = await openConnection(port, 'http');
    connection.write(bytes);
    await connection.closed;
    const other = await openConnection(port, 'http');
    other.write(postText(BEST_BLOCK_HASH_CALL));
    expect((await other.response()).status).toBe(429);
  });

  it('close their connection where nobody pays', async () => {
    const { port } = await gatewayForTest();
    const connection = await openConnection(port, 'http');
    connection.write(frames(PRIORITY, 50_000));
    await expect(connection.closed).resolves.toBeGreaterThan(0);
  });

  it('of trusted proxies are free', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW, trustedProxies: ['127.0.0.1'] });
    const connection = await openConnection(port, 'http');
    connection.write(frames(PRIORITY, 15_000));
    const session = await http2To(port);
    await new Promise((resolve) => session.ping(resolve));
    expect(connection.socket.destroyed).toBe(false);
  });

  it('cost a client nothing that sends requests one after the other', async () => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const session = await http2To(port);
    for (let count = 0; count < 20; count += 1) {
      const stream = session.request({ ':method': 'POST', 'content-type': 'application/json' });
      stream.end(BEST_BLOCK_HASH_CALL);
      const [response] = await once(stream, 'response');
      expect([response[':status'], response['ratelimit']]).toEqual([
        200,
        expect.stringContaining(`r=${38 - 2 * count};`),
      ]);
      stream.resume();
      await once(stream, 'close');
    }
  });
});
