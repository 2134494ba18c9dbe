import type { ByteReader } from './byte-reader.js';
import type { ByteWriter } from './byte-writer.js';
import { MalformedBytes } from './malformed-bytes.js';

/** A row of bits, such as one a member of a quorum. */
export interface BitSet {
  /** How many bits there are. */
  readonly size: number;
  /** The bits, the lowest bit of the first byte first; those beyond `size` are zero. */
  readonly bytes: Uint8Array;
}

/**
 * Reads a count of bits and the bytes that hold them.
 *
 * Source: `DynamicBitSetFormatter` in `src/serialize.h` of dashpay/dash.
 * @throws {MalformedBytes} when a bit beyond the last one is set.
 */
export function readBitSet(reader: ByteReader): BitSet {
  const size = reader.compactSize();
  const bytes = reader.bytes(Math.ceil(size / 8));
  if (!isPadded(bytes, size))
    throw new MalformedBytes('bad-value', reader.offset, `a bit beyond ${size} is set`);
  return { size, bytes };
}

/** @throws {RangeError} when `bytes` is not as long as `size` needs, or a bit beyond the last one is set. */
export function writeBitSet(writer: ByteWriter, { size, bytes }: BitSet): void {
  if (bytes.length !== Math.ceil(size / 8) || !isPadded(bytes, size)) {
    throw new RangeError(`expected ${size} bits, found ${bytes.length} bytes`);
  }
  writer.compactSize(size).bytes(bytes);
}

/** How many bits are set. */
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
