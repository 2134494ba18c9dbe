import { describe, expect, it } from 'vitest';
import { OWNER, SCHEMAS, typeOf } from '../../test/sample-contract.js';
import { QueryError } from './query-error.js';
import { planAggregate } from './plan-aggregate.js';

const index = (name: string, properties: readonly string[], flags: object): object => ({
  name,
  properties: properties.map((property) => ({ [property]: 'asc' })),
  ...flags,
});

const type = typeOf(
  { shop: SCHEMAS.string, day: SCHEMAS.i16, hour: SCHEMAS.i16, price: SCHEMAS.u16, note: SCHEMAS.string },
  {
    required: ['price'],
    documentsCountable: true,
    indices: [
      index('counted', ['shop'], { countable: true }),
      index('averaged', ['shop', 'day'], { averageable: 'price', rangeAverageable: true }),
      index('nested', ['day', 'hour'], { countable: true, rangeCountable: true }),
      index('plain', ['note'], {}),
      index('rangedSum', ['hour'], { summable: 'price', rangeSummable: true }),
    ],
  },
);

const shop = ['shop', '==', 'A'];
const shops = ['shop', 'in', ['A', 'B', 'C']];
const days = ['day', '>', 5];

describe('planAggregate', () => {
  it.each<[string, object, string]>([
    ['the type', { select: 'count' }, 'type'],
    ['an index of the field', { select: 'count', where: [shop] }, 'counted'],
    ['an index of the field of an in', { select: 'count', where: [shops], groupBy: ['shop'] }, 'counted'],
    [
      'an index of both fields',
      { select: 'sum', property: 'price', where: [['day', '==', 1], shop] },
      'averaged',
    ],
    [
      'an index whose last field has the range',
      { select: 'average', property: 'price', where: [shop, days] },
      'averaged',
    ],
    [
      'an index of the range alone',
      { select: 'sum', property: 'price', where: [['hour', '<', 3]] },
      'rangedSum',
    ],
    [
      'two ranges',
      { select: 'count', where: [days, ['hour', '<', 3]], groupBy: ['day'], prove: true },
      'nested',
    ],
  ])('takes the aggregate from %s', (_, query, name) => {
    const { source } = planAggregate(type, query);
    expect(source.kind === 'type' ? 'type' : source.index.name).toBe(name);
  });
});

it('follows the keys of an index and groups on request', () => {
  const plan = planAggregate(type, {
    select: 'sum',
    property: 'price',
    where: [shops, ['day', 'between', [1, 2]]],
    groupBy: ['shop', 'day'],
    orderBy: [['shop', 'desc']],
    limit: 7,
  });
  expect(plan).toMatchObject({
    select: 'sum',
    property: 'price',
    descending: true,
    limit: 7,
    source: {
      levels: [
        {
          property: 'shop',
          isGrouped: true,
          select: { kind: 'keys', keys: [{ 0: 65 }, { 0: 66 }, { 0: 67 }] },
        },
        {
          property: 'day',
          isGrouped: true,
          select: {
            from: { key: Uint8Array.of(0x80, 1), included: true },
            to: { key: Uint8Array.of(0x80, 2), included: true },
          },
        },
      ],
    },
  });
});

it.each<[string, object, number | undefined]>([
  ['no limit without a grouping', { where: [shop, days] }, undefined],
  ['a default limit of 100', { where: [shop, days], groupBy: ['day'] }, 100],
  ['100 where it asks for more', { where: [shop, days], groupBy: ['day'], limit: 500 }, 100],
  ['what it asks for', { where: [shop, days], groupBy: ['day'], limit: 3, prove: true }, 3],
])('has %s', (_, query, limit) => {
  expect(planAggregate(type, { select: 'count', ...query }).limit).toBe(limit);
});

it.each<[string, object, string]>([
  ['an unknown aggregate', { select: 'max' }, 'Unsupported'],
  ['the count of a property', { property: 'price' }, 'Unsupported'],
  ['a sum of nothing', { select: 'sum' }, 'InvalidArgument'],
  ['a cursor', { startAfter: OWNER }, 'Unsupported'],
  ['having', { having: [] }, 'Unsupported'],
  ['three groupings', { groupBy: ['a', 'b', 'c'] }, 'Unsupported'],
  ['groupBy as text', { groupBy: 'shop' }, 'Unsupported'],
  [
    'a sum that the type does not keep',
    { select: 'sum', property: 'price' },
    'WhereClauseOnNonIndexedProperty',
  ],
  ['a field without an index', { where: [['note', '==', 'x']] }, 'WhereClauseOnNonIndexedProperty'],
  ['a field behind another', { where: [['hour', '==', 1]] }, 'WhereClauseOnNonIndexedProperty'],
  [
    'a range of an index that only counts',
    { where: [['shop', '>', 'A']] },
    'WhereClauseOnNonIndexedProperty',
  ],
  [
    'a range before the last field',
    {
      where: [
        ['shop', '>', 'A'],
        ['day', '==', 1],
      ],
    },
    'WhereClauseOnNonIndexedProperty',
  ],
  [
    'the sum of another property',
    { select: 'sum', property: 'hour', where: [shop, days] },
    'WhereClauseOnNonIndexedProperty',
  ],
  [
    'the count of an index that stores only sums',
    { where: [['hour', '<', 3]] },
    'WhereClauseOnNonIndexedProperty',
  ],
  ['an id', { where: [['$id', '==', OWNER]] }, 'WhereClauseOnNonIndexedProperty'],
  ['two in', { where: [shops, ['day', 'in', [1]]] }, 'InvalidWhereClauseComponents'],
  ['two ranges', { where: [days, ['hour', '<', 3]] }, 'InvalidWhereClauseComponents'],
  [
    'two ranges without proof',
    { where: [days, ['hour', '<', 3]], groupBy: ['day'] },
    'InvalidWhereClauseComponents',
  ],
  ['a grouping by ==', { where: [shop], groupBy: ['shop'] }, 'Unsupported'],
  ['a grouping without a clause', { groupBy: ['shop'] }, 'Unsupported'],
  ['a grouping by the range first', { where: [shops, days], groupBy: ['day', 'shop'] }, 'Unsupported'],
  ['a limit without a grouping', { where: [shop], limit: 5 }, 'InvalidLimit'],
  ['a limit beside grouped values of an in', { where: [shops], groupBy: ['shop'], limit: 5 }, 'InvalidLimit'],
  ['no entries at all', { where: [shop, days], groupBy: ['day'], limit: 0 }, 'InvalidLimit'],
  [
    'more than 100 entries with proof',
    { where: [shop, days], groupBy: ['day'], limit: 101, prove: true },
    'InvalidLimit',
  ],
  [
    'a proved range beside an ungrouped in',
    { where: [shops, days], prove: true },
    'InvalidWhereClauseComponents',
  ],
  [
    'the same for a sum',
    { select: 'sum', property: 'price', where: [shops, days], prove: true },
    'Unsupported',
  ],
])('rejects %s', (_, query, name) => {
  const planning = () => planAggregate(type, { select: 'count', ...query });
  expect(planning).toThrow(QueryError);
  expect(planning).toThrow(expect.objectContaining({ name }));
});

it('suggests the missing index', () => {
  const query = { select: 'sum', property: 'price', where: [days, ['note', '==', 'x']] };
  expect(() => planAggregate(type, query)).toThrow(
    '{"name":"byNoteAndDay","properties":[{"note":"asc"},{"day":"asc"}],"summable":"price","rangeSummable":true}',
  );
});
