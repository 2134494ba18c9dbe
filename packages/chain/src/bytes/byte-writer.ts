import { internalHash } from './hex.js';

const INITIAL_CAPACITY = 256;

/** Writes the little-endian serialisation of Dash Core; the mirror of `ByteReader`. Every method returns the writer. */
export class ByteWriter {
  #buffer = new Uint8Array(INITIAL_CAPACITY);
  #view = new DataView(this.#buffer.buffer);
  #length = 0;

  u8(value: number): this {
    this.#view.setUint8(this.#grow(1), value);
    return this;
  }

  u16(value: number): this {
    this.#view.setUint16(this.#grow(2), value, true);
    return this;
  }

  u16BigEndian(value: number): this {
    this.#view.setUint16(this.#grow(2), value, false);
    return this;
  }

  i16(value: number): this {
    this.#view.setInt16(this.#grow(2), value, true);
    return this;
  }

  u32(value: number): this {
    this.#view.setUint32(this.#grow(4), value, true);
    return this;
  }

  i32(value: number): this {
    this.#view.setInt32(this.#grow(4), value, true);
    return this;
  }

  u64(value: bigint): this {
    this.#view.setBigUint64(this.#grow(8), value, true);
    return this;
  }

  i64(value: bigint): this {
    this.#view.setBigInt64(this.#grow(8), value, true);
    return this;
  }

  bool(value: boolean): this {
    return this.u8(value ? 1 : 0);
  }

  bytes(value: Uint8Array): this {
    this.#buffer.set(value, this.#grow(value.length));
    return this;
  }

  /** A hash given in display order. */
  hash(displayOrder: string): this {
    return this.bytes(internalHash(displayOrder));
  }

  compactSize(value: number): this {
    if (value < 0xfd) return this.u8(value);
    if (value <= 0xffff) return this.u8(0xfd).u16(value);
    if (value <= 0xffffffff) return this.u8(0xfe).u32(value);
    return this.u8(0xff).u64(BigInt(value));
  }

  varBytes(value: Uint8Array): this {
    return this.compactSize(value.length).bytes(value);
  }

  list<T>(items: readonly T[], write: (writer: this, item: T) => unknown): this {
    this.compactSize(items.length);
    for (const item of items) write(this, item);
    return this;
  }

  /** What was written so far, as a copy. */
  toBytes(): Uint8Array {
    return this.#buffer.slice(0, this.#length);
  }

  #grow(by: number): number {
    const start = this.#length;
    this.#length = start + by;
    if (this.#length > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(this.#length, this.#buffer.length * 2));
      larger.set(this.#buffer);
      this.#buffer = larger;
      this.#view = new DataView(larger.buffer);
    }
    return start;
  }
}
