import { DecodeError, type DecodeReason } from './decode-error.js';

/** Limits what a decoder may spend. */
export interface ReaderOptions {
  /** Limits how many bytes are read. Default: no limit other than the length of the input. */
  readonly maxBytes?: number | undefined;
  /** Limits how deep dynamic values nest. Default {@link MAX_DEPTH}. */
  readonly maxDepth?: number | undefined;
  /** Protocol version of the node whose decoder is followed: later forms are unknown. Default: all forms are known. */
  readonly protocolVersion?: number | undefined;
  /** True if bytes are returned as views of the input, which stays in memory with them then, instead of copies. */
  readonly isShared?: boolean;
}

/** Limits how deep dynamic values nest. The official decoder 4.1.0 has the same limit. */
export const MAX_DEPTH = 256;

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Texts up to this length are decoded without TextDecoder, whose calls are expensive. */
const SHORT_TEXT_BYTES = 32;

const MARKER_16 = 0xfb;
const MARKER_32 = 0xfc;
const MARKER_64 = 0xfd;
const MARKER_128 = 0xfe;

/**
 * Reads bincode 2 with variable-length integers in big endian. Every method throws {@link DecodeError}.
 *
 * Source: `packages/rs-platform-serialization` of dashpay/platform; bincode 2 `varint/decode_unsigned.rs`.
 */
export class Reader {
  /** Protocol version of the node whose decoder is followed. */
  readonly protocolVersion: number;
  readonly #bytes: Uint8Array;
  readonly #maxBytes: number;
  readonly #maxDepth: number;
  readonly #isShared: boolean;
  #at = 0;
  #dataView: DataView | undefined;
  #depth = 0;
  #steps = 0;

  constructor(
    bytes: Uint8Array,
    { maxBytes, maxDepth, protocolVersion, isShared = false }: ReaderOptions = {},
  ) {
    // A slice of a Buffer would be a view of it; one of a Uint8Array is a copy.
    this.#bytes =
      bytes.constructor === Uint8Array
        ? bytes
        : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.protocolVersion = protocolVersion ?? Number.MAX_SAFE_INTEGER;
    this.#maxBytes = maxBytes ?? Number.MAX_SAFE_INTEGER;
    this.#maxDepth = maxDepth ?? MAX_DEPTH;
    this.#isShared = isShared;
  }

