// What connections of hostile clients do.
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';

export function ignore() {}

/** Opens a connection, over TLS where that is asked for; `undefined` where it is closed at once. */
export function open({ plain }, protocol) {
  return new Promise((resolve) => {
    const socket =
      protocol === undefined
        ? connect(plain, done)
        : connectTls({ ...plain, rejectUnauthorized: false, ALPNProtocols: [protocol] }, done);
    socket.on('error', ignore).once('close', () => resolve(undefined));
    socket.setNoDelay(true);
    function done() {
      resolve(socket.resume());
    }
  });
}

/** Opens many connections. */
export async function openMany(target, count, protocol) {
  const opened = await Promise.all(Array.from({ length: count }, () => open(target, protocol)));
  return opened.filter((socket) => socket !== undefined);
}

/** Writes bytes over and over until the connection is closed. */
export async function flood(target, bytes, first = Buffer.alloc(0), protocol) {
  const socket = await open(target, protocol);
  if (socket === undefined) return;
  socket.write(first);
  await new Promise((resolve) => {
    socket.once('close', resolve);
    send();
    function send() {
      if (socket.destroyed) resolve();
      else socket.write(bytes, (error) => error ?? setImmediate(send));
    }
  });
}

/**
 * Does the same on many connections at once: writes `begin(n)`, waits for `waitMs`, writes `end(n)` where there is one, waits, and closes them.
 */
export async function together(target, { connections, begin, end, waitMs = 1500, protocol }) {
  const sockets = await openMany(target, connections, protocol);
  for (const [number, socket] of sockets.entries()) socket.write(begin(number));
  await sleep(waitMs);
  if (end !== undefined) {
    for (const [number, socket] of sockets.entries()) if (!socket.destroyed) socket.write(end(number));
    await sleep(waitMs);
  }
  for (const socket of sockets) socket.destroy();
  await sleep(waitMs / 3);
}
