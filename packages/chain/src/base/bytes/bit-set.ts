import type { ByteReader } from './byte-reader.js';
import type { ByteWriter } from './byte-writer.js';
import { MalformedBytesError } from './malformed-bytes-error.js';

/** Describes a row of bits, such as one a member of a quorum. */
export interface BitSet {
  /** Number of bits. */
  readonly size: number;
  /** The bits, the lowest bit of the first byte first; those beyond `size` are zero. */
  readonly bytes: Uint8Array;
}

/**
 * Reads a count of bits and the bytes that contain them.
 *
 * Source: `DynamicBitSetFormatter` in `src/serialize.h` of dashpay/dash.
 * @throws {MalformedBytesError} when a bit beyond the last one is set.
 */
export function readBitSet(reader: ByteReader): BitSet {
  const size = reader.compactSize();
  const bytes = reader.bytes(Math.ceil(size / 8));
  if (!isPadded(bytes, size))
    throw new MalformedBytesError('bad-value', reader.offset, `a bit beyond ${size} is set`);
  return { size, bytes };
}

/** Writes a set of bits, the first bit of each byte being its lowest. @throws {RangeError} when `bytes` is not as long as `size` needs, or a bit beyond the last one is set. */
export function writeBitSet(writer: ByteWriter, { size, bytes }: BitSet): void {
  if (bytes.length !== Math.ceil(size / 8) || !isPadded(bytes, size)) {
    throw new RangeError(`expected ${size} bits, found ${bytes.length} bytes`);
  }
  writer.compactSize(size).bytes(bytes);
}

/** Returns whether the bit at a place is set; false beyond the last one. */
export function hasBit({ bytes }: BitSet, place: number): boolean {
  return (((bytes[place >>> 3] ?? 0) >>> (place % 8)) & 1) === 1;
}

/** Returns the places of the bits that are set. */
export function bitsSet(bits: BitSet): number[] {
  return Array.from({ length: bits.size }, (_, place) => place).filter((place) => hasBit(bits, place));
}

/** Returns the row in which the bits at some places are set. */
export function bitSetOf(size: number, places: readonly number[]): BitSet {
  const bytes = new Uint8Array(Math.ceil(size / 8));
  for (const place of places) bytes[place >>> 3] = (bytes[place >>> 3] ?? 0) | (1 << (place % 8));
  return { size, bytes };
}

/** Returns how many bits are set. */
export function countBits({ bytes }: BitSet): number {
  let count = 0;
  for (const byte of bytes) {
    for (let rest = byte; rest !== 0; rest &= rest - 1) count += 1;
  }
  return count;
}

function isPadded(bytes: Uint8Array, size: number): boolean {
  const used = size % 8;
  return used === 0 || (bytes.at(-1) ?? 0) >>> used === 0;
}
