import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { describe, expect, it, onTestFinished } from 'vitest';
import { gatewayForTest } from '../gateway-under-test.js';
import { grpcStatusOf } from '../grpc/raw-frames.js';
import { BEST_BLOCK_HASH_CALL } from '../json-rpc-calls.js';
import { acceptedConnections, openConnection, postText, SCHEMES } from '../raw-connection.js';
import { GRPC_WEB_CALL } from '../grpc-web-call.js';

/** Slow enough that nothing comes back while a test runs. */
const SLOW = { perMinute: 1, burst: 40 };
/** More than the buffers of both ends of a connection hold. */
const MUCH_BYTES = 64 * 1024 * 1024;
/** A packet is one read of a socket. */
const MAX_PACKET_BYTES = 64 * 1024;
const CHUNKED_HEAD = postText('').replace('content-length: 0', 'transfer-encoding: chunked');
const CHUNKED_GRPC_WEB_HEAD = GRPC_WEB_CALL.slice(0, -5).replace(
  'content-length: 5',
  'transfer-encoding: chunked',
);
const GET = 'GET /x HTTP/1.1\r\nhost: a\r\n\r\n';

/** A gateway, to the only client of which no unit is left. */
async function gatewayOverLimit() {
  const gateway = await gatewayForTest({ rateLimit: SLOW });
  const connection = await openConnection(gateway.port, 'http');
  connection.write(postText(`[${Array.from({ length: 39 }, () => BEST_BLOCK_HASH_CALL).join()}]`));
  expect((await connection.response()).status).toBe(200);
  connection.socket.destroy();
  return gateway;
}

/** Counts the requests that Node's parser finds from now on. */
function countRequests(): { count: number } {
  const counted = { count: 0 };
  const add = (): void => void (counted.count += 1);
  subscribe('http.server.request.start', add);
  onTestFinished(() => void unsubscribe('http.server.request.start', add));
  return counted;
}

describe.each(SCHEMES)('a client over its limit over %s', (scheme) => {
  it.each([
    ['body', postText(' '.repeat(MUCH_BYTES))],
    ['body in chunks of a byte', CHUNKED_HEAD + '1\r\n1\r\n'.repeat(MUCH_BYTES / 8)],
    ['flood of requests', `${GET}${GET}`.repeat(MUCH_BYTES / (2 * GET.length))],
    ['flood of gRPC-web calls', GRPC_WEB_CALL.repeat(MUCH_BYTES / GRPC_WEB_CALL.length)],
    [
      'flood of requests whose bodies are held back',
      postText('{}', ['expect: 100-continue']).repeat(MUCH_BYTES / 160),
    ],
  ])('cannot have its %s read', async (_, text) => {
    const { port } = await gatewayOverLimit();
    const connection = await openConnection(port, scheme);
    const written = new Promise((resolve) => connection.socket.write(text, resolve));
    const response = await connection.response();
    expect([response.status, grpcStatusOf(response)]).toEqual(
      text.startsWith(GRPC_WEB_CALL) ? [200, '8'] : [429, undefined],
    );
    expect(await written).toBeInstanceOf(Error);
    await connection.closed;
  });
});

it('a client over its limit has at most one packet of pipelined requests parsed', async () => {
  const { port } = await gatewayOverLimit();
  const connection = await openConnection(port, 'http');
  const counted = countRequests();
  connection.write(GET.repeat(100_000));
  await connection.closed;
  expect(counted.count).toBeGreaterThan(1);
  expect(counted.count).toBeLessThan((2 * MAX_PACKET_BYTES) / GET.length);
});

it('a client over its limit gets "connection: close" in its last response', async () => {
  const { port } = await gatewayOverLimit();
  const connection = await openConnection(port, 'http');
  connection.write(GET.repeat(3));
  expect((await connection.response('GET')).headers.get('connection')).toBe('keep-alive');
  expect((await connection.response('GET')).headers.get('connection')).toBe('close');
  await connection.closed;
});

