import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { behindPrefix, tupleKey, tupleParts } from './tuple-key.js';

const part = fc
  .array(fc.constantFrom(0, 1, 2, 0x7f, 0xfe, 0xff), { maxLength: 5 })
  .map((bytes) => Uint8Array.from(bytes));

it('tuple keys sort like their parts', () => {
  const parts = fc.array(part, { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(parts, parts, (a, b) => {
      const differing = a.findIndex((part, index) => Buffer.compare(part, b[index]!) !== 0);
      const expected = differing === -1 ? 0 : Buffer.compare(a[differing]!, b[differing]!);
      expect(Buffer.compare(tupleKey(...a), tupleKey(...b))).toBe(expected);
    }),
  );
});

it('tuple keys decode to their parts', () => {
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      expect(tupleParts(tupleKey(...parts))).toEqual(parts);
    }),
  );
});

it('the range of a prefix contains exactly the tuple keys that start with its parts', () => {
  fc.assert(
    fc.property(part, part, part, (first, second, other) => {
      const prefix = tupleKey(first);
      const end = behindPrefix(prefix);
      const inside = (key: Uint8Array) => Buffer.compare(key, prefix) >= 0 && Buffer.compare(key, end) < 0;
      expect(inside(tupleKey(first, second))).toBe(true);
      expect(inside(tupleKey(other, second))).toBe(Buffer.compare(first, other) === 0);
    }),
  );
});

it.each([[[0]], [[0, 2]], [[5]]])('tupleParts rejects %j', (bytes) => {
  expect(() => tupleParts(Uint8Array.from(bytes))).toThrow(RangeError);
});
