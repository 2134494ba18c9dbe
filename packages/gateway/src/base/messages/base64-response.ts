import type { PiecedResponse } from './pieced-response.js';
import type { SourceText } from './json.js';

/** Bytes that are encoded at once: a multiple of three, so that only the last piece has padding. */
const PIECE_BYTES = 48 * 1024;

/** Represents a response whose result is bytes, as Base64 text, which is encoded piece by piece while the client reads it. */
export class Base64Response implements PiecedResponse {
  readonly #bytes: Buffer;
  readonly #head = '{"jsonrpc":"2.0","result":"';
  readonly #tail: string;

  constructor(bytes: Uint8Array, id: SourceText) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#tail = `","id":${id}}`;
  }

  /** Returns the length of the text in bytes. */
  get length(): number {
    return this.#head.length + 4 * Math.ceil(this.#bytes.length / 3) + Buffer.byteLength(this.#tail);
  }

  /** Yields the text in pieces of at most 64 KiB and the ends. */
  *[Symbol.iterator](): Generator<Buffer, void> {
    yield Buffer.from(this.#head);
    for (let at = 0; at < this.#bytes.length; at += PIECE_BYTES)
      yield Buffer.from(
        this.#bytes.toString('base64', at, Math.min(at + PIECE_BYTES, this.#bytes.length)),
        'latin1',
      );
    yield Buffer.from(this.#tail);
  }

  toString(): string {
    return this.#head + this.#bytes.toString('base64') + this.#tail;
  }
}
