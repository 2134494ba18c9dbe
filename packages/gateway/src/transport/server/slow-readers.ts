import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ReadRate } from '../../settings/settings.js';
import { ContinuedConnection } from './continued-connection.js';

interface SlowReader {
  /** The bytes that it had taken at the last check. */
  taken: number;
  /** When it is disconnected, unless it takes more. */
  deadline: number;
}

const SLOWEST_CHECK_MS = 5_000;
const CHECKS_IN_TIMEOUT = 6;

/**
 * Disconnects clients for which bytes wait, and which take them more slowly than the minimum rate for too long: whatever is
 * written to the connections of a server, responses or messages of a WebSocket.
 *
 * What a client has taken of a write shows when all of it was taken. It gets the time that this takes at the minimum rate.
 * @param settings may give something else in time
 * @returns a function that ends it
 */
export function cutSlowReaders(http: Server, settings: () => ReadRate): () => void {
  const connections = new Set<Socket>();
  const slow = new Map<Socket, SlowReader>();
  let timer = setTimeout(check, pause()).unref();

  http.on('connection', (connection: Socket | ContinuedConnection) => {
    // What is written to one of these goes over the connection beneath.
    if (connection instanceof ContinuedConnection) return;
    connections.add(connection);
    connection.on('close', forget);
  });
  return () => clearTimeout(timer);

  function forget(this: Socket): void {
    connections.delete(this);
    slow.delete(this);
  }

  function pause(): number {
    return Math.min(SLOWEST_CHECK_MS, Math.max(1, settings().slowReadTimeout / CHECKS_IN_TIMEOUT));
  }

  function check(): void {
    const { minReadRate, slowReadTimeout } = settings();
    const now = performance.now();
    for (const connection of connections) {
      const unread = connection.writableLength;
      if (unread === 0 || minReadRate === 0) slow.delete(connection);
      else if (isTooSlow(connection, unread, now, minReadRate / 1000, slowReadTimeout)) connection.destroy();
    }
    timer = setTimeout(check, pause()).unref();
  }

  function isTooSlow(
    connection: Socket,
    unread: number,
    now: number,
    bytesPerMs: number,
    timeout: number,
  ): boolean {
    const taken = connection.bytesWritten - unread;
    const latest = now + timeout + unread / bytesPerMs;
    const reader = slow.get(connection);
    if (reader === undefined) {
      slow.set(connection, { taken, deadline: latest });
      return false;
    }
    reader.deadline = Math.min(latest, reader.deadline + (taken - reader.taken) / bytesPerMs);
    reader.taken = taken;
    return now > reader.deadline;
  }
}
