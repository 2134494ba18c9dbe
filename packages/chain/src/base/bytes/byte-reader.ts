import { displayHash } from './hex.js';
import { MalformedBytesError } from './malformed-bytes-error.js';

/** Dash Core's MAX_SIZE (src/serialize.h): no serialised length may be larger, whatever follows. */
const MAX_SERIALIZED_SIZE = 0x02000000;

/**
 * Reads the little-endian serialisation of Dash Core from the front to the back, strictly.
 *
 * Every method throws {@link MalformedBytesError} when the bytes end early or a size is not written in its shortest form.
 * A count is checked against the remaining bytes before anything is allocated for it.
 */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get offset(): number {
    return this.#offset;
  }

  get remaining(): number {
    return this.#bytes.length - this.#offset;
  }

  u8(): number {
    return this.#view.getUint8(this.#advance(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#advance(2), true);
  }

  u16BigEndian(): number {
    return this.#view.getUint16(this.#advance(2), false);
  }

  i16(): number {
    return this.#view.getInt16(this.#advance(2), true);
  }

  u32(): number {
    return this.#view.getUint32(this.#advance(4), true);
  }

  i32(): number {
    return this.#view.getInt32(this.#advance(4), true);
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.#advance(8), true);
  }

  i64(): bigint {
    return this.#view.getBigInt64(this.#advance(8), true);
  }

  bool(): boolean {
    return this.u8() !== 0;
  }

  /** Returns a copy of the next `length` bytes. */
  bytes(length: number): Uint8Array {
    const start = this.#advance(length);
    return this.#bytes.slice(start, start + length);
  }

  /** Returns a 32-byte hash, in display order. */
  hash(): string {
    const start = this.#advance(32);
    return displayHash(this.#bytes.subarray(start, start + 32));
  }

  /** Returns a CompactSize in its shortest form, at most {@link MAX_SERIALIZED_SIZE}. */
  compactSize(): number {
    const start = this.#offset;
    const size = this.#shortestCompactSize(start);
    if (size > MAX_SERIALIZED_SIZE) {
      throw new MalformedBytesError(
        'size-too-large',
        start,
        `size ${size} exceeds the maximum of ${MAX_SERIALIZED_SIZE}`,
      );
    }
    return Number(size);
  }

  /** Reads bytes with their CompactSize length in front. */
  varBytes(): Uint8Array {
    return this.bytes(this.compactSize());
  }

  /**
   * Returns a CompactSize count of items that take at least `minItemBytes` bytes each, then the items.
   * A count beyond the remaining bytes is rejected before anything is allocated.
   */
  list<T>(minItemBytes: number, read: (reader: this) => T): T[] {
    const count = this.#listLength(minItemBytes);
    const items: T[] = [];
    for (let i = 0; i < count; i += 1) items.push(read(this));
    return items;
  }

  /** Reads a list as {@link ByteReader.list} does, item by item. */
  *items<T>(minItemBytes: number, read: (reader: this) => T): Generator<T, void, undefined> {
    const count = this.#listLength(minItemBytes);
    for (let i = 0; i < count; i += 1) yield read(this);
  }

  /** @throws {MalformedBytesError} when bytes are left over. */
  end(): void {
    if (this.remaining > 0) {
      throw new MalformedBytesError('trailing-bytes', this.#offset, bytes(this.remaining, 'trailing '));
    }
  }

  #listLength(minItemBytes: number): number {
    const start = this.#offset;
    const count = this.compactSize();
    if (count * minItemBytes > this.remaining) {
      throw new MalformedBytesError(
        'truncated',
        start,
        `${count} items do not fit in the ${bytes(this.remaining)} left`,
      );
    }
    return count;
  }

  #shortestCompactSize(start: number): number | bigint {
    const first = this.u8();
    if (first < 0xfd) return first;
    const [size, min] =
      first === 0xfd
        ? [this.u16(), 0xfd]
        : first === 0xfe
          ? [this.u32(), 0x10000]
          : [this.u64(), 0x100000000];
    if (size < min) {
      throw new MalformedBytesError('non-canonical-size', start, `size ${size} is not in its shortest form`);
    }
    return size;
  }

  #advance(length: number): number {
    const start = this.#offset;
    if (length > this.remaining) {
      throw new MalformedBytesError('truncated', start, `expected ${bytes(length)}, found ${this.remaining}`);
    }
    this.#offset = start + length;
    return start;
  }
}

/** Reads the whole of `bytes` with `read`: bytes left over are rejected. */
export function readAll<T>(bytes: Uint8Array, read: (reader: ByteReader) => T): T {
  const reader = new ByteReader(bytes);
  const value = read(reader);
  reader.end();
  return value;
}

const bytes = (count: number, kind = ''): string => `${count} ${kind}${count === 1 ? 'byte' : 'bytes'}`;
