import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ContinuedConnection } from './continued-connection.js';
import type { TurnQueue } from './turn-queue.js';

/** Later work of Node for a connection that ends or closes with its streams, in milliseconds. */
const CLOSE_MS = 8;

/** Lets the connection of a request account for bytes of its body. */
export function accountFor({ socket }: { readonly socket: Duplex }, bytes: number): void {
  if (socket instanceof PacedConnection) socket.account(bytes);
}

/** Bytes that are handed over at once: the 40 requests of HTTP/2 that it may have take some milliseconds where they are reset, those of 4 KiB some thirty. */
export const PIECE_BYTES = 1024;

/**
 * Represents a connection whose reader gets what comes piece by piece, when it is its turn: Node hands over up to 2 MB of each connection in a
 * turn of the event loop, which can have a hundred thousand frames. Its end and its close come in their turn as well. Emits 'received' and
 * 'sent' with the bytes that are handed over and sent.
 */
export class PacedConnection extends ContinuedConnection {
  readonly #turns: TurnQueue;
  /** Reads by turns with the requests of the connection: it may cancel those that wait. */
  readonly #reading = {};
  /** Received bytes that are not handed over yet. */
  #waiting: Buffer[] = [];
  #received = 0;
  /** True if the reader wants a piece, and if one is on its way. */
  #isWanted = false;
  #isStarted = false;
  #isLeft = false;
  #isBeneathEnded = false;
  #isBeneathClosed = false;

  /** Reads `beneath` from now on. Nobody else may listen to its data. */
  constructor(beneath: Socket | ContinuedConnection, turns: TurnQueue) {
    super(beneath, undefined, PIECE_BYTES);
    this.#turns = turns;
    this.on('resume', () => this.#continue());
  }

  /** Returns the number of bytes that were handed over. */
  get received(): number {
    return this.#received;
  }

  /** Hands over nothing more. */
  leave(): void {
    this.#isLeft = true;
    this.#waiting = [];
    this.pauseBeneath();
  }

  /** Emits 'accounted' with bytes that came of a body: its request accounts for them. */
  account(bytes: number): void {
    this.emit('accounted', bytes);
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.emit('sent', chunk.length);
    super._write(chunk, encoding, done);
  }

  override _writev(chunks: { readonly chunk: Buffer }[], done: (error?: Error | null) => void): void {
    for (const { chunk } of chunks) this.emit('sent', chunk.length);
    super._writev(chunks, done);
  }

  override _read(): void {
    this.#isWanted = true;
    this.#continue();
  }

  protected override receive(chunk: Buffer): void {
    if (this.#isLeft) return;
    this.#waiting.push(chunk);
    this.pauseBeneath();
    this.#continue();
  }

  protected override receiveEnd(): void {
    this.#isBeneathEnded = true;
    this.#continue();
  }

  protected override receiveClose(): void {
    this.#isBeneathClosed = true;
    this.#continue();
  }

  /** Starts the next step in its turn: a piece that is wanted, or the end behind all of them. */
  #continue(): void {
    const [first] = this.#waiting;
    const isStep = first === undefined ? this.#isBeneathEnded || this.#isBeneathClosed : this.#isTaken();
    if (first === undefined && !isStep && this.#isWanted && !this.#isLeft) super._read();
    if (!isStep || this.#isStarted) return;
    this.#isStarted = true;
    this.#turns.start(this.#reading, () => this.#step());
  }

  #step(): void {
    this.#isStarted = false;
    if (this.destroyed) return;
    const [next] = this.#waiting;
    if (next !== undefined) {
      if (this.#isTaken()) this.#handOver(next);
    } else if (this.#isBeneathEnded) {
      this.#isBeneathEnded = false;
      this.push(null);
      this.#turns.owe(CLOSE_MS);
      // Its reader takes note of the end before the connection is closed.
      this.#isStarted = true;
      setImmediate(() => {
        this.#isStarted = false;
        this.#continue();
      });
    } else {
      this.destroy();
      this.#turns.owe(CLOSE_MS);
    }
  }

  /** Returns whether the reader takes a piece at once: Node's HTTP/2 pauses while it writes, and would read what waited for it outside of its turn. */
  #isTaken(): boolean {
    return this.#isWanted && !this.isPaused();
  }

  #handOver(chunk: Buffer): void {
    const piece = chunk.subarray(0, PIECE_BYTES);
    if (piece.length === chunk.length) this.#waiting.shift();
    else this.#waiting[0] = chunk.subarray(PIECE_BYTES);
    this.#received += piece.length;
    this.#isWanted = false;
    this.emit('received', piece.length);
    if (!this.#isLeft) this.push(piece);
    this.#continue();
  }
}
