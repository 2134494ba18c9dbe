// Messages of WebSockets.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { flood, open } from '../lib/hostile-connections.mjs';

const MIB = 1024 * 1024;
const HANDSHAKE =
  'GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';

/** A masked frame; its mask is 0. */
function frame(first, payload) {
  const { length } = payload;
  const head = length < 126 ? Buffer.alloc(6) : Buffer.alloc(length < 65_536 ? 8 : 14);
  head[0] = first;
  head[1] = 0x80 | (length < 126 ? length : length < 65_536 ? 126 : 127);
  if (length >= 65_536) head.writeUInt32BE(length, 6);
  else if (length >= 126) head.writeUInt16BE(length, 2);
  return Buffer.concat([head, payload]);
}

const text = (payload) => frame(0x81, Buffer.from(payload));
const LARGE = text(`[${' '.repeat(2 * MIB - 100)}]`);
const OF_VALUES = text(
  `{"jsonrpc":"2.0","id":1,"method":"getBestBlockHash","params":[${'1,'.repeat(19_000)}1]}`,
);

async function openWebSockets(target, count, protocol) {
  const opened = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = await open(target, protocol);
      socket?.write(HANDSHAKE);
      if (socket !== undefined) await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      return socket;
    }),
  );
  return opened.filter((socket) => socket !== undefined && !socket.destroyed);
}

/** Sends a message on many connections, all but its last byte first. */
async function messages(target, count, message, isEnded, protocol) {
  const sockets = await openWebSockets(target, count, protocol);
  for (const socket of sockets) socket.write(message.subarray(0, -1));
  await sleep(1500);
  if (isEnded) {
    for (const socket of sockets) if (!socket.destroyed) socket.write(message.subarray(-1));
    await sleep(1500);
  }
  for (const socket of sockets) socket.destroy();
  await sleep(500);
}

const handshaken = (bytes) => (target) => flood(target, bytes, Buffer.from(HANDSHAKE));
const repeated = (bytes, count) => Buffer.concat(Array.from({ length: count }, () => bytes));

export const kinds = {
  'WebSocket messages': { each: handshaken(repeated(text('null'), 5000)) },
  'WebSocket messages of 2 MB at once': {
    connections: 60,
    all: (target, count) => messages(target, count, LARGE, true),
  },
  'WebSocket messages of 2 MB at once over TLS': {
    connections: 60,
    all: (target, count) => messages(target, count, LARGE, true, 'http/1.1'),
  },
  'WebSocket messages of 19,000 values at once': {
    connections: 60,
    all: (target, count) => messages(target, count, OF_VALUES, true),
  },
  'unfinished WebSocket messages of 2 MB': {
    connections: 90,
    all: (target, count) => messages(target, count, LARGE, false),
  },
  'WebSocket fragments without content': {
    connections: 60,
    each: handshaken(
      Buffer.concat([frame(0x01, Buffer.alloc(0)), repeated(frame(0, Buffer.alloc(0)), 100_000)]),
    ),
  },
  'WebSocket pings': { connections: 60, each: handshaken(repeated(frame(0x89, Buffer.alloc(0)), 10_000)) },
};
