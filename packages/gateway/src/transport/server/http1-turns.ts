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
  const reader = new TurnsOfConnections(turns);
  http.on('connection', (connection) => reader.read(connection));
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    http.on(event, (request: IncomingMessage) => reader.watch(request));
}

/** Pauses and resumes the connections of a server. */
class TurnsOfConnections {
  readonly #turns: TurnQueue;
  readonly #open = new Set<Duplex>();
  /** True for connections that wait for their turn and are to be read again. */
  readonly #waiting = new Map<Duplex, boolean>();
  #isCheckDue = false;

  constructor(turns: TurnQueue) {
    this.#turns = turns;
  }

  /** Reads a connection in turns from now on. */
  read(connection: Duplex): void {
    this.#open.add(connection);
    connection.once('close', () => {
      this.#open.delete(connection);
      this.#waiting.delete(connection);
    });
    // Over TLS, the parser would read what is decrypted after a connection was paused.
    if (connection instanceof TLSSocket || connection.readableLength > FIRST_PIECE_BYTES)
      this.#readPieces(connection);
    if (this.#turns.isOver()) this.#pause(connection);
  }

  /** Checks behind a request, and behind each chunk of its body. */
  watch(request: IncomingMessage): void {
    this.#checkBehindParser();
    if (request.headers['transfer-encoding'] !== undefined) request.on('data', this.#checkBehindParser);
  }

  /**
   * Checks once the parser is through with what it reads: a connection that is paused within it, and that the parser gives up because of an
   * `Upgrade` behind the request, would never be read again.
   */
  readonly #checkBehindParser = (): void => {
    if (this.#isCheckDue || !this.#turns.isOver()) return;
    this.#isCheckDue = true;
    process.nextTick(() => {
      this.#isCheckDue = false;
      this.#check();
    });
  };

  readonly #check = (): void => {
    if (this.#waiting.size === this.#open.size || !this.#turns.isOver()) return;
    for (const connection of this.#open) this.#pause(connection);
  };

  /** Checks behind each piece of what waits in a connection. Without a listener, Node's parser would read from the system ahead of it. */
  #readPieces(connection: Duplex): void {
    if (!connection.listeners('data').includes(this.#check)) connection.on('data', this.#check);
  }

  #pause(connection: Duplex): void {
    if (this.#waiting.has(connection)) return;
    this.#waiting.set(connection, !connection.isPaused());
    pauseNow(connection);
    if (connection.readableLength > 0) this.#readPieces(connection);
    const pauseAgain = (): void => {
      this.#waiting.set(connection, true);
      pauseNow(connection);
    };
    connection.on('resume', pauseAgain);
    this.#turns.start(connection, () => {
      const isRead = this.#waiting.get(connection) === true;
      this.#waiting.delete(connection);
      connection.off('resume', pauseAgain);
      if (isRead) connection.resume();
    });
  }
}