it('a client over its limit that waits for each response keeps its connection for 16 of them', async () => {
  const { port } = await gatewayOverLimit();
  const connection = await openConnection(port, 'http');
  const seen: unknown[] = [];
  for (let turn = 0; turn < 16; turn += 1) {
    connection.write(postText(BEST_BLOCK_HASH_CALL));
    const { status, headers } = await connection.response();
    seen.push([status, headers.get('connection')]);
  }
  expect(seen.slice(0, 15)).toEqual(Array.from({ length: 15 }, () => [429, 'keep-alive']));
  expect(seen[15]).toEqual([429, 'close']);
  await connection.closed;
});

it('a client over its limit cannot open more HTTP/2 streams', async () => {
  const { port } = await gatewayOverLimit();
  const session = connect(`http://127.0.0.1:${port}`);
  onTestFinished(() => session.destroy());
  const away = once(session, 'goaway');
  const statuses: unknown[] = [];
  for (let count = 0; count < 16; count += 1) {
    const stream = session.request({ ':method': 'POST', 'content-type': 'application/json' });
    stream.write('[');
    stream.resume();
    const [headers] = await once(stream, 'response');
    statuses.push(headers[':status']);
  }
  expect(statuses).toEqual(Array.from({ length: 16 }, () => 429));
  expect((await away)[0]).toBe(0);
});

it('a body in chunks of a byte is charged for its chunks', async () => {
  const { port } = await gatewayForTest({ rateLimit: SLOW });
  const connection = await openConnection(port, 'http');
  const body = BEST_BLOCK_HASH_CALL.padEnd(2560);
  const chunks = Array.from(body, (character) => `1\r\n${character}\r\n`);
  connection.write(`${CHUNKED_HEAD}${chunks.join('')}0\r\n\r\n`);
  // One for the call, and 2,560 pieces of 64 bytes.
  expect((await connection.response()).headers.get('ratelimit')).toMatch(/^"client";r=29;/);
});

it.each([
  ['JSON-RPC', CHUNKED_HEAD, '413'],
  ['gRPC-web', CHUNKED_GRPC_WEB_HEAD, '8'],
])('a body in small chunks is rejected as soon as the client lacks units: %s', async (_, head, status) => {
  const { port } = await gatewayForTest({ rateLimit: { perMinute: 1, burst: 21 } });
  const accepted = acceptedConnections();
  const connection = await openConnection(port, 'http');
  // Smaller ones are rejected for their size, before these units are used up.
  connection.write(head + `14\r\n${'1'.repeat(20)}\r\n`.repeat(MUCH_BYTES / 32));
  const response = await connection.response();
  expect(response.headers.get('grpc-status') ?? String(response.status)).toBe(status);
  await connection.closed;
  // Three packets have what its units pay for, and one may come before the connection is closed.
  expect(accepted.map(({ bytesRead }) => bytesRead <= 4 * MAX_PACKET_BYTES)).toEqual([true]);
});

it('a client over its limit gets the status of a gRPC-web call in the head', async () => {
  const { port } = await gatewayOverLimit();
  const connection = await openConnection(port, 'http');
  connection.write(GRPC_WEB_CALL.repeat(3));
  for (const kept of ['keep-alive', 'close']) {
    const { headers, body } = await connection.response();
    expect(['grpc-status', 'retry-after', 'connection'].map((name) => headers.get(name))).toEqual([
      '8',
      '60',
      kept,
    ]);
    expect(body).toBe('');
  }
  await connection.closed;
});

it('a client over its limit that waits for each response to gRPC-web keeps its connection for 16 of them', async () => {
  const { port } = await gatewayOverLimit();
  const connection = await openConnection(port, 'http');
  const seen: unknown[] = [];
  for (let turn = 0; turn < 16; turn += 1) {
    connection.write(GRPC_WEB_CALL);
    seen.push((await connection.response()).headers.get('connection'));
  }
  expect(seen).toEqual([...Array.from({ length: 15 }, () => 'keep-alive'), 'close']);
  await connection.closed;
});
