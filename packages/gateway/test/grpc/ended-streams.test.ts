import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { gatewayForTest } from '../gateway-under-test.js';
import { CORE, frame } from './raw-frames.js';

// Loaded before the first request: on a busy machine its timeout could pass meanwhile.
await import('../../src/grpc/grpc-server.js');

const FRAME_HEAD_BYTES = 9;
/** Types and flags of frames (RFC 9113, section 6). */
const DATA = 0;
const HEADERS = 1;
const RST_STREAM = 3;
const SETTINGS = 4;
const PING = 6;
const END_STREAM = 1;
const END_HEADERS = 4;

function http2Frame(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(FRAME_HEAD_BYTES);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Encodes headers without indexing and without Huffman codes (RFC 7541, section 6.2.2). */
const encodeHeaders = (headers: Readonly<Record<string, string>>): Buffer =>
  Buffer.concat(
    Object.entries(headers).flatMap(([name, value]) => [
      Buffer.from([0, name.length]),
      Buffer.from(name),
      Buffer.from([value.length]),
      Buffer.from(value),
    ]),
  );

interface ReceivedFrame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
}

/** Collects the frames that arrive. */
function framesOf(socket: Socket): readonly ReceivedFrame[] {
  const frames: ReceivedFrame[] = [];
  let unread = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= FRAME_HEAD_BYTES) {
      const end = FRAME_HEAD_BYTES + unread.readUIntBE(0, 3);
      if (unread.length < end) return;
      frames.push({ type: unread[3]!, flags: unread[4]!, stream: unread.readUInt32BE(5) });
      unread = unread.subarray(end);
    }
  });
  return frames;
}

it.each<[name: string, method: string, headers: Readonly<Record<string, string>>]>([
  ['of an unknown method', 'nope', {}],
  ['with a malformed timeout', 'getBlock', { 'grpc-timeout': 'soon' }],
  ['of another content type', 'getBlock', { 'content-type': 'text/plain' }],
  ['that is served', 'getBestBlockHeight', {}],
])('HTTP/2 sends no frame of a stream behind its end: a request %s', async (_, method, headers) => {
  const { port } = await gatewayForTest();
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const head = encodeHeaders({
    ':method': 'POST',
    ':scheme': 'http',
    ':authority': 'localhost',
    ':path': `${CORE}/${method}`,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...headers,
  });
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  socket.write(http2Frame(SETTINGS, 0, 0, Buffer.alloc(0)));
  socket.write(http2Frame(HEADERS, END_HEADERS, 1, head));
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
