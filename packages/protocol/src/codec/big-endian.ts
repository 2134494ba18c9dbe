/** Returns an integer of 16 bits as bytes in big endian. */
export const u16BigEndian = (value: number): Uint8Array => Uint8Array.of(value >> 8, value & 0xff);

/** Returns an integer of 64 bits, signed or not, as 8 bytes in big endian and two's complement. */
export function u64BigEndian(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt.asUintN(64, value));
  return bytes;
}
