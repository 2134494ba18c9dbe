import type { ByteWriter } from './byte-writer.js';

/**
 * Writes an integer from 0 as in Dash Core's database: 7 bits a byte, the highest first; each length begins where the shorter one ends.
 *
 * Source: `WriteVarInt` in `src/serialize.h` of dashpay/dash.
 */
export function writeVarInt(writer: ByteWriter, value: bigint): void {
  const bytes = [Number(value & 0x7fn)];
  for (let rest = value; rest > 0x7fn;) {
    rest = (rest >> 7n) - 1n;
    bytes.push(Number(rest & 0x7fn) | 0x80);
  }
  writer.bytes(Uint8Array.from(bytes.toReversed()));
}
