/** How much is allotted at once: small arrays of bytes cost several times what is in them. */
const CHUNK_BYTES = 2 ** 20;

/** Bytes in a store. */
export interface StoredBytes {
  readonly chunk: Uint8Array;
  /** A view of the bytes, not to be changed. */
  read(): Uint8Array;
}

/** Keeps many small pieces of bytes for as long as anything refers to them. */
export class ByteStore {
  #chunk = new Uint8Array();
  #used = 0;

  /** Copies `bytes` into the store. */
  put(bytes: Uint8Array): StoredBytes {
    if (this.#used + bytes.length > this.#chunk.length) {
      this.#chunk = new Uint8Array(Math.max(CHUNK_BYTES, bytes.length));
      this.#used = 0;
    }
    this.#chunk.set(bytes, this.#used);
    const stored = new Piece(this.#chunk, this.#used, bytes.length);
    this.#used += bytes.length;
    return stored;
  }
}

class Piece implements StoredBytes {
  readonly chunk: Uint8Array;
  readonly #start: number;
  readonly #length: number;

  constructor(chunk: Uint8Array, start: number, length: number) {
    this.chunk = chunk;
    this.#start = start;
    this.#length = length;
  }

  read(): Uint8Array {
    return this.chunk.subarray(this.#start, this.#start + this.#length);
  }
}
