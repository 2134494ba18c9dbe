import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UNOBSERVED, type Observer } from '../src/base/observe/observer.js';
import { storedSelfSignedCertificate } from '../src/transport/server/certificate.js';
import { MAX_PIPELINED_REQUESTS } from '../src/transport/server/pipelines.js';
import { gatewayForTest } from './gateway-under-test.js';
import { GRPC_WEB_CALL } from './grpc-web-call.js';
import { BEST_BLOCK_HASH_CALL, blockHashCall } from './json-rpc-calls.js';
import { openConnection, postText, SCHEMES, type RawConnection, type RawResponse } from './raw-connection.js';

/** Slow enough that nothing comes back while a test runs. */
const SLOW = { perMinute: 1, burst: 40 };
/** A packet is one read of a socket. */
const MAX_PACKET_BYTES = 64 * 1024;

/** An observer that counts the requests that were answered. */
function countingObserver(): { readonly observer: Observer; readonly counts: { requests: number } } {
  const counts = { requests: 0 };
  const observer: Observer = {
    ...UNOBSERVED,
    request: (route, headers, run) => {
      counts.requests += 1;
      return UNOBSERVED.request(route, headers, run);
    },
  };
  return { observer, counts };
}

/** Gives all responses until the connection is closed. */
async function responsesOf(connection: RawConnection): Promise<RawResponse[]> {
  const responses: RawResponse[] = [];
  for (;;) {
    const next = await connection.response().catch(() => undefined);
    if (next === undefined) return responses;
    responses.push(next);
  }
}

const connectionHeaders = (responses: readonly RawResponse[]) =>
  responses.map(({ headers }) => headers.get('connection'));

const repeat = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe.each(SCHEMES)('pipelined requests over %s', (scheme) => {
  it('get responses in order until too many wait, then the connection closes', async () => {
    const { observer, counts } = countingObserver();
    const { port } = await gatewayForTest({}, { observer });
    const connection = await openConnection(port, scheme);
    const calls = Array.from({ length: 300 }, (_, index) => postText(blockHashCall(index % 6)));
    const packet = calls.join('');
    expect(packet.length).toBeLessThan(MAX_PACKET_BYTES);
    connection.write(packet);
    const responses = await responsesOf(connection);
    const answered = MAX_PIPELINED_REQUESTS + 1;
    expect(responses.map(({ body }) => JSON.parse(body).id)).toEqual(
      Array.from({ length: answered }, (_, index) => index % 6),
    );
    expect(connectionHeaders(responses)).toEqual([...repeat(answered - 1, 'keep-alive'), 'close']);
    expect(counts.requests).toBe(answered);
  });

  it('of gRPC-web get responses until too many wait, then the connection closes', async () => {
    const { observer, counts } = countingObserver();
    const { port } = await gatewayForTest({}, { observer });
    const connection = await openConnection(port, scheme);
    const packet = Buffer.from(GRPC_WEB_CALL.repeat(200));
    expect(packet.length).toBeLessThan(MAX_PACKET_BYTES);
    connection.write(packet);
    const responses = await responsesOf(connection);
    const answered = MAX_PIPELINED_REQUESTS + 1;
    expect(responses.map(({ status }) => status)).toEqual(repeat(answered, 200));
    for (const { body } of responses) expect(body).toContain('grpc-status: 0');
    expect(connectionHeaders(responses).filter((header) => header === 'close')).toEqual(['close']);
    expect(responses.at(-1)?.headers.get('connection')).toBe('close');
    expect(counts.requests).toBe(answered);
  });

  it('of gRPC-web and JSON-RPC count together', async () => {
    const { observer, counts } = countingObserver();
    const { port } = await gatewayForTest({}, { observer });
    const connection = await openConnection(port, scheme);
    connection.write(Buffer.from((GRPC_WEB_CALL + postText(blockHashCall(1))).repeat(100)));
    await connection.closed;
    expect(counts.requests).toBe(MAX_PIPELINED_REQUESTS + 1);
  });

  it('above the rate limit get one rejection, and the rest is not read', async () => {
    const { observer, counts } = countingObserver();
    const { port } = await gatewayForTest({ rateLimit: SLOW }, { observer });
    const connection = await openConnection(port, scheme);
    connection.write(postText(BEST_BLOCK_HASH_CALL).repeat(60));
    const responses = await responsesOf(connection);
    expect(responses.map(({ status }) => status)).toEqual([...repeat(20, 200), 429]);
    expect(connectionHeaders(responses)).toEqual([...repeat(20, 'keep-alive'), 'close']);
    // One whose head came after the limit was reached is rejected before that in front of it, whose body came with it.
    expect(counts.requests).toBeLessThanOrEqual(22);
  });
});

