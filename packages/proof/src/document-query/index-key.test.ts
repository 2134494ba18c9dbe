import type { StorageType } from '@dapikit/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VALUES } from '../../test/stored-values.js';
import type { StoredValue } from '@dapikit/protocol';
import { indexKey, indexKeyValue } from './index-key.js';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

it.each<[StorageType, StoredValue | undefined, string]>([
  ['string', 'dash', '64617368'],
  ['string', '', '00'],
  ['string', undefined, ''],
  ['boolean', false, '00'],
  ['boolean', true, '01'],
  ['bytes', Uint8Array.of(1, 0), '0100'],
  ['bytes', new Uint8Array(), ''],
  ['i8', -1, '7f'],
  ['i64', -1n, '7fffffffffffffff'],
  ['u8', 5, '85'],
  ['u8', 200, '48'],
  ['u16', 300, '812c'],
  ['u16', 40_000, '1c40'],
  ['f64', 1.5, 'bff8000000000000'],
  ['f64', -1.5, '4007ffffffffffff'],
  ['f64', 0, '8000000000000000'],
  ['u64', 1_700_000_000_000n, '8000018bcfe56800'],
  ['u32', 1, '80000001'],
])('the index key of the %s %s is %s', (type, value, key) => {
  expect(hex(indexKey(type, value))).toBe(key);
});

const TYPES = [
  ...(['u8', 'u16', 'u32', 'u64', 'i8', 'i16', 'i32', 'i64'] as const),
  ...(['f64', 'string', 'boolean', 'bytes', 'identifier'] as const),
];
/** Half as many values as an unsigned type has. */
const HALF = new Map<string, bigint>([
  ['u8', 2n ** 7n],
  ['u16', 2n ** 15n],
  ['u32', 2n ** 31n],
  ['u64', 2n ** 63n],
]);

/** Compares two values as their type is ordered. */
function compareValues(a: StoredValue, b: StoredValue): number {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  if (typeof a === 'string' && typeof b === 'string') {
    const [left, right] = [a, b].map((text) => (text === '' ? '\0' : text));
    return Buffer.compare(Buffer.from(left!), Buffer.from(right!));
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Any value, the full 64 bits included. */
const valueOf = (type: keyof typeof VALUES): fc.Arbitrary<StoredValue> =>
  type === 'u64'
    ? fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
    : type === 'i64'
      ? fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
      : VALUES[type];

describe.each(TYPES)('index keys of %s', (type) => {
  it('sort like the values, with the upper half of unsigned integers first', () => {
    const half = HALF.get(type);
    const rank = (value: StoredValue): StoredValue =>
      half !== undefined && (typeof value === 'number' || typeof value === 'bigint')
        ? (BigInt(value) + half) % (2n * half)
        : value;
    fc.assert(
      fc.property(valueOf(type), valueOf(type), (a, b) => {
        const compared = Buffer.compare(indexKey(type, a), indexKey(type, b));
        expect(compared).toBe(compareValues(rank(a), rank(b)));
      }),
    );
  });

  it('sort by value on request', () => {
    const order = { unsignedByValue: true };
    fc.assert(
      fc.property(valueOf(type), valueOf(type), (a, b) => {
        const compared = Buffer.compare(indexKey(type, a, order), indexKey(type, b, order));
        expect(compared).toBe(compareValues(a, b));
      }),
    );
  });

  it('decode to the values', () => {
    fc.assert(
      fc.property(valueOf(type), fc.boolean(), (value, unsignedByValue) => {
        const order = { unsignedByValue };
        const isEmpty = value instanceof Uint8Array && value.length === 0;
        // What the empty text and one zero character have in common.
        const expected = isEmpty ? undefined : value === '\0' ? '' : value;
        expect(indexKeyValue(type, indexKey(type, value, order), order)).toEqual(expected);
      }),
    );
  });

  it('sort after the missing value', () => {
    expect(indexKey(type, undefined)).toEqual(new Uint8Array());
  });
});

it('the index key of -0 sorts before every other number', () => {
  expect(hex(indexKey('f64', -0))).toBe('0000000000000000');
  expect(indexKeyValue('f64', new Uint8Array(8))).toBe(-0);
});

it.each<[StorageType, StoredValue]>([
  ['u8', 'five'],
  ['string', 5],
  ['object', {}],
])('indexKey rejects a %s that is %j', (type, value) => {
  expect(() => indexKey(type, value)).toThrow(RangeError);
});

it.each<[StorageType, number[]]>([
  ['u16', [1]],
  ['f64', [1, 2]],
  ['boolean', [1, 2]],
  ['object', [1]],
])('indexKeyValue rejects a key of %s that is %j', (type, bytes) => {
  expect(() => indexKeyValue(type, Uint8Array.from(bytes))).toThrow(RangeError);
});
