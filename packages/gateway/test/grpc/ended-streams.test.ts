import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { gatewayForTest } from '../gateway-under-test.js';
import {
  callHeaders,
  CONNECTION_START,
  DATA,
  END_HEADERS,
  END_STREAM,
  framesOf,
  HEADERS,
  http2Frame,
  PING,
  RST_STREAM,
} from './http2-frames.js';
import { CORE, frame } from './raw-frames.js';

// Loaded before the first request: on a busy machine its timeout could pass meanwhile.
await import('../../src/grpc/grpc-server.js');

it.each<[name: string, method: string, headers: Readonly<Record<string, string>>]>([
  ['of an unknown method', 'nope', {}],
  ['with a malformed timeout', 'getBlock', { 'grpc-timeout': 'soon' }],
  ['of another content type', 'getBlock', { 'content-type': 'text/plain' }],
  ['that is served', 'getBestBlockHeight', {}],
])('HTTP/2 sends no frame of a stream behind its end: a request %s', async (_, method, headers) => {
  const { port } = await gatewayForTest();
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(CONNECTION_START);
  socket.write(http2Frame(HEADERS, END_HEADERS, 1, callHeaders(`${CORE}/${method}`, headers)));
  socket.write(http2Frame(DATA, END_STREAM, 1, frame(Buffer.alloc(0))));
  const frames = framesOf(socket);
  const hasEnded = (): boolean =>
    frames.some(({ type, flags, stream }) => stream === 1 && type <= HEADERS && (flags & END_STREAM) !== 0);
  await expect.poll(hasEnded, { timeout: 10_000 }).toBe(true);
  // A reset would come in the next turn of the event loop of the server.
  await sleep(50);
  socket.write(http2Frame(PING, 0, 0, Buffer.alloc(8)));
  await expect.poll(() => frames.some(({ type }) => type === PING), { timeout: 10_000 }).toBe(true);
  expect(frames.filter(({ type, stream }) => type === RST_STREAM && stream === 1)).toEqual([]);
});
