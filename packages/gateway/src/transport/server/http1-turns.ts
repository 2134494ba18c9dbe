import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { FIRST_PIECE_BYTES } from './accept-connections.js';
import { pauseNow } from './pipelines.js';
import type { TurnQueue } from './turn-queue.js';

/**
 * Reads the connections of a server in turns of the event loop: once one is used up, nothing more is read from any of them, and they go on in
 * their turns. Node reads up to 64 KiB of a connection at once, which are 2,400 requests or 10,000 chunks of a byte and some 15 ms of its
 * parser: those of several connections would add up.
 *
 * Everybody else who reads a body with chunks has to listen to its data as soon as its request comes.
 */
export function readInTurns(http: Server, turns: TurnQueue): void {
  const open = new Set<Duplex>();
  /** True for connections that wait for their turn and are to be read again. */
  const waiting = new Map<Duplex, boolean>();
  let isCheckDue = false;

  function pauseAgain(this: Duplex): void {
    waiting.set(this, true);
    pauseNow(this);
  }

  function pause(connection: Duplex): void {
    if (waiting.has(connection)) return;
    waiting.set(connection, !connection.isPaused());
    pauseNow(connection);
    if (connection.readableLength > 0) readPieces(connection);
    connection.on('resume', pauseAgain);
    turns.start(connection, () => readOn(connection));
  }

  function readOn(connection: Duplex): void {
    const isRead = waiting.get(connection) === true;
    waiting.delete(connection);
    connection.off('resume', pauseAgain);
    if (isRead) connection.resume();
  }

  function check(): void {
    if (waiting.size === open.size || !turns.isOver()) return;
    for (const connection of open) pause(connection);
  }

  /**
   * Checks once the parser is through with what it reads: a connection that is paused within it, and that the parser gives up because of an
   * `Upgrade` behind the request, would never be read again.
   */
  function checkBehindParser(): void {
    if (isCheckDue || !turns.isOver()) return;
    isCheckDue = true;
    process.nextTick(() => {
      isCheckDue = false;
      check();
    });
  }

  /** Checks behind each piece of what waits in a connection. Without a listener, Node's parser would read from the system ahead of it. */
  function readPieces(connection: Duplex): void {
    if (!connection.listeners('data').includes(check)) connection.on('data', check);
  }

  function watch(request: IncomingMessage): void {
    checkBehindParser();
    if (request.headers['transfer-encoding'] !== undefined) request.on('data', checkBehindParser);
  }

  http.on('connection', (connection) => {
    open.add(connection);
    connection.once('close', () => {
      open.delete(connection);
      waiting.delete(connection);
    });
    // Over TLS, the parser would read what is decrypted after a connection was paused.
    if (connection instanceof TLSSocket || connection.readableLength > FIRST_PIECE_BYTES)
      readPieces(connection);
    if (turns.isOver()) pause(connection);
  });
  http.on('request', watch);
  http.on('checkContinue', watch);
  http.on('checkExpectation', watch);
}
