import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:https';
import { Socket } from 'node:net';
import type { CallOptions } from '@dapikit/chain';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchConnections } from '../src/server/connections.js';
import { serveRepeatedHeads } from '../src/server/repeated-head.js';
import { gatewayForTest } from './gateway-under-test.js';
import { heldLayer1 } from './held-layer1.js';
import { BEST_BLOCK_HASH_CALL, blockHashCall, DIFF_CALL } from './json-rpc-calls.js';
import { promptLayer1 } from './prompt-layer1.js';
import { openConnection, postText, SCHEMES, type RawConnection, type RawResponse } from './raw-connection.js';
import { BLOCK_HASHES, recordedLayer1 } from './recorded-layer1.js';

const TIP = BLOCK_HASHES.at(-1);
/** Counts the requests that Node's HTTP parser reads. */
function countParsed(): () => number {
  let count = 0;
  const listener = (): void => {
    count += 1;
  };
  subscribe('http.server.request.start', listener);
  onTestFinished(() => void unsubscribe('http.server.request.start', listener));
  return () => count;
}

/** The bytes of an answer, but for its time and its name. */
async function rawAnswer({ socket }: RawConnection, text: string): Promise<string> {
  socket.write(text);
  const bytes = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
  return bytes
    .toString()
    .replace(/^(x-request-id: [\da-f]+-)\d+/m, '$1n')
    .replace(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/m, 'Date: d');
}

