import { internalHash } from './hex.js';

const INITIAL_CAPACITY = 256;

/** Writes the little-endian serialisation of Dash Core; the mirror of `ByteReader`. Every method returns the writer. */
export class ByteWriter {
  #buffer = new Uint8Array(INITIAL_CAPACITY);
  #view = new DataView(this.#buffer.buffer);
  #length = 0;

  u8(value: number): this {
    const at = this.#grow(1);
    this.#view.setUint8(at, value);
    return this;
  }

  u16(value: number): this {
    const at = this.#grow(2);
    this.#view.setUint16(at, value, true);
    return this;
  }

  u16BigEndian(value: number): this {
    const at = this.#grow(2);
    this.#view.setUint16(at, value, false);
    return this;
  }

  i16(value: number): this {
    const at = this.#grow(2);
    this.#view.setInt16(at, value, true);
    return this;
  }

  u32(value: number): this {
    const at = this.#grow(4);
    this.#view.setUint32(at, value, true);
    return this;
  }

  i32(value: number): this {
    const at = this.#grow(4);
    this.#view.setInt32(at, value, true);
    return this;
  }

  u64(value: bigint): this {
    const at = this.#grow(8);
    this.#view.setBigUint64(at, value, true);
    return this;
  }

  i64(value: bigint): this {
    const at = this.#grow(8);
    this.#view.setBigInt64(at, value, true);
    return this;
  }

  bool(value: boolean): this {
    return this.u8(value ? 1 : 0);
  }

  bytes(value: Uint8Array): this {
    const at = this.#grow(value.length);
    this.#buffer.set(value, at);
    return this;
  }

  /** Returns a hash given in display order. */
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

  /** Returns a copy of the bytes written so far. */
  toBytes(): Uint8Array {
    return this.#buffer.slice(0, this.#length);
  }

  /** Reserves `by` bytes and returns their position. It may replace the buffer, so it must be called before the buffer is read. */
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
