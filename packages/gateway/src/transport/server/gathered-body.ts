import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { appended, NOTHING } from '../../base/appended-bytes.js';
import { excessOf, type BodyExcess, type BodyLimits } from './body.js';
import { BodyCount } from './body-count.js';
import { accountFor } from './paced-connection.js';
import { ConnectionShare, type ConnectionLimit } from './connection-share.js';
import type { TurnQueue } from './turn-queue.js';

/** Limits what is gathered of a body, and of all bodies of the open requests of its connection. */
export interface GatheredLimits extends BodyLimits, ConnectionLimit {
  /** Those in which its reader goes on. */
  readonly turns: TurnQueue;
}

/**
 * Represents the body of a request, which is gathered from the start, also while nobody reads it: a chunk of a byte that waits in the queue
 * of a stream takes a hundred times its length. Its reader gets what came in a turn of the event loop as one piece.
 */
export class GatheredBody implements AsyncIterable<Uint8Array> {
  readonly #request: IncomingMessage;
  readonly #limits: GatheredLimits;
  readonly #onExcess: (excess: BodyExcess) => void;
  readonly #count = new BodyCount();
  readonly #share: ConnectionShare;
  #gathered: Buffer = NOTHING;
  #waiting = 0;
  #excess: BodyExcess | undefined;
  #isLeft = false;
  #isEnded = false;
  #isClosed = false;
  #wake: () => void = doNothing;

  /**
   * @param limits nothing more is gathered beyond them
   * @param onExcess is called as soon as more came
   */
  constructor(
    request: IncomingMessage,
    limits: GatheredLimits,
    onExcess: (excess: BodyExcess) => void = doNothing,
  ) {
    this.#request = request;
    this.#limits = limits;
    this.#onExcess = onExcess;
    this.#share = new ConnectionShare(limits);
    request.on('data', (chunk: Buffer) => this.#add(chunk));
    request.on('end', () => {
      this.#isEnded = true;
      this.#wake();
    });
    request.on('close', () => {
      this.#isClosed = true;
      this.#share.release();
      this.#wake();
    });
  }

  /** Returns the number of received bytes. */
  get length(): number {
    return this.#count.length;
  }

  /** Returns the work for the received chunks, in bytes: a minimum for each. */
  get work(): number {
    return this.#count.work;
  }

  /** Returns the exceeded limit; `undefined` for none. */
  get excess(): BodyExcess | undefined {
    return this.#excess;
  }

  /** Returns whether the rest of the body is not gathered as it has no reader. */
  get isLeft(): boolean {
    return this.#isLeft;
  }

  /** Takes note that its call is charged from now on, and that its message was decoded: its client holds it until the call ends. */
  charged(): void {
    this.#limits.open.taken();
  }

  /** Gathers nothing more. */
  leave(): void {
    this.#isLeft = true;
    this.#share.release();
    this.#limits.open.end();
    this.#gathered = NOTHING;
    this.#waiting = 0;
    this.#wake();
  }

  /** Yields what came, turn by turn. @throws {RangeError} beyond the limits; {DOMException} (AbortError) when the client went away, or after {@link leave} */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      if (!this.#isEnded) await this.#nextTurn();
      if (this.#excess !== undefined) throw new RangeError('the body is too large');
      // What was dropped is missing, also where the client sent the body to its end.
      if (this.#isLeft) throw cut();
      if (this.#waiting > 0) yield this.#take();
      else if (this.#isEnded) return;
      else if (this.#isClosed) throw cut();
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }

  /** Resolves in a later turn, in which no others go on who take long together: those of a connection that closes come at once. */
  async #nextTurn(): Promise<void> {
    await nextTurn();
    await this.#limits.turns.next(this.#limits.connection);
  }

  #add(chunk: Buffer): void {
    if (this.#isLeft) return;
    const work = this.#count.add(chunk);
    accountFor(this.#request, work);
    if (this.#excess !== undefined) return;
    const isWithinConnection = this.#share.add(chunk.length);
    this.#excess =
      excessOf(this.#count, this.#limits) ??
      (isWithinConnection ? this.#limits.open.add(chunk.length, work) : 'connection-full');
    if (this.#excess === undefined) {
      this.#gathered = appended(this.#gathered, this.#waiting, chunk);
      this.#waiting += chunk.length;
    } else {
      this.#share.release();
      this.#limits.open.end();
      this.#gathered = NOTHING;
      this.#waiting = 0;
      this.#onExcess(this.#excess);
    }
    this.#wake();
  }

  #take(): Buffer {
    const piece = this.#gathered.subarray(0, this.#waiting);
    this.#gathered = NOTHING;
    this.#waiting = 0;
    return piece;
  }
}

const cut = (): DOMException => new DOMException('the body was cut', 'AbortError');

function doNothing(): void {}