describe.each(SCHEMES)('a request with the head of the one before, over %s', (scheme) => {
  it.each([
    ['a result', postText(BEST_BLOCK_HASH_CALL)],
    ['an error', postText(blockHashCall(-1))],
    ['an id that is no ASCII', postText('{"jsonrpc":"2.0","method":"getBestBlockHash","id":"é😀\\ud800"}')],
    ['no answer', postText('{"jsonrpc":"2.0","method":"getBestBlockHash"}')],
    ['no JSON', postText('é')],
    ['a batch', postText(`[${BEST_BLOCK_HASH_CALL},${blockHashCall(7)},1]`)],
    ['a name of its own', postText(BEST_BLOCK_HASH_CALL, ['X-Request-Id: mine'])],
    ['Connection: keep-alive', postText(BEST_BLOCK_HASH_CALL, ['Connection: Keep-Alive'])],
    ['a refusal', postText(BEST_BLOCK_HASH_CALL, ['content-encoding: gzip'])],
    ['an unknown path', postText(BEST_BLOCK_HASH_CALL).replace('POST / ', 'POST /unknown ')],
  ])('has the same bytes for an answer: %s', async (_, text) => {
    const { port } = await gatewayForTest({}, { layer1: promptLayer1() });
    const connection = await openConnection(port, scheme);
    const first = await rawAnswer(connection, text);
    expect(await rawAnswer(connection, text)).toBe(first);
    expect(await rawAnswer(connection, text)).toBe(first);
  });

  it('is not parsed again where the answer is there at once, and is in the log as any other', async () => {
    const { port, logLines } = await gatewayForTest({}, { layer1: promptLayer1() });
    const parsed = countParsed();
    const connection = await openConnection(port, scheme);
    for (let height = 100; height < 110; height += 1) {
      connection.write(postText(blockHashCall(height)));
      const { body } = await connection.response();
      expect(JSON.parse(body)).toEqual({ jsonrpc: '2.0', result: BLOCK_HASHES[height], id: height });
    }
    expect(parsed()).toBe(1);
    expect(logLines.filter(({ msg }) => msg === 'request')).toHaveLength(10);
  });

  it('is asked of the node once where the node has to be asked', async () => {
    let questions = 0;
    const recorded = recordedLayer1();
    const layer1 = {
      ...recorded,
      tip: () => {
        questions += 1;
        return recorded.tip();
      },
    };
    const { port } = await gatewayForTest({}, { layer1 });
    const parsed = countParsed();
    const connection = await openConnection(port, scheme);
    for (let turn = 0; turn < 5; turn += 1) {
      connection.write(postText(BEST_BLOCK_HASH_CALL));
      expect(JSON.parse((await connection.response()).body)).toMatchObject({ result: TIP });
    }
    expect([questions, parsed()]).toEqual([5, 5]);
  });

  it('waits for its turn while the one before is not answered', async () => {
    const { layer1, asked, letGo } = heldLayer1();
    const prompt = promptLayer1();
    const { port } = await gatewayForTest(
      {},
      { layer1: { ...layer1, blockHash: (height) => prompt.blockHash(height) } },
    );
    const connection = await openConnection(port, scheme);
    connection.write(postText(blockHashCall(10)));
    await connection.response();
    const padded = BEST_BLOCK_HASH_CALL.padEnd(blockHashCall(10).length);
    connection.write(postText(padded));
    await asked;
    connection.write(postText(blockHashCall(11)));
    await new Promise((resolve) => setTimeout(resolve, 20));
    letGo();
    expect(JSON.parse((await connection.response()).body)).toMatchObject({ id: 1, result: TIP });
    expect(JSON.parse((await connection.response()).body)).toMatchObject({ id: 11 });
  });

  it('is finished by a shutdown, and its connection closed', async () => {
    const { layer1, asked, letGo } = heldLayer1();
    const prompt = promptLayer1();
    const gateway = await gatewayForTest(
      { drainTimeout: 60_000 },
      { layer1: { ...layer1, blockHash: (height) => prompt.blockHash(height) } },
    );
    const connection = await openConnection(gateway.port, scheme);
    connection.write(postText(blockHashCall(10)));
    await connection.response();
    connection.write(postText(BEST_BLOCK_HASH_CALL.padEnd(blockHashCall(10).length)));
    await asked;
    const closing = gateway.close();
    letGo();
    const response = await connection.response();
    expect(JSON.parse(response.body)).toMatchObject({ result: TIP });
    expect(response.headers.get('connection')).toBe('close');
    await closing;
    await connection.closed;
  });

  it('is given up when its client hangs up', async () => {
    const { layer1, asked } = heldLayer1();
    const prompt = promptLayer1();
    let signal: AbortSignal | undefined;
    const watched = {
      ...layer1,
      blockHash: (height: number) => prompt.blockHash(height),
      tip: (options?: CallOptions) => {
        signal = options?.signal;
        return layer1.tip();
      },
    };
    const { port } = await gatewayForTest({}, { layer1: watched });
    const connection = await openConnection(port, scheme);
    connection.write(postText(blockHashCall(10)));
    await connection.response();
    connection.write(postText(BEST_BLOCK_HASH_CALL.padEnd(blockHashCall(10).length)));
    await asked;
    expect(signal?.aborted).toBe(false);
    connection.socket.destroy();
    await expect.poll(() => signal?.aborted).toBe(true);
  });

  it('keeps its connection from being idle, which is closed when it is', async () => {
    const { port } = await gatewayForTest({ idleTimeout: 300 }, { layer1: promptLayer1() });
    const connection = await openConnection(port, scheme);
    // Node grants a second more.
    for (let turn = 0; turn < 8; turn += 1) {
      connection.write(postText(BEST_BLOCK_HASH_CALL));
      await connection.response();
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    expect(await connection.closed).toBeGreaterThan(3_000);
  });

  it('is not what only looks like one in the middle of others', async () => {
    const { port } = await gatewayForTest({}, { layer1: promptLayer1() });
    const connection = await openConnection(port, scheme);
    const length = 300;
    const inner = `POST / HTTP/1.1\r\ncontent-length: ${length}\r\n\r\n`;
    const second = postText('x'.repeat(length - inner.length), ['x-request-id: second']);
    const third =
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nx-request-id: third\r\nx-more: ';
    // The end of one body, and the unfinished head of the next request: as long as the body that it seems to announce.
    const piece = inner + third.padEnd(length, 'a');
    connection.write(second.replace(/content-length: \d+/, `content-length: ${length}`));
    await new Promise((resolve) => setTimeout(resolve, 20));
    connection.write(piece);
    expect((await connection.response()).headers.get('x-request-id')).toBe('second');
    connection.write(piece);
    expect((await connection.response()).headers.get('x-request-id')).toBe('third');
  });

  it('is refused once its client has used up its limit', async () => {
    const rateLimit = { perMinute: 1, burst: 200 };
    const { port } = await gatewayForTest({ rateLimit }, { layer1: promptLayer1() });
    const connection = await openConnection(port, scheme);
    const statuses: number[] = [];
    for (let turn = 0; turn < 202; turn += 1) {
      connection.write(postText(BEST_BLOCK_HASH_CALL));
      const { status, headers } = await connection.response();
      statuses.push(status);
      expect(headers.get('ratelimit')).toMatch(`"client";r=${Math.max(0, 199 - turn)};`);
    }
    expect(statuses).toEqual([...Array(200).fill(200), 429, 429]);
  });
});

describe('a large answer to a request with the head of the one before', () => {
  it('comes whole to a client that reads late, even through a shutdown', async () => {
    const gateway = await gatewayForTest(
      { drainTimeout: 60_000, maxBatchCalls: 20_000 },
      { layer1: promptLayer1() },
    );
    const parsed = countParsed();
    const connection = await openConnection(gateway.port, 'http');
    const text = postText(`[${Array(20_000).fill(1).join()}]`);
    connection.write(text);
    const { body } = await connection.response();
    connection.socket.pause();
    connection.write(text);
    const answered = (): unknown[] => gateway.logLines.filter(({ msg }) => msg === 'request');
    await expect.poll(answered).toHaveLength(2);
    expect(parsed()).toBe(1);
    const closing = gateway.close();
    connection.socket.resume();
    expect((await connection.response()).body).toBe(body);
    await closing;
    await connection.closed;
  });
});

it('a request on a connection that is drained is left to Node, though an answer was given on it', async () => {
  const gateway = await gatewayForTest({ drainTimeout: 60_000 }, { layer1: promptLayer1() });
  const parsed = countParsed();
  const [connection, socket] = await withServerSide(() => openConnection(gateway.port, 'http'));
  const text = postText(BEST_BLOCK_HASH_CALL);
  connection.write(text);
  const { body } = await connection.response();
  // Its client reads slowly: the answer has been given, and not all of it has been sent.
  const sent = new Promise<() => void>((resolve) => {
    socket._write = (...written) => resolve(() => Socket.prototype._write.apply(socket, written));
  });
  connection.write(text);
  const send = await sent;
  expect(parsed()).toBe(1);
  const closing = gateway.close();
  await expect.poll(() => socket.writableEnded).toBe(true);
  expect(socket.writableNeedDrain).toBe(false);
  connection.write(text);
  await expect.poll(parsed).toBe(2);
  send();
  expect((await connection.response()).body).toBe(body);
  await closing;
  await connection.closed;
});

/** What a connection is on the side of the server. */
async function withServerSide(open: () => Promise<RawConnection>): Promise<[RawConnection, Socket]> {
  let accepted: Socket | undefined;
  const listener = (message: unknown): void => {
    if (typeof message === 'object' && message && 'socket' in message && message.socket instanceof Socket)
      accepted = message.socket;
  };
  subscribe('net.server.socket', listener);
  const connection = await open();
  await expect.poll(() => accepted).toBeDefined();
  unsubscribe('net.server.socket', listener);
  if (accepted === undefined) throw new Error('expected a connection');
  return [connection, accepted];
}

/** Requests of all kinds, and how Node's parser alone has them answered. */
const KINDS = [
  ...[7, 8, 100, 99_999, -1].map((height) => postText(blockHashCall(height))),
  ...['{"id":1}', '[]', 'é', '{"jsonrpc":"2.0","method":"getStatus","id":1}'].map((body) => postText(body)),
  postText(BEST_BLOCK_HASH_CALL),
  postText(DIFF_CALL),
  postText(BEST_BLOCK_HASH_CALL, ['x-request-id: a']),
  postText(BEST_BLOCK_HASH_CALL, ['x-request-id: b']),
  postText(BEST_BLOCK_HASH_CALL, ['connection: keep-alive']),
  postText(BEST_BLOCK_HASH_CALL, ['content-encoding: gzip']),
  postText(BEST_BLOCK_HASH_CALL).replace('POST / ', 'POST /validate '),
  postText('').replace('POST / ', 'GET /livez '),
  `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n`,
  // The end of a head, and all of another request, in the body.
  postText('[\r\n\r\n]'),
  postText(postText(BEST_BLOCK_HASH_CALL)),
];

interface Step {
  readonly kind: number;
  /** Where the request is cut in two; it is sent as one where that is beyond its end. */
  readonly cutAt: number;
  /** Whether the next request is sent before this one is answered. */
  readonly isPipelined: boolean;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.nat({ max: KINDS.length - 1 }),
  cutAt: fc.oneof({ weight: 3, arbitrary: fc.constant(Infinity) }, { weight: 1, arbitrary: fc.nat(300) }),
  isPipelined: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
});

