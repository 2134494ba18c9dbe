import { written, type Reader, type Writer } from '@dapikit/protocol/codec';

/** Reads an unsigned LEB128 integer of at most `bits` bits, in its shortest form: the official decoder rejects others. */
export function readLeb128(reader: Reader, bits: number): bigint {
  const at = reader.offset;
  let value = 0n;
  for (let shift = 0n; ; shift += 7n) {
    const byte = reader.u8();
    value |= BigInt(byte & 0x7f) << shift;
    if (value >> BigInt(bits) !== 0n || shift > BigInt(bits))
      throw reader.error('too-large', `an integer of ${bits} bits`, 'a larger one', at);
    if (byte === 0 && shift > 0n)
      throw reader.error('invalid-value', 'an integer in its shortest form', 'a longer one', at);
    if (byte < 0x80) return value;
  }
}

/** Writes an unsigned integer as LEB128: 7 bits a byte, the lowest first. Source: `encode_var_vec` of the crate integer-encoding. */
export function writeLeb128(writer: Writer, value: bigint): void {
  let left = value;
  for (; left > 0x7fn; left >>= 7n) writer.u8(Number(left & 0x7fn) | 0x80);
  writer.u8(Number(left));
}

/** Returns an unsigned integer as LEB128. */
export const leb128 = (value: bigint | number): Uint8Array =>
  written((writer) => writeLeb128(writer, BigInt(value)));
