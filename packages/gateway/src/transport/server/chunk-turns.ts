import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { pauseNow } from './pipelines.js';

/** After so many chunks of bodies, no other connection is read in the same turn of the event loop. Each takes a microsecond or two. */
const MAX_CHUNKS_PER_TURN = 1000;
/** Number of chunks that a request counts as. */
const REQUEST_CHUNKS = 4;

/**
 * Spreads requests and chunks of bodies over turns of the event loop. Node reads up to 64 KiB of a connection at once, which are 2,400 requests
 * or 10,000 chunks of a byte and some 15 ms of its parser: those of several connections would add up in one turn.
 *
 * Everybody else who reads a body with chunks has to listen to its data as soon as its request comes.
 */
export function readChunksInTurns(http: Server): void {
  const open = new Set<Duplex>();
  /** Connections that are paused until the next turn, each with whether it is read again then. */
  const paused = new Map<Duplex, boolean>();
  let chunks = 0;

  function pauseAgain(this: Duplex): void {
    paused.set(this, true);
    pauseNow(this);
  }

  function pauseAll(): void {
    for (const connection of open) {
      paused.set(connection, !connection.isPaused());
      pauseNow(connection);
      connection.on('resume', pauseAgain);
    }
  }

  function beginTurn(): void {
    chunks = 0;
    for (const [connection, isRead] of paused) {
      connection.off('resume', pauseAgain);
      if (isRead) connection.resume();
    }
    paused.clear();
  }

  function count(more: number): void {
    if (chunks === 0) setImmediate(beginTurn);
    const former = chunks;
    chunks += more;
    if (former < MAX_CHUNKS_PER_TURN && chunks >= MAX_CHUNKS_PER_TURN) pauseAll();
  }

  function countChunk(): void {
    count(1);
  }

  function watch(request: IncomingMessage): void {
    count(REQUEST_CHUNKS);
    if (request.headers['transfer-encoding'] !== undefined) request.on('data', countChunk);
  }

  http.on('connection', (connection) => {
    open.add(connection);
    connection.once('close', () => open.delete(connection));
  });
  http.on('request', watch);
  http.on('checkContinue', watch);
  http.on('checkExpectation', watch);
}
