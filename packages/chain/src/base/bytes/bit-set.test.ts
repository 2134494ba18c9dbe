import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitSet } from '../../../test/arbitraries.js';
import { looseness } from '../../../test/strict-decoder.js';
import { countBits, readBitSet, writeBitSet, type BitSet } from './bit-set.js';
import { readAll } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';
import { bytesToHex, hexToBytes } from './hex.js';
import { MalformedBytesError } from './malformed-bytes-error.js';

const decode = (bytes: Uint8Array) => readAll(bytes, readBitSet);
const encode = (bits: BitSet) => {
  const writer = new ByteWriter();
  writeBitSet(writer, bits);
  return writer.toBytes();
};

describe('a bit set', () => {
  it('encodes as a bit count and as many bytes as needed', () => {
    expect(decode(hexToBytes('0aff03'))).toEqual({ size: 10, bytes: Uint8Array.of(0xff, 0x03) });
    expect(bytesToHex(encode({ size: 9, bytes: Uint8Array.of(1, 1) }))).toBe('090101');
    expect(decode(hexToBytes('00'))).toEqual({ size: 0, bytes: new Uint8Array() });
  });

  it('rejects a bit beyond the last, a missing byte and an impossible count', () => {
    for (const hex of ['0aff04', '0180', '09ff', 'fe00000002']) {
      expect(() => decode(hexToBytes(hex))).toThrow(MalformedBytesError);
    }
    expect(() => encode({ size: 10, bytes: Uint8Array.of(0xff, 0x04) })).toThrow(RangeError);
    expect(() => encode({ size: 8, bytes: Uint8Array.of(0xff, 0) })).toThrow(RangeError);
  });

  it('decodes strictly', () => {
    expect(looseness({ decode, encode }, [hexToBytes('32ffffffffffff03')])).toBeUndefined();
  });

  it('counts its set bits', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (bits) => {
        expect(countBits(bitSet(bits))).toBe(bits.filter(Boolean).length);
      }),
    );
  });
});
