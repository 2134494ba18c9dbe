import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { areSorted, insertItem, keyItems } from './insert-item.js';
import { selectsKey, type QueryItem } from './query-item.js';

const key = fc.nat(20).map((byte) => Uint8Array.of(byte));
const ends = fc.uniqueArray(fc.nat(20), { minLength: 2, maxLength: 2 }).map((bytes) => {
  const [start = 0, end = 0] = bytes.toSorted((a, b) => a - b);
  return { start: Uint8Array.of(start), end: Uint8Array.of(end) };
});
const item: fc.Arbitrary<QueryItem> = fc.oneof(
  key.map((one): QueryItem => ({ type: 'key', key: one })),
  fc
    .tuple(fc.constantFrom('range', 'rangeInclusive', 'rangeAfterTo', 'rangeAfterToInclusive'), ends)
    .map(([type, range]): QueryItem => ({ type, ...range })),
  fc
    .tuple(fc.constantFrom('rangeFrom', 'rangeAfter'), key)
    .map(([type, start]): QueryItem => ({ type, start })),
  fc
    .tuple(fc.constantFrom('rangeTo', 'rangeToInclusive'), key)
    .map(([type, end]): QueryItem => ({ type, end })),
);
const KEYS = Array.from({ length: 22 }, (_, byte) => Uint8Array.of(byte));

it('items that are inserted one by one are sorted and without overlaps, and select what each selects', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 12 }), (items) => {
      const inserted = items.reduce<readonly QueryItem[]>((all, one) => insertItem(all, one), []);
      expect(areSorted(inserted)).toBe(true);
      for (const one of KEYS)
        expect(inserted.some((other) => selectsKey(other, one))).toBe(
          items.some((other) => selectsKey(other, one)),
        );
    }),
    { numRuns: 2000 },
  );
});

it('the items of keys are those that are inserted one by one', () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 30 }), (keys) => {
      const inserted = keys.reduce<readonly QueryItem[]>(
        (all, one) => insertItem(all, { type: 'key', key: one }),
        [],
      );
      expect(keyItems(keys)).toEqual(inserted);
    }),
  );
});
