import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ContinuedConnection } from './continued-connection.js';
import type { TurnQueue } from './turn-queue.js';

/** What Node does later for a connection that closes with its streams, in milliseconds. */
const CLOSE_MS = 4;

/** Lets the connection of a request account for bytes of its body. */
export function accountFor({ socket }: { readonly socket: Duplex }, bytes: number): void {
  if (socket instanceof PacedConnection) socket.account(bytes);
}

/** What is handed over at once: 600 requests of HTTP/2 that are reset at once take some ten milliseconds. */
const PIECE_BYTES = 16 * 1024;

/**
 * Represents a connection whose reader gets what comes piece by piece, when it is its turn: Node hands over up to 2 MB of each connection in a
 * turn of the event loop, which can have a hundred thousand frames. Its end and its close come in their turn as well. Emits 'received' and
 * 'sent' with the bytes that are handed over and sent.
 */
export class PacedConnection extends ContinuedConnection {
  readonly #turns: TurnQueue;
  #received = 0;
  #waiting = 0;
  #isLeft = false;

  /** Reads `beneath` from now on. Nobody else may listen to its data. */
  constructor(beneath: Socket | ContinuedConnection, turns: TurnQueue) {
    super(beneath);
    this.#turns = turns;
  }

  /** The bytes that were handed over. */
  get received(): number {
    return this.#received;
  }

  /** Hands over nothing more. */
  leave(): void {
    this.#isLeft = true;
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
    if (this.#waiting === 0 && !this.#isLeft) super._read();
  }

  protected override receive(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const piece = chunk.subarray(at, at + PIECE_BYTES);
      this.#waiting += 1;
      this.#turns.start(this, () => this.#handOver(piece));
    }
    if (this.#waiting > 0) this.pauseBeneath();
  }

  protected override receiveEnd(): void {
    this.#turns.start(this, () => this.push(null));
  }

  protected override receiveClose(): void {
    this.#turns.start(this, () => {
      this.destroy();
      this.#turns.owe(CLOSE_MS);
    });
  }

  #handOver(piece: Buffer): void {
    this.#waiting -= 1;
    if (this.destroyed || this.#isLeft) return;
    this.#received += piece.length;
    this.emit('received', piece.length);
    if (!this.push(piece)) this.pauseBeneath();
    else if (this.#waiting === 0) super._read();
  }
}
