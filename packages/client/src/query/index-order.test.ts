import { expect, it } from 'vitest';
import type { IndexField } from '../document/document-shape.js';
import { inIndexOrder } from './index-order.js';
import { valueAt } from './value-at.js';

const unsigned = (path: string): IndexField => ({ path, kind: 'integer', isRequired: false, bits: 64 });
const field = (path: string, kind: IndexField['kind']): IndexField => ({ path, kind, isRequired: true });
const $id = new Uint8Array(32);

const ordered = (values: readonly object[], fields: readonly IndexField[], isDescending = false): object[] =>
  inIndexOrder(
    values.map((value) => ({ ...value, $id })),
    fields,
    isDescending,
  ).map((row) => Object.fromEntries(fields.map(({ path }) => [path, valueAt(row, path)])));

it('orders unsigned integers by value, those that are missing first', () => {
  const values = [{ n: 2n ** 63n }, { n: undefined }, { n: 5n }, { n: 2n ** 53n + 1n }];
  expect(ordered(values, [unsigned('n')]).map((row) => Object.values(row)[0])).toEqual([
    undefined,
    5n,
    2n ** 53n + 1n,
    2n ** 63n,
  ]);
});

it('orders by one property after another, the first one in the direction of the query', () => {
  const values = [
    { t: 'a', n: 9 },
    { t: 'a', n: 3 },
    { t: 'b', n: 1 },
  ];
  const fields = [field('t', 'text'), unsigned('n')];
  expect(ordered(values, fields, true).map((row) => Object.values(row))).toEqual([
    ['b', 1],
    ['a', 3],
    ['a', 9],
  ]);
});

it.each([
  ['texts by their bytes', ['ａ', '\u{1F600}'], 'text'],
  ['bytes', [Uint8Array.of(1), Uint8Array.of(1, 0), Uint8Array.of(2)], 'bytes'],
  ['times', [new Date(1), new Date(2)], 'time'],
  ['booleans', [false, true], 'boolean'],
] as const)('orders %s', (_, values, kind) => {
  const rows = values.map((v) => ({ v, n: 1 }));
  const fields = [field('v', kind), unsigned('n')];
  expect(ordered(rows.toReversed(), fields)).toEqual(rows);
});

it('leaves documents in their order where no property is an unsigned integer', () => {
  const rows = [{ t: 'b' }, { t: 'a' }];
  expect(ordered(rows, [field('t', 'text')])).toEqual(rows);
});
