import { readInteger } from './integer-bytes.js';

/** Reads bytes from front to back. Every method throws {@link RangeError} when the bytes end too early. */
export class ByteReader {
  #at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    // A slice of a Buffer would be a view of it; one of an Uint8Array is a copy.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Returns the number of unread bytes. */
  get remaining(): number {
    return this.bytes.length - this.#at;
  }

  take(length: number): Uint8Array {
    if (length > this.remaining)
      throw new RangeError(`${this.remaining} bytes are left at ${this.#at}, and ${length} are needed`);
    this.#at += length;
    return this.bytes.slice(this.#at - length, this.#at);
  }

  byte(): number {
    const byte = this.bytes[this.#at];
    if (byte === undefined) throw new RangeError(`no byte is left at ${this.#at}`);
    this.#at += 1;
    return byte;
  }

  unsigned(length: number): bigint {
    return readInteger(this.take(length), false);
  }

  /** Returns an unsigned integer in groups of 7 bits, the lowest first. */
  leb128(): bigint {
    const first = this.byte();
    if (first < 0x80) return BigInt(first);
    let value = BigInt(first & 0x7f);
    for (let shift = 7n; shift < 64n; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError(`the integer before ${this.#at} is longer than 64 bits`);
  }

  /** Reads a length and as many bytes. */
  sized(): Uint8Array {
    const length = this.leb128();
    if (length > BigInt(this.remaining))
      throw new RangeError(`${this.remaining} bytes are left at ${this.#at}, and ${length} are needed`);
    return this.take(Number(length));
  }
}

/** Returns an unsigned integer in groups of 7 bits, the lowest first; the top bit says that another one follows. */
export function encodeLeb128(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Uint8Array.of(...bytes, Number(rest));
}
