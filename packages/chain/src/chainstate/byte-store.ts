import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** How much is compressed at once: more makes it smaller, and reading a piece of it slower. */
const CHUNK_BYTES = 2 ** 17;

/** Blocks repeat themselves so much that the fastest level makes them a tenth. */
const COMPRESSION = { level: 1 };

/** Bytes in a store. */
export class StoredBytes {
  readonly #chunk: Chunk;
  readonly #start: number;
  readonly #length: number;

  constructor(chunk: Chunk, start: number, length: number) {
    this.#chunk = chunk;
    this.#start = start;
    this.#length = length;
  }

  /** A view of the bytes, not to be changed. */
  read(): Uint8Array {
    return this.#chunk.read().subarray(this.#start, this.#start + this.#length);
  }
}

/** Keeps many pieces of bytes that are much alike and seldom read, compressed, for as long as anything refers to them. */
export class ByteStore {
  #chunk = new Chunk();

  /** Copies `bytes` into the store. */
  put(bytes: Uint8Array): StoredBytes {
    if (this.#chunk.isFull) {
      this.#chunk.compress();
      this.#chunk = new Chunk();
    }
    return new StoredBytes(this.#chunk, this.#chunk.append(bytes), bytes.length);
  }
}

/** Pieces of bytes that are compressed together. */
class Chunk {
  /** The chunk that was read last, uncompressed: neighbours are mostly read one after the other. */
  static #lastRead: { readonly chunk: Chunk; readonly bytes: Uint8Array } | undefined;

  #bytes = new Uint8Array();
  #used = 0;
  #isCompressed = false;

  get isFull(): boolean {
    return this.#used >= CHUNK_BYTES;
  }

  /** Where the bytes are, once they are there. */
  append(bytes: Uint8Array): number {
    const start = this.#used;
    this.#used += bytes.length;
    if (this.#used > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(CHUNK_BYTES, this.#used));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, start);
    return start;
  }

  compress(): void {
    const compressed = deflateRawSync(this.#bytes.subarray(0, this.#used), COMPRESSION);
    // Without the room that zlib gave it.
    this.#bytes = Uint8Array.from(compressed);
    this.#isCompressed = true;
  }

  read(): Uint8Array {
    if (!this.#isCompressed) return this.#bytes;
    if (Chunk.#lastRead?.chunk !== this) {
      Chunk.#lastRead = { chunk: this, bytes: Uint8Array.from(inflateRawSync(this.#bytes)) };
    }
    return Chunk.#lastRead.bytes;
  }
}
