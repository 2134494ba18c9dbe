/** Minimum work of a piece of a body, in bytes: a chunk of one byte takes as long as one of some hundred. */
const MIN_PIECE_BYTES = 64;

/** A body in more pieces than this has to have {@link MIN_MEAN_PIECE_BYTES} in each on average. Programs that write JSON token by token send fewer. */
export const MAX_TINY_PIECES = 4096;
export const MIN_MEAN_PIECE_BYTES = 16;

/** Counts the pieces of a body as they come: chunks of HTTP/1.1, frames of HTTP/2. */
export class BodyCount {
  #pieces = 0;
  #length = 0;
  #work = 0;

  /** Counts a piece, and returns the work for it. */
  add({ length }: Uint8Array): number {
    const work = Math.max(length, MIN_PIECE_BYTES);
    this.#pieces += 1;
    this.#length += length;
    this.#work += work;
    return work;
  }

  /** Returns the number of received bytes. */
  get length(): number {
    return this.#length;
  }

  /** Returns the work for them, as a number of bytes in large pieces. */
  get work(): number {
    return this.#work;
  }

  /** Returns whether thousands of pieces came with a few bytes each. */
  get isInTinyPieces(): boolean {
    return this.#pieces > MAX_TINY_PIECES && this.#length < this.#pieces * MIN_MEAN_PIECE_BYTES;
  }
}
