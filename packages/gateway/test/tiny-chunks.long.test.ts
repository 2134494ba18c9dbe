import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import { describe, expect, it, onTestFinished } from 'vitest';
import { gatewayForTest } from './gateway-under-test.js';
import { BEST_BLOCK_HASH_CALL } from './json-rpc-calls.js';
import { acceptedConnections, openConnection, postText, SCHEMES } from './raw-connection.js';
import { BLOCK_HASHES } from './recorded-layer1.js';

// Loaded before the first request: on a busy machine its timeout could pass meanwhile.
await import('../src/grpc/grpc-server.js');

const JSON_HEAD = [
  'POST / HTTP/1.1',
  'host: localhost',
  'content-type: application/json',
  'transfer-encoding: chunked',
  '\r\n',
].join('\r\n');
const GRPC_WEB_HEAD = [
  'POST /org.dash.platform.dapi.v0.Core/getBestBlockHeight HTTP/1.1',
  'host: localhost',
  'content-type: application/grpc-web+proto',
  'transfer-encoding: chunked',
  '\r\n',
].join('\r\n');
/** A packet is one read of a socket. */
const PACKET_BYTES = 64 * 1024;
/** More than the sockets of both sides buffer. */
const MANY_CHUNKS = '1\r\n1\r\n'.repeat(1_500_000);
/** The most that is read of a connection in one turn of the event loop: libuv reads a full buffer of 64 KiB 32 times. */
const MAX_READ_BYTES = 32 * PACKET_BYTES;

const inChunks = (body: string, size: number): string =>
  `${(body.match(new RegExp(`.{1,${size}}`, 'g')) ?? [])
    .map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    .join('')}0\r\n\r\n`;

describe.each(SCHEMES)('a body in tiny chunks over %s', (scheme) => {
  it('is rejected beyond some thousands, and its connection is closed without reading on', async () => {
    const { port } = await gatewayForTest();
    const accepted = acceptedConnections();
    const connection = await openConnection(port, scheme);
    connection.write(JSON_HEAD + MANY_CHUNKS);
    const { status, headers, body } = await connection.response();
    expect([status, headers.get('connection')]).toEqual([400, 'close']);
    expect(JSON.parse(body)).toHaveProperty('error.data', {
      reason: 'chunks-too-small',
      expected: 'at most 4096 chunks, or an average of at least 16 bytes',
      fix: 'Write the body in larger pieces.',
    });
    await connection.closed;
    expect(accepted.map(({ bytesRead }) => bytesRead < MAX_READ_BYTES)).toEqual([true]);
  });

  it('of gRPC-web is rejected likewise', async () => {
    const { port } = await gatewayForTest();
    const accepted = acceptedConnections();
    const connection = await openConnection(port, scheme);
    connection.write(GRPC_WEB_HEAD + '1\r\n\0\r\n'.repeat(1_500_000));
    const { headers, body } = await connection.response();
    expect(headers.get('grpc-status') ?? body).toMatch(/^3$|grpc-status: 3/);
    await connection.closed;
    expect(accepted.map(({ bytesRead }) => bytesRead < MAX_READ_BYTES)).toEqual([true]);
  });

  it('is served where a program writes a normal call token by token', async () => {
    const { port } = await gatewayForTest();
    const connection = await openConnection(port, scheme);
    const batch = `[${Array.from({ length: 100 }, () => BEST_BLOCK_HASH_CALL).join(',')}]`;
    for (let round = 0; round < 2; round += 1) {
      connection.write(JSON_HEAD + inChunks(batch, 3));
      const answers: { result: unknown }[] = JSON.parse((await connection.response()).body);
      expect(new Set(answers.map(({ result }) => result))).toEqual(new Set([BLOCK_HASHES.at(-1)]));
    }
  });

  it('is served where its chunks are many and small, but no few bytes', async () => {
    const { port } = await gatewayForTest();
    const connection = await openConnection(port, scheme);
    connection.write(JSON_HEAD + inChunks(BEST_BLOCK_HASH_CALL.padEnd(160_000), 24));
    expect((await connection.response()).status).toBe(200);
  });
});

/** Min time that a chunk takes, in milliseconds: 4,000 chunks use up a turn of the gateway on any machine. */
const CHUNK_MS = 0.004;