/** A step that comes several times in a row, as the requests of most clients do. */
const anySteps = fc
  .array(fc.tuple(anyStep, fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 12 })
  .map((steps) => steps.flatMap(([step, times]) => Array<Step>(times).fill(step)));

describe.each([
  ['at once', promptLayer1],
  ['later', recordedLayer1],
])('whatever is sent over one connection, to a chain that answers %s', (_, layer1) => {
  it.each(SCHEMES)('is answered as over a connection of its own (%s)', async (scheme) => {
    const { port } = await gatewayForTest({}, { layer1: layer1() });
    const alone = await Promise.all(
      KINDS.map(async (text) => {
        const connection = await openConnection(port, scheme);
        connection.write(text);
        return seen(await connection.response());
      }),
    );
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        const connection = await openConnection(port, scheme);
        let answered = 0;
        for (const [at, { kind, cutAt, isPipelined }] of steps.entries()) {
          const text = KINDS[kind] ?? '';
          connection.write(text.slice(0, cutAt));
          if (cutAt < text.length) {
            await new Promise((resolve) => setTimeout(resolve, 1));
            connection.write(text.slice(cutAt));
          }
          if (isPipelined && at < steps.length - 1) continue;
          for (; answered <= at; answered += 1) {
            expect(seen(await connection.response())).toEqual(alone[steps[answered]?.kind ?? 0]);
          }
        }
        connection.socket.destroy();
      }),
      { numRuns: 60 },
    );
  });
});

/** An answer, but for what is different each time. */
function seen({ status, headers, body }: RawResponse): unknown {
  const told = new Map(headers);
  for (const name of ['date', 'x-dapikit-block-age']) told.delete(name);
  if (told.get('x-request-id')?.includes('-')) told.delete('x-request-id');
  return { status, headers: told, body };
}

it('a connection whose parser takes its bytes without listening is left to Node', () => {
  const server = createServer().removeAllListeners('secureConnection');
  serveRepeatedHeads(server, watchConnections(server), () => true);
  const socket = new Socket();
  server.emit('secureConnection', socket);
  expect(socket.listenerCount('data')).toBe(0);
});
