import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { appended, NOTHING, workOf, type BodyLimits } from './body.js';

/** Limits what is gathered of a body, and of all bodies of the open requests of its connection. */
export interface GatheredLimits extends BodyLimits {
  readonly connection: object;
  readonly maxConnectionBytes: number;
}

/** The bytes that came of the open requests of a connection: a client of HTTP/2 sends many bodies at a time. */
const connectionBytes = new WeakMap<object, number>();

/**
 * Represents the body of a request, which is gathered from the start, also while nobody reads it: a chunk of a byte that waits in the queue
 * of a stream takes a hundred times its length. Its reader gets what came in a turn of the event loop as one piece.
 */
export class GatheredBody implements AsyncIterable<Uint8Array> {
  readonly #limits: GatheredLimits;
  readonly #onTooLarge: () => void;
  #gathered: Buffer = NOTHING;
  #waiting = 0;
  #length = 0;
  #counted = 0;
  #work = 0;
  #isTooLarge = false;
  #isCrowdedOut = false;
  #isLeft = false;
  #isEnded = false;
  #isClosed = false;
  #wake: () => void = doNothing;

  /**
   * @param limits nothing more is gathered beyond them
   * @param onTooLarge is called as soon as more came
   */
  constructor(request: IncomingMessage, limits: GatheredLimits, onTooLarge: () => void = doNothing) {
    this.#limits = limits;
    this.#onTooLarge = onTooLarge;
    request.on('data', (chunk: Buffer) => this.#add(chunk));
    request.on('end', () => {
      this.#isEnded = true;
      this.#wake();
    });
    request.on('close', () => {
      this.#isClosed = true;
      this.#count(-this.#counted);
      this.#wake();
    });
  }

  /** The bytes that came. */
  get length(): number {
    return this.#length;
  }

  /** The work for what came, in bytes: at least some for each chunk. */
  get work(): number {
    return this.#work;
  }

  /** Whether more came than the limits allow. */
  get isTooLarge(): boolean {
    return this.#isTooLarge;
  }

  /** Whether the limit of its connection is the one that was reached. */
  get isCrowdedOut(): boolean {
    return this.#isCrowdedOut;
  }

  /** Whether nothing more is gathered as nobody reads it. */
  get isLeft(): boolean {
    return this.#isLeft;
  }

  /** Gathers nothing more. */
  leave(): void {
    this.#isLeft = true;
    this.#count(-this.#counted);
    this.#gathered = NOTHING;
    this.#waiting = 0;
    this.#wake();
  }

  /** Yields what came, turn by turn. @throws {RangeError} beyond the limits; {DOMException} (AbortError) when the client went away, or after {@link leave} */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      if (!this.#isEnded) await nextTurn();
      if (this.#isTooLarge) throw new RangeError('the body is too large');
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

  #add(chunk: Buffer): void {
    if (this.#isLeft) return;
    this.#length += chunk.length;
    this.#work += workOf(chunk);
    if (this.#isTooLarge) return;
    const isOwnTooLarge = this.#length > this.#limits.maxBytes || this.#work > this.#limits.maxWork;
    this.#isCrowdedOut = this.#count(chunk.length) > this.#limits.maxConnectionBytes && !isOwnTooLarge;
    this.#isTooLarge = isOwnTooLarge || this.#isCrowdedOut;
    if (this.#isTooLarge) {
      this.#count(-this.#counted);
      this.#gathered = NOTHING;
      this.#waiting = 0;
      this.#onTooLarge();
    } else {
      this.#gathered = appended(this.#gathered, this.#waiting, chunk);
      this.#waiting += chunk.length;
    }
    this.#wake();
  }

  /** Counts bytes of this body for its connection, and returns those of all its bodies. */
  #count(bytes: number): number {
    const { connection } = this.#limits;
    const all = (connectionBytes.get(connection) ?? 0) + bytes;
    connectionBytes.set(connection, all);
    this.#counted += bytes;
    return all;
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
