import { describe, expect, it } from 'vitest';
import { ByteWriter } from './byte-writer.js';

describe('ByteWriter', () => {
  it.each<[string, number, (writer: ByteWriter) => unknown]>([
    ['u8', 1, (writer) => writer.u8(1)],
    ['u16', 2, (writer) => writer.u16(1)],
    ['u16BigEndian', 2, (writer) => writer.u16BigEndian(1)],
    ['i16', 2, (writer) => writer.i16(1)],
    ['u32', 4, (writer) => writer.u32(1)],
    ['i32', 4, (writer) => writer.i32(1)],
    ['u64', 8, (writer) => writer.u64(1n)],
    ['i64', 8, (writer) => writer.i64(1n)],
    ['bytes', 3, (writer) => writer.bytes(Uint8Array.of(1, 2, 3))],
  ])('writes %s identically wherever its buffer grows', (_, size, write) => {
    const once = new ByteWriter();
    write(once);
    const many = new ByteWriter().u8(7);
    const count = 600;
    for (let i = 0; i < count; i += 1) write(many);
    const expected = [7, ...Array.from({ length: count }, () => [...once.toBytes()]).flat()];
    expect(many.toBytes()).toHaveLength(1 + count * size);
    expect([...many.toBytes()]).toEqual(expected);
  });
});
