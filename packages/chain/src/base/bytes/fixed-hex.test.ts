import { describe, expect, it } from 'vitest';
import { readAll } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';
import { readFixedHex, readReversedHex, writeFixedHex, writeReversedHex } from './fixed-hex.js';

const bytes = Uint8Array.of(0xab, 0x00, 0x01);

describe('fixed-length hexadecimal', () => {
  it('reads and writes bytes in order or reversed', () => {
    expect(readAll(bytes, (reader) => readFixedHex(reader, 3))).toBe('ab0001');
    expect(readAll(bytes, (reader) => readReversedHex(reader, 3))).toBe('0100ab');
    const writer = new ByteWriter();
    writeFixedHex(writer, 'ab0001', 3);
    writeReversedHex(writer, '0100AB', 3);
    expect(writer.toBytes()).toEqual(Uint8Array.of(...bytes, ...bytes));
  });

  it('rejects text of another length or with other characters', () => {
    for (const hex of ['ab00', 'ab000102', 'ab00zz']) {
      expect(() => writeFixedHex(new ByteWriter(), hex, 3)).toThrow(RangeError);
      expect(() => writeReversedHex(new ByteWriter(), hex, 3)).toThrow(RangeError);
    }
  });
});
