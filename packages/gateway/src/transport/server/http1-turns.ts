import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TurnQueue } from './turn-queue.js';

/**
 * Reads the connections of a server in turns of the event loop: once one is used up, nothing more is read from any of them, and they go on in
 * their turns. Node reads up to 64 KiB of a connection at once, which are 2,400 requests or 10,000 chunks of a byte and some 15 ms of its
 * parser: those of several connections would add up.
 *
 * A listener to the data of a connection makes Node's parser read it as a stream, from the first byte on. Otherwise the parser reads from the system
 * beside the stream, and goes on when a connection is paused that has decrypted data, or never again when it gives up one that is paused.
 */
export function readInTurns(http: Server, turns: TurnQueue): void {
  const reader = new TurnsOfConnections(turns);
  http.on('connection', (connection) => reader.read(connection));
  // Node gives up the connection: its next reader pauses it as it needs.
  for (const event of ['upgrade', 'connect'])
    http.on(event, (_, connection: Duplex) => reader.release(connection));
}

/** Pauses and resumes the connections of a server. */
class TurnsOfConnections {
  readonly #turns: TurnQueue;
  /** The connections that are read in turns, each with its listener to 'resume'. */
  readonly #open = new Map<Duplex, () => void>();
  /** True for connections that wait for their turn and are to be read again. */
  readonly #waiting = new Map<Duplex, boolean>();

  constructor(turns: TurnQueue) {
    this.#turns = turns;
  }

  /** Reads a connection in turns from now on. */
  read(connection: Duplex): void {
    const pauseAgain = (): void => this.#pauseAgain(connection);
    this.#open.set(connection, pauseAgain);
    // The parser listens to the data already: its time counts.
    connection.prependListener('data', this.#use).on('data', this.#checkPiece).on('resume', pauseAgain);
    connection.once('close', () => this.release(connection));
    if (this.#turns.isOver()) this.#pause(connection);
  }

  /** Leaves a connection to others. */
  release(connection: Duplex): void {
    const pauseAgain = this.#open.get(connection);
    if (pauseAgain === undefined) return;
    connection.off('data', this.#use).off('data', this.#checkPiece).off('resume', pauseAgain);
    this.#open.delete(connection);
    this.#waiting.delete(connection);
  }

  readonly #use = (): void => this.#turns.use();

  /** Checks behind the parser, and behind the ticks that it begins: listeners read bodies in them. */
  readonly #checkPiece = (): void => {
    this.#check();
    process.nextTick(this.#check);
  };

  /** Pauses all connections if the turn is used up. */
  readonly #check = (): void => {
    if (this.#waiting.size === this.#open.size || !this.#turns.isOver()) return;
    for (const connection of this.#open.keys()) this.#pause(connection);
  };

  #pause(connection: Duplex): void {
    if (this.#waiting.has(connection)) return;
    this.#waiting.set(connection, !connection.isPaused());
    connection.pause();
    this.#turns.start(connection, () => {
      const isRead = this.#waiting.get(connection) === true;
      this.#waiting.delete(connection);
      if (isRead) connection.resume();
    });
  }

  /** Pauses a connection that somebody resumes while it waits. The event comes a tick later: Node may have paused it since, and fails at data then. */
  #pauseAgain(connection: Duplex): void {
    if (!this.#waiting.has(connection) || connection.isPaused()) return;
    this.#waiting.set(connection, true);
    connection.pause();
  }
}