/** A gateway whose certificate is no self-signed one of its own: it rejects plain HTTP. */
async function gatewayWithoutPlainHttp() {
  const directory = await mkdtemp(join(tmpdir(), 'dapikit-pipelines-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await storedSelfSignedCertificate(directory, Date.now());
  return gatewayForTest({
    tls: { certFile: join(directory, 'cert.pem'), keyFile: join(directory, 'key.pem') },
  });
}

it.each([
  [
    'preflights of gRPC',
    'OPTIONS /org.dash.platform.dapi.v0.Core/x HTTP/1.1\r\nhost: a\r\n\r\n',
    gatewayForTest,
  ],
  ['requests over plain HTTP', 'GET /livez HTTP/1.1\r\nhost: a\r\n\r\n', gatewayWithoutPlainHttp],
])('pipelined %s get responses until too many wait, then the connection closes', async (_, request, open) => {
  const { port } = await open();
  const connection = await openConnection(port, 'http');
  connection.write(Buffer.concat(repeat(100, Buffer.from(request))));
  const responses = await responsesOf(connection);
  expect(responses).toHaveLength(MAX_PIPELINED_REQUESTS + 1);
  expect(responses.at(-1)?.headers.get('connection')).toBe('close');
});

/** Lists the requests that Node's parser finds from now on. */
function requestsFound(): IncomingMessage[] {
  const found: IncomingMessage[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as Node documents for this channel
  const add = (message: unknown): void => void found.push((message as { request: IncomingMessage }).request);
  subscribe('http.server.request.start', add);
  onTestFinished(() => void unsubscribe('http.server.request.start', add));
  return found;
}

it('bursts of several connections that end in the middle of a request leave the gateway serving', async () => {
  const { port } = await gatewayForTest();
  // Node pauses the connection behind the many requests that wait for it.
  const call = postText(BEST_BLOCK_HASH_CALL.padEnd(20_000));
  const get = `GET /nope HTTP/1.1\r\nhost: a\r\n${'h: v\r\n'.repeat(15)}\r\n`;
  const burst = (call + get.repeat(800)).slice(0, -10);
  for (let round = 0; round < 10; round += 1) {
    const connections = await Promise.all(repeat(4, port).map(async () => openConnection(port, 'http')));
    for (const { write } of connections) write(get);
    for (const { response } of connections) expect((await response('GET')).status).toBe(404);
    for (const { write } of connections) write(burst);
    for (const { closed } of connections) await closed;
  }
  const connection = await openConnection(port, 'http');
  connection.write(call);
  expect((await connection.response()).status).toBe(200);
});

/** Few enough that one packet has more requests than may wait. */
const CHUNKS = 20;

/** A request whose body comes in chunks of a byte. */
const inChunks = (head: string): string =>
  head.replace('content-length: 0', 'transfer-encoding: chunked') + '1\r\n \r\n'.repeat(CHUNKS) + '0\r\n\r\n';

it.each([
  ['of JSON-RPC', postText('')],
  ['of gRPC-web', GRPC_WEB_CALL.slice(0, -5).replace('length: 5', 'length: 0')],
])('small chunks of pipelined requests do not wait in memory: %s', async (_, head) => {
  const { port } = await gatewayForTest();
  const connection = await openConnection(port, 'http');
  const requests = requestsFound();
  connection.write(inChunks(head).repeat(2 * MAX_PIPELINED_REQUESTS));
  await connection.closed;
  // Those behind the last response are found, and dropped.
  expect(requests.length).toBeGreaterThan(MAX_PIPELINED_REQUESTS);
  expect(requests.filter(({ readableLength }) => readableLength > 0)).toEqual([]);
});

describe('a client over its limit gets 429 instead of', () => {
  it.each([
    ['400 for a missing Host header', 'GET / HTTP/1.1\r\n\r\n'],
    ['400 for two Host headers', 'GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n'],
    ['431 for too many headers', `GET / HTTP/1.1\r\nhost: a\r\n${'a: b\r\n'.repeat(300)}\r\n`],
    ['505 for another version', 'GET / HTTP/0.9\r\nhost: a\r\nconnection: keep-alive\r\n\r\n'],
  ])('%s', async (_, text) => {
    const { port } = await gatewayForTest({ rateLimit: SLOW });
    const connection = await openConnection(port, 'http');
    connection.write(postText(`[${repeat(39, BEST_BLOCK_HASH_CALL).join()}]`));
    expect((await connection.response()).status).toBe(200);
    connection.write(text);
    expect((await connection.response()).status).toBe(429);
  });
});

it('a client over its limit gets two rejections for a packet of malformed requests', async () => {
  const { port } = await gatewayForTest({ rateLimit: SLOW });
  const connection = await openConnection(port, 'http');
  connection.write(postText(`[${repeat(39, BEST_BLOCK_HASH_CALL).join()}]`));
  expect((await connection.response()).status).toBe(200);
  connection.write('GET / HTTP/1.1\r\n\r\n'.repeat(900));
  const responses = await responsesOf(connection);
  expect(responses.map(({ status }) => status)).toEqual([429, 429]);
  expect(connectionHeaders(responses)).toEqual(['keep-alive', 'close']);
});