/** Counts the chunks of bodies that come in each turn of the event loop, until the test ends. */
function countedChunks(): { readonly all: number; readonly max: number } {
  const counted = { all: 0, max: 0 };
  let inTurn = 0;
  const count = (): void => {
    if (inTurn === 0) setImmediate(() => void (inTurn = 0));
    inTurn += 1;
    counted.all += 1;
    counted.max = Math.max(counted.max, inTurn);
    const end = performance.now() + CHUNK_MS;
    while (performance.now() < end);
  };
  const watch = (message: unknown): void => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as Node documents for this channel
    const { request } = message as { request: IncomingMessage };
    if (request.headers['transfer-encoding'] !== undefined) request.on('data', count);
  };
  subscribe('http.server.request.start', watch);
  onTestFinished(() => void unsubscribe('http.server.request.start', watch));
  return counted;
}

describe.each(SCHEMES)('connections over %s that send tiny chunks together', (scheme) => {
  it('get a turn of the event loop each, and serve other requests after that', async () => {
    const { port } = await gatewayForTest();
    const counted = countedChunks();
    const connections = await Promise.all(
      Array.from({ length: 12 }, async () => openConnection(port, scheme)),
    );
    const call = postText(BEST_BLOCK_HASH_CALL);
    for (const connection of connections) {
      connection.write(call);
      expect((await connection.response()).status).toBe(200);
    }
    // Of a size at which no connection is closed.
    const packet = JSON_HEAD + inChunks(BEST_BLOCK_HASH_CALL.padEnd(4000), 1);
    for (const connection of connections) connection.write(packet);
    for (const connection of connections) expect((await connection.response()).status).toBe(200);
    expect(counted.all).toBe(connections.length * 4000);
    expect(counted.max).toBeLessThan(2 * 4000);
    for (const connection of connections) {
      connection.write(call);
      expect((await connection.response()).status).toBe(200);
    }
  });
});

function openSession(port: number): ClientHttp2Session {
  // The client counts bodies that it does not send to their ends.
  const session = connectHttp2(`http://127.0.0.1:${port}`, { maxSessionMemory: 10_000 });
  onTestFinished(() => session.destroy());
  return session;
}

/** Begins a call over HTTP/2, and gives its status and body when it is done. */
function begin(session: ClientHttp2Session) {
  const stream = session.request({ ':method': 'POST', 'content-type': 'application/json' });
  let body = '';
  stream.setEncoding('utf8').on('data', (text: string) => void (body += text));
  stream.on('error', () => undefined);
  const head = once(stream, 'response');
  // A stream whose client still sends is not closed.
  const ended = once(stream, 'end').then(async () => ({ status: Number((await head)[0][':status']), body }));
  return { stream, ended };
}

describe('HTTP/2', () => {
  it('rejects a body in frames of a byte, and serves the next request', async () => {
    const { port } = await gatewayForTest();
    const session = openSession(port);
    const { stream, ended } = begin(session);
    // Writes that wait for each other are frames of their own.
    for (let count = 0; count <= 4096; count += 1)
      await new Promise<void>((resolve) => {
        stream.write('1', () => resolve());
      });
    const { status, body } = await ended;
    expect([status, JSON.parse(body).error.data.reason]).toEqual([400, 'chunks-too-small']);
    const next = begin(session);
    next.stream.end(BEST_BLOCK_HASH_CALL);
    expect((await next.ended).status).toBe(200);
  });

  it('rejects bodies of JSON-RPC that are too large together, and serves the next request', async () => {
    const maxBodyBytes = 3 * 1024 * 1024;
    const { port } = await gatewayForTest({ maxBodyBytes });
    const session = openSession(port);
    // Of eight of the largest, and a ninth, none ends.
    const open = Array.from({ length: 9 }, () => begin(session));
    for (const { stream } of open) stream.write(Buffer.alloc(maxBodyBytes, ' '));
    const { status, body } = await Promise.race(open.map(async ({ ended }) => ended));
    expect([status, JSON.parse(body).error.data]).toEqual([
      413,
      { reason: 'body-too-large', expected: 'fewer requests at a time' },
    ]);
    for (const { stream } of open) stream.close();
    await Promise.all(open.map(async ({ stream }) => stream.closed || once(stream, 'close')));
    const next = begin(session);
    next.stream.end(BEST_BLOCK_HASH_CALL.padEnd(maxBodyBytes));
    expect((await next.ended).status).toBe(200);
  });
});
