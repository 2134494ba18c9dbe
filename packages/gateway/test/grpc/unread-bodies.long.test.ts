import { once } from 'node:events';
import { connect } from 'node:http2';
import { create, toBinary } from '@bufbuild/protobuf';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  BroadcastTransactionRequestSchema,
  GetBestBlockHeightRequestSchema,
} from '../../src/grpc/generated/dapi_pb.js';
import { MAX_DROPPED_BYTES } from '../../src/transport/server/drop-rest.js';
import { gatewayForTest } from '../gateway-under-test.js';
import { acceptedConnections, openConnection, SCHEMES, type RawConnection } from '../raw-connection.js';
import { CORE, frame, grpcStatusOf, statusOf } from './raw-frames.js';

// Loaded before the first request: on a busy machine its timeout could pass meanwhile.
await import('../../src/grpc/grpc-server.js');

const MAX_BODY_BYTES = 3000;
/** The most that is read of a connection in one turn of the event loop: libuv reads a full buffer of 64 KiB 32 times. */
const MAX_READ_BYTES = 32 * 65_536;
/** More than the sockets of both sides buffer, and less than is dropped. */
const LARGE_BYTES = 6_000_000;
const SMALL = frame(toBinary(GetBestBlockHeightRequestSchema, create(GetBestBlockHeightRequestSchema)));
const LARGE = frame(
  toBinary(
    BroadcastTransactionRequestSchema,
    create(BroadcastTransactionRequestSchema, { transaction: new Uint8Array(LARGE_BYTES) }),
  ),
);

const head = (method: string, length: number | 'chunked', headers: readonly string[] = []): string =>
  [
    `POST ${CORE}/${method} HTTP/1.1`,
    'host: localhost',
    'content-type: application/grpc-web+proto',
    length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`,
    ...headers,
    '\r\n',
  ].join('\r\n');

/** Sends a body that is rejected, and returns the status. */
async function reject(
  connection: RawConnection,
  [method, body, headers]: readonly [string, Uint8Array, (readonly string[])?],
): Promise<string | undefined> {
  connection.write(head(method, body.length, headers));
  connection.write(body);
  return grpcStatusOf(await connection.response());
}

describe.each(SCHEMES)('a connection of %s after a request whose body nobody reads', (scheme) => {
  it.each<[name: string, request: Parameters<typeof reject>[1], status: string, maxBodyBytes?: number]>([
    ['is too large', ['broadcastTransaction', LARGE], '8'],
    ['has a second message', ['getBestBlockHeight', Buffer.concat([SMALL, SMALL, LARGE])], '8'],
    ['has a length beyond the limit', ['getBestBlockHeight', frame(LARGE, 0, 0x7fff_ffff)], '8'],
    ['is for an unknown method', ['nope', LARGE], '9', LARGE_BYTES],
    ['has a malformed timeout', ['getBestBlockHeight', LARGE, ['grpc-timeout: soon']], '3', LARGE_BYTES],
    ['has an unknown encoding', ['getBestBlockHeight', LARGE, ['grpc-encoding: zip']], '12', LARGE_BYTES],
  ])('serves the next request: %s', async (_, request, status, maxBodyBytes = MAX_BODY_BYTES) => {
    const { port } = await gatewayForTest({ maxBodyBytes });
    const connection = await openConnection(port, scheme);
    for (let round = 0; round < 2; round += 1) {
      expect(await reject(connection, request)).toBe(status);
      connection.write(head('getBestBlockHeight', SMALL.length));
      connection.write(SMALL);
      expect((await connection.response()).body).toContain('grpc-status: 0');
    }
  });

  it('serves the next request after one with a second message', async () => {
    const { port } = await gatewayForTest({ maxBodyBytes: 2 * LARGE_BYTES });
    const connection = await openConnection(port, scheme);
    for (let round = 0; round < 2; round += 1) {
      connection.write(head('getBestBlockHeight', LARGE_BYTES));
      connection.write(Buffer.alloc(LARGE_BYTES));
      expect((await connection.response()).body).toContain('grpc-status: 12');
      connection.write(head('getBestBlockHeight', SMALL.length));
      connection.write(SMALL);
      expect((await connection.response()).body).toContain('grpc-status: 0');
    }
  });

  it('is closed when chunks of a byte follow the second message without end', async () => {
    const { port } = await gatewayForTest({
      rateLimit: { perMinute: 1, burst: 40 },
      requestTimeout: 600_000,
    });
    const connection = await openConnection(port, scheme);
    connection.write(head('getBestBlockHeight', 'chunked'));
    const sending = setInterval(() => connection.write('1\r\n\0\r\n'.repeat(1000)), 20);
    onTestFinished(() => clearInterval(sending));
    expect(grpcStatusOf(await connection.response())).toMatch(/^(?:8|12)$/);
    await connection.closed;
  });

  it.each([
    ['of its method', 'getBestBlockHeight', []],
    ['of an unknown method', 'nope', []],
    ['of another content type', 'getBestBlockHeight', ['content-type: text/plain']],
  ] as const)('is closed when the body does not end: %s', async (_, method, headers) => {
    const { port } = await gatewayForTest({ maxBodyBytes: MAX_BODY_BYTES });
    const accepted = acceptedConnections();
    const connection = await openConnection(port, scheme);
    const { socket } = connection;
    const piece = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x1_0000), Buffer.from('\r\n')]);
    const text = head(method, 'chunked');
    connection.write(headers.length > 0 ? text.replace(/content-type: .*/, headers[0]!) : text);
    const response = connection.response();
    while (!socket.destroyed) {
      // Where the gateway reads no more, nothing drains.
      if (!socket.write(piece))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), connection.closed]);
    }
    expect((await response).status).toBeLessThan(500);
    await connection.closed;
    // What the client sent is more by what the sockets of both sides buffer.
    expect(accepted.map(({ bytesRead }) => bytesRead < MAX_DROPPED_BYTES + MAX_READ_BYTES)).toEqual([true]);
  });
});

it('HTTP/2 closes the stream of a request whose body nobody reads, and serves the next ones', async () => {
  // A call that waits for its turn is not rejected for its size before its head is read.
  const { port } = await gatewayForTest({ maxBodyBytes: LARGE_BYTES });
  // The client counts bodies that it does not send to their ends.
  const session = connect(`http://127.0.0.1:${port}`, { maxSessionMemory: 10_000 });
  onTestFinished(() => session.destroy());
  const rejected = [
    ['broadcastTransaction', {}, 8],
    ['nope', {}, 9],
    ['getBestBlockHeight', { 'grpc-timeout': 'soon' }, 3],
  ] as const;
  // More streams than may be open at a time.
  for (let round = 0; round < 60; round += 1)
    for (const [method, headers, status] of rejected)
      expect(await statusOf(session, `${CORE}/${method}`, LARGE, headers)).toBe(status);
  expect(await statusOf(session, `${CORE}/getBestBlockHeight`, SMALL)).toBe(0);
});

it('HTTP/2 closes the stream of a rejected request that does not end', async () => {
  const { port } = await gatewayForTest({ maxBodyBytes: MAX_BODY_BYTES });
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  onTestFinished(() => session.destroy());
  for (const type of [
    'application/grpc',
    'application/grpc-web',
    'application/grpc-web-text',
    'text/plain',
  ]) {
    const stream = session.request({
      ':method': 'POST',
      ':path': `${CORE}/nope`,
      'content-type': type,
    });
    stream.write(new Uint8Array(100));
    stream.resume();
    await once(stream, 'close');
    expect(stream.rstCode).toBe(0);
  }
});