  /** Most values are read without one. */
  get #view(): DataView {
    const { buffer, byteOffset, byteLength } = this.#bytes;
    this.#dataView ??= new DataView(buffer, byteOffset, byteLength);
    return this.#dataView;
  }

  /** Returns the position of the next byte. */
  get offset(): number {
    return this.#at;
  }

  /** Returns how many bytes are left. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** Returns how many reads have taken place: a measure of work that does not depend on the machine. */
  get steps(): number {
    return this.#steps;
  }

  /** Returns an error at the present position, or at another. */
  error(reason: DecodeReason, expected: string, found: string, offset = this.#at): DecodeError {
    return new DecodeError({ reason, expected, found, offset });
  }

  /** Moves over bytes and returns where they begin. */
  #advance(length: number, what: string): number {
    this.#steps += 1;
    const start = this.#at;
    const end = start + length;
    if (end > this.#bytes.length)
      throw this.error('truncated', `${what} (${bytes(length)})`, bytes(this.left));
    if (end > this.#maxBytes) throw this.error('too-large', `at most ${this.#maxBytes} bytes`, 'more');
    this.#at = end;
    return start;
  }

  /** Reads one raw byte. */
  u8(): number {
    const at = this.#advance(1, 'a byte');
    return this.#bytes[at] ?? 0;
  }

  /** Reads one raw byte as a signed integer. */
  i8(): number {
    const at = this.#advance(1, 'a byte');
    return this.#view.getInt8(at);
  }

  /** Reads `00` or `01`. */
  flag(what: string): boolean {
    const at = this.#at;
    const byte = this.u8();
    if (byte > 1) throw this.error('invalid-value', `${what} (00 or 01)`, hexOf(byte), at);
    return byte === 1;
  }

  /** Reads a variable-length integer below 2^16. A needlessly long form is accepted, as by the official decoder. */
  u16(): number {
    const at = this.#at;
    const first = this.u8();
    if (first < MARKER_16) return first;
    if (first === MARKER_16) return this.#view.getUint16(this.#advance(2, 'a 16-bit integer'));
    throw this.#markerError('a 16-bit integer', first, at);
  }

  /** Reads a variable-length integer below 2^32. A needlessly long form is accepted. */
  u32(what = 'a 32-bit integer'): number {
    const at = this.#at;
    const first = this.u8();
    if (first < MARKER_16) return first;
    if (first === MARKER_16) return this.#view.getUint16(this.#advance(2, what));
    if (first === MARKER_32) return this.#view.getUint32(this.#advance(4, what));
    throw this.#markerError(what, first, at);
  }

  /** Reads a variable-length integer below 2^64. A needlessly long form is accepted. */
  u64(): bigint {
    const at = this.#at;
    const first = this.u8();
    if (first < MARKER_16) return BigInt(first);
    const what = 'a 64-bit integer';
    if (first === MARKER_16) return BigInt(this.#view.getUint16(this.#advance(2, what)));
    if (first === MARKER_32) return BigInt(this.#view.getUint32(this.#advance(4, what)));
    if (first === MARKER_64) return this.#view.getBigUint64(this.#advance(8, what));
    throw this.#markerError(what, first, at);
  }

  /** Reads a variable-length integer below 2^128. A needlessly long form is accepted. */
  u128(): bigint {
    if (this.left === 0 || this.#bytes[this.#at] !== MARKER_128) return this.u64();
    this.u8();
    const at = this.#advance(16, 'a 128-bit integer');
    return (this.#view.getBigUint64(at) << 64n) | this.#view.getBigUint64(at + 8);
  }

  #markerError(what: string, first: number, at: number): DecodeError {
    return this.error('invalid-value', what, `the marker ${hexOf(first)}`, at);
  }

  /** Reads a 64-bit float. */
  f64(): number {
    return this.#view.getFloat64(this.#advance(8, 'a float'));
  }

  /** Reads a length or count. It is never above the number of bytes left: everything counted takes at least one byte. */
  length(what: string): number {
    const at = this.#at;
    const first = this.u8();
    let value = first;
    if (first === MARKER_16) value = this.#view.getUint16(this.#advance(2, what));
    else if (first === MARKER_32) value = this.#view.getUint32(this.#advance(4, what));
    else if (first === MARKER_64) value = Number(this.#view.getBigUint64(this.#advance(8, what)));
    else if (first > MARKER_64) throw this.#markerError(what, first, at);
    if (value > this.left) throw this.error('truncated', `${what}: ${value} announced`, bytes(this.left), at);
    return value;
  }

  /** Reads raw bytes, copied unless the input is shared. */
  bytes(length: number): Uint8Array {
    const at = this.#advance(length, 'bytes');
    return this.#isShared ? this.#bytes.subarray(at, at + length) : this.#bytes.slice(at, at + length);
  }

  /** Reads bytes behind their length, copied unless the input is shared. */
  byteString(): Uint8Array {
    return this.bytes(this.length('bytes'));
  }

  /** Reads a text in UTF-8 behind its length. */
  text(): string {
    const length = this.length('a text');
    const at = this.#advance(length, 'a text');
    if (length <= SHORT_TEXT_BYTES) {
      const ascii = this.#asciiText(at, length);
      if (ascii !== undefined) return ascii;
    }
    try {
      return UTF_8.decode(this.#bytes.subarray(at, at + length));
    } catch {
      throw this.error('invalid-value', 'a text in UTF-8', 'other bytes', at);
    }
  }

  #asciiText(at: number, length: number): string | undefined {
    let text = '';
    for (let i = at; i < at + length; i += 1) {
      const byte = this.#bytes[i] ?? 0;
      if (byte > 0x7f) return undefined;
      text += String.fromCharCode(byte);
    }
    return text;
  }

  /** Enters a nested value. */
  enter(): void {
    this.#depth += 1;
    if (this.#depth > this.#maxDepth)
      throw this.error('too-large', `values that nest at most ${this.#maxDepth} deep`, 'deeper ones');
  }

  /** Leaves a nested value. */
  leave(): void {
    this.#depth -= 1;
  }
}

const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0');

const bytes = (count: number): string => `${count} ${count === 1 ? 'byte' : 'bytes'}`;
