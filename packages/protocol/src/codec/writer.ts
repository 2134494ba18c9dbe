import { pooledBytes } from './pooled-bytes.js';

const MIN_CAPACITY = 1024;
const MAX_KEPT_CAPACITY = 64 * 1024;
/** Texts up to this length are encoded without TextEncoder, whose calls are expensive. */
const SHORT_TEXT_LENGTH = 32;
const MAX_SINGLE = 250;
const UTF_8 = new TextEncoder();

/**
 * Writes bincode 2 with variable-length integers in big endian, always in the shortest form; in little endian where the network hashes
 * values in the default form of bincode. Values are not checked.
 */
export class Writer {
  /** True if only what a signature covers is written. */
  readonly isSignable: boolean;
  readonly #isLittleEndian: boolean;
  #bytes = new Uint8Array(MIN_CAPACITY);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;

  constructor({
    isSignable = false,
    isLittleEndian = false,
  }: { readonly isSignable?: boolean; readonly isLittleEndian?: boolean } = {}) {
    this.isSignable = isSignable;
    this.#isLittleEndian = isLittleEndian;
  }

  /** Resets the writer; the memory is reused, unless it is large. */
  clear(): void {
    this.#at = 0;
    if (this.#bytes.length <= MAX_KEPT_CAPACITY) return;
    this.#bytes = new Uint8Array(MIN_CAPACITY);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Returns a copy of the written bytes. */
  toBytes(): Uint8Array {
    return this.#bytes.slice(0, this.#at);
  }

  /** Returns a copy of the written bytes in memory that others share: see {@link pooledBytes}. */
  toPooledBytes(): Uint8Array {
    const bytes = pooledBytes(this.#at);
    bytes.set(this.#bytes.subarray(0, this.#at));
    return bytes;
  }

  /** Makes room for bytes and returns where they begin. */
  #advance(length: number): number {
    const start = this.#at;
    const end = start + length;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, 2 * this.#bytes.length));
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    this.#at = end;
    return start;
  }

  u8(value: number): void {
    const at = this.#advance(1);
    this.#bytes[at] = value;
  }

  /** Writes an unsigned integer below 2^32. */
  u32(value: number): void {
    if (value <= MAX_SINGLE) this.u8(value);
    else if (value <= 0xffff) {
      const at = this.#advance(3);
      this.#view.setUint8(at, 0xfb);
      this.#view.setUint16(at + 1, value, this.#isLittleEndian);
    } else {
      const at = this.#advance(5);
      this.#view.setUint8(at, 0xfc);
      this.#view.setUint32(at + 1, value, this.#isLittleEndian);
    }
  }

  /** Writes an unsigned integer below 2^128. */
  u128(value: bigint): void {
    if (value <= 0xffff_ffffn) {
      this.u32(Number(value));
    } else if (value <= 0xffff_ffff_ffff_ffffn) {
      const at = this.#advance(9);
      this.#view.setUint8(at, 0xfd);
      this.#view.setBigUint64(at + 1, value, this.#isLittleEndian);
    } else {
      const at = this.#advance(17);
      const [high, low] = this.#isLittleEndian ? [9, 1] : [1, 9];
      this.#view.setUint8(at, 0xfe);
      this.#view.setBigUint64(at + high, value >> 64n, this.#isLittleEndian);
      this.#view.setBigUint64(at + low, BigInt.asUintN(64, value), this.#isLittleEndian);
    }
  }

  f64(value: number): void {
    const at = this.#advance(8);
    this.#view.setFloat64(at, value);
  }

  /** Writes raw bytes. */
  bytes(bytes: Uint8Array): void {
    const at = this.#advance(bytes.length);
    this.#bytes.set(bytes, at);
  }

  /** Writes bytes behind their length. */
  byteString(bytes: Uint8Array): void {
    this.u32(bytes.length);
    this.bytes(bytes);
  }

  /** Writes a text in UTF-8 behind its length. */
  text(text: string): void {
    if (text.length > SHORT_TEXT_LENGTH || !this.#asciiText(text)) this.byteString(UTF_8.encode(text));
  }

  /** Writes a short text of ASCII and its length; returns false, and writes nothing, for any other. */
  #asciiText(text: string): boolean {
    const start = this.#at;
    const at = this.#advance(1 + text.length);
    this.#bytes[at] = text.length;
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7f) {
        this.#at = start;
        return false;
      }
      this.#bytes[at + 1 + i] = unit;
    }
    return true;
  }
}
