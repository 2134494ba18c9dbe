import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { appended, NOTHING, workOf, type BodyLimits } from './body.js';

/**
 * Represents the body of a request, which is gathered from the start, also while nobody reads it: a chunk of a byte that waits in the queue
 * of a stream takes a hundred times its length. Its reader gets what came in a turn of the event loop as one piece.
 */
export class GatheredBody implements AsyncIterable<Uint8Array> {
  readonly #limits: BodyLimits;
  readonly #onTooLarge: () => void;
  #gathered: Buffer = NOTHING;
  #waiting = 0;
  #length = 0;
  #work = 0;
  #isTooLarge = false;
  #isLeft = false;
  #isEnded = false;
  #isClosed = false;
  #wake: () => void = doNothing;

  /**
   * @param limits nothing more is gathered beyond them
   * @param onTooLarge is called as soon as more came
   */
  constructor(request: IncomingMessage, limits: BodyLimits, onTooLarge: () => void = doNothing) {
    this.#limits = limits;
    this.#onTooLarge = onTooLarge;
    request.on('data', (chunk: Buffer) => this.#add(chunk));
    request.on('end', () => {
      this.#isEnded = true;
      this.#wake();
    });
    request.on('close', () => {
      this.#isClosed = true;
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

  /** Whether nothing more is gathered as nobody reads it. */
  get isLeft(): boolean {
    return this.#isLeft;
  }

  /** Gathers nothing more. */
  leave(): void {
    this.#isLeft = true;
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
    this.#isTooLarge = this.#length > this.#limits.maxBytes || this.#work > this.#limits.maxWork;
    if (this.#isTooLarge) {
      this.#gathered = NOTHING;
      this.#waiting = 0;
      this.#onTooLarge();
    } else {
      this.#gathered = appended(this.#gathered, this.#waiting, chunk);
      this.#waiting += chunk.length;
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
