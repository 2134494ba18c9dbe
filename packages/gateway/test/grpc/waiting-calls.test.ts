import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { BEST_BLOCK_HASH_CALL } from '../json-rpc-calls.js';
import { gatewayForTest } from '../gateway-under-test.js';
import { AT_ONCE, conformanceScene, UNARY } from './conformance-scene.js';
import {
  callHeaders,
  CONNECTION_START,
  DATA,
  END_HEADERS,
  END_STREAM,
  framesOf,
  HEADERS,
  http2Frame,
  RST_STREAM,
} from './http2-frames.js';
import { CORE, frame, statusOf } from './raw-frames.js';

/** More than start in one turn of the event loop. */
const CALLS = 100;
const CANCEL = Buffer.from([0, 0, 0, 8]);
const STREAM_IDS = Array.from({ length: CALLS }, (_, index) => 2 * index + 1);

/** Opens a connection that is ready for streams. */
async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const frames = framesOf(socket);
  socket.write(CONNECTION_START);
  await expect.poll(() => frames.length).toBeGreaterThan(1);
  return socket;
}

const callFrames = (id: number, { path, body } = UNARY): Buffer =>
  Buffer.concat([
    http2Frame(HEADERS, END_HEADERS, id, callHeaders(path)),
    http2Frame(DATA, END_STREAM, id, body),
  ]);

it('calls that their client cancels while they wait for their turn do not start', async () => {
  const { gateway, isGivenUp, respond } = await conformanceScene();
  const socket = await connected(gateway.port);
  respond({
    transaction: () => {
      // The first call has started.
      if (isGivenUp.length === 1)
        socket.write(Buffer.concat(STREAM_IDS.map((id) => http2Frame(RST_STREAM, 0, id, CANCEL))));
      return new Promise(() => undefined);
    },
  });
  socket.write(Buffer.concat(STREAM_IDS.map((id) => callFrames(id))));
  const isEnded = (): boolean => isGivenUp.length > 0 && isGivenUp.every((isCallGivenUp) => isCallGivenUp());
  await expect.poll(isEnded, { timeout: 20_000 }).toBe(true);
  expect(isGivenUp.length).toBeLessThan(CALLS);
});

it('calls that their client cancels while they wait are charged with their bodies', async () => {
  const burst = 10_000;
  const { gateway, isGivenUp, respond } = await conformanceScene({ rateLimit: { perMinute: 1, burst } });
  const socket = await connected(gateway.port);
  const frames = framesOf(socket);
  const last = 2 * CALLS + 1;
  respond({
    transaction: () => {
      if (isGivenUp.length === 1) {
        const cancelled = STREAM_IDS.map((id) => http2Frame(RST_STREAM, 0, id, CANCEL));
        socket.write(Buffer.concat([...cancelled, callFrames(last, AT_ONCE)]));
      }
      return new Promise(() => undefined);
    },
  });
  socket.write(Buffer.concat(STREAM_IDS.map((id) => callFrames(id))));
  // Calls of one connection start in order.
  await expect.poll(() => frames.some(({ stream }) => stream === last)).toBe(true);
  const { headers } = await fetch(`http://127.0.0.1:${gateway.port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: BEST_BLOCK_HASH_CALL,
  });
  const [, remaining] = /r=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
  // Each call costs a unit at least, and its body another one.
  expect(Number(remaining)).toBeLessThanOrEqual(burst - 2 * CALLS);
});

it('a call does not wait for all that wait on another connection', async () => {
  const { gateway, isGivenUp, respond } = await conformanceScene();
  const [busy, other] = [await connected(gateway.port), await connected(gateway.port)];
  const startedBefore = new Promise<number>((resolve) => {
    other.once('data', () => resolve(isGivenUp.length));
  });
  respond({
    transaction: () => {
      if (isGivenUp.length === 1) other.write(callFrames(1, AT_ONCE));
      return new Promise(() => undefined);
    },
  });
  busy.write(Buffer.concat(STREAM_IDS.map((id) => callFrames(id))));
  expect(await startedBefore).toBeLessThan(CALLS);
});

it('HTTP/2 rejects bodies that are too large together, and serves other connections', async () => {
  const { port } = await gatewayForTest();
  const session = connectHttp2(`http://127.0.0.1:${port}`, { maxSessionMemory: 10_000 });
  onTestFinished(() => session.destroy());
  const statuses: unknown[] = [];
  // Of 2 MB each, which do not end: eight of them have less than 16 MiB.
  for (let count = 0; count < 10; count += 1) {
    const stream = session.request({
      ':method': 'POST',
      ':path': `${CORE}/broadcastTransaction`,
      'content-type': 'application/grpc',
    });
    const note = (headers: Readonly<Record<string, unknown>>): void => {
      if (headers['grpc-status'] !== undefined) statuses.push(headers['grpc-status']);
    };
    stream.on('response', note).on('trailers', note).resume();
    stream.on('error', () => undefined).write(frame(new Uint8Array(1_900_000), 0, 2_000_000));
  }
  await expect.poll(() => statuses.length).toBeGreaterThan(0);
  expect(new Set(statuses)).toEqual(new Set(['8']));
  const other = connectHttp2(`http://127.0.0.1:${port}`);
  onTestFinished(() => other.destroy());
  expect(await statusOf(other, AT_ONCE.path, AT_ONCE.body)).toBe(0);
});
