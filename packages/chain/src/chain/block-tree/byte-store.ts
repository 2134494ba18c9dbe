import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Size of a chunk before compression: larger chunks compress better, and reading a piece of one is slower. */
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

  /** Returns a copy of the bytes. */
  read(): Uint8Array {
    return this.#chunk.bytes().slice(this.#start, this.#start + this.#length);
  }
}

/** Stores many similar and seldom read pieces of bytes, compressed, for as long as anything refers to them. */
export class ByteStore {
  #open = new Chunk(new Uint8Array(CHUNK_BYTES));

  /** Copies `bytes` into the store. */
  put(bytes: Uint8Array): StoredBytes {
    if (!this.#open.hasRoomFor(bytes)) this.#open = new Chunk(this.#open.compress(bytes.length));
    return new StoredBytes(this.#open, this.#open.append(bytes), bytes.length);
  }
}

/** Pieces of bytes that are compressed together, once there are enough of them. */
class Chunk {
  /** The chunk that was read last, uncompressed: neighbours are mostly read one after the other. */
  static #lastRead: { readonly chunk: Chunk; readonly bytes: Uint8Array } | undefined;

  #buffer: Uint8Array;
  #used = 0;
  #isCompressed = false;

  /** @param buffer to write to; it is its own until it is compressed */
  constructor(buffer: Uint8Array) {
    this.#buffer = buffer;
  }

  hasRoomFor({ length }: Uint8Array): boolean {
    return this.#used + length <= this.#buffer.length;
  }

  /** Appends bytes and returns their position. */
  append(bytes: Uint8Array): number {
    const start = this.#used;
    this.#buffer.set(bytes, start);
    this.#used += bytes.length;
    return start;
  }

  /**
   * Compresses the written chunks; returns a buffer for the next one, with room for so many bytes: its own if that is
   * enough.
   */
  compress(room: number): Uint8Array {
    const buffer = this.#buffer;
    const compressed = deflateRawSync(buffer.subarray(0, this.#used), COMPRESSION);
    // Without the room that zlib gave it.
    this.#buffer = Uint8Array.from(compressed);
    this.#isCompressed = true;
    return buffer.length >= room && buffer.length === CHUNK_BYTES
      ? buffer
      : new Uint8Array(Math.max(CHUNK_BYTES, room));
  }

  bytes(): Uint8Array {
    if (!this.#isCompressed) return this.#buffer;
    if (Chunk.#lastRead?.chunk !== this) {
      Chunk.#lastRead = { chunk: this, bytes: Uint8Array.from(inflateRawSync(this.#buffer)) };
    }
    return Chunk.#lastRead.bytes;
  }
}
