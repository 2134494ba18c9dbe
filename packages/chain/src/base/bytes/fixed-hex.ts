import type { ByteReader } from './byte-reader.js';
import type { ByteWriter } from './byte-writer.js';
import { bytesToHex, hexToBytes } from './hex.js';

/** Reads `size` bytes as lower-case hexadecimal text, in their order on the wire. */
export function readFixedHex(reader: ByteReader, size: number): string {
  return bytesToHex(reader.bytes(size));
}

/** Writes hexadecimal digits of a fixed number of bytes. @throws {RangeError} when `hex` is not `size` bytes in hexadecimal. */
export function writeFixedHex(writer: ByteWriter, hex: string, size: number): void {
  writer.bytes(fixedHexToBytes(hex, size));
}

/** Reads `size` bytes as lower-case hexadecimal text, the last byte first: the order in which Dash Core prints numbers. */
export function readReversedHex(reader: ByteReader, size: number): string {
  return bytesToHex(reader.bytes(size).toReversed());
}

/** Writes hexadecimal digits in display order, as hashes have them: their last byte comes first. @throws {RangeError} when `hex` is not `size` bytes in hexadecimal. */
export function writeReversedHex(writer: ByteWriter, hex: string, size: number): void {
  writer.bytes(fixedHexToBytes(hex, size).toReversed());
}

function fixedHexToBytes(hex: string, size: number): Uint8Array {
  if (hex.length !== size * 2) {
    throw new RangeError(`expected ${size} bytes in hexadecimal, found ${hex.length} characters`);
  }
  return hexToBytes(hex);
}
