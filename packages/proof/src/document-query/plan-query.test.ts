import { describe, expect, it } from 'vitest';
import { index, INDEXED_NOTE as type, rejection } from '../../test/indexed-note.js';
import { CONTRACT, OWNER, SCHEMAS, typeOf } from '../../test/sample-contract.js';
import { planQuery, type QueryOptions } from './plan-query.js';
import type { QueryErrorName } from './query-errors.js';
import type { IndexPlan } from './query-plan.js';

const indexPlan = (query: unknown, options?: QueryOptions): IndexPlan => {
  const plan = planQuery(type, query, options);
  if (plan.kind === 'index') return plan;
  throw new Error('expected a plan with an index, found one with ids');
};

const owned = ['$ownerId', '==', OWNER];

it.each<[string, unknown, QueryErrorName]>([
  [
    '$id beside another clause',
    {
      where: [
        ['$id', '==', CONTRACT],
        ['a', '==', 1],
      ],
    },
    'InvalidWhereClauseComponents',
  ],
  [
    '$id twice',
    {
      where: [
        ['$id', '==', CONTRACT],
        ['$id', '==', OWNER],
      ],
    },
    'DuplicateNonGroupableClauseSameField',
  ],
  [
    '$id in and ==',
    {
      where: [
        ['$id', '==', CONTRACT],
        ['$id', 'in', [OWNER]],
      ],
    },
    'InvalidWhereClauseComponents',
  ],
  [
    '$id in a range',
    { where: [['$id', '>', CONTRACT]], orderBy: [['$id', 'asc']] },
    'WhereClauseOnNonIndexedProperty',
  ],
  ['an invalid $id', { where: [['$id', '==', 'abc']] }, 'InvalidWhereClauseComponents'],
  [
    '$id ordered by another field',
    { where: [['$id', 'in', [OWNER]]], orderBy: [['a', 'asc']] },
    'InvalidOrderByProperties',
  ],
  ['a range without orderBy', { where: [owned, ['$createdAt', '>', 10]] }, 'MissingOrderByForRange'],
  ['in without orderBy', { where: [['$ownerId', 'in', [OWNER]]] }, 'MissingOrderByForRange'],
  ['a field without an index', { where: [['title', '==', 'x']] }, 'WhereClauseOnNonIndexedProperty'],
  ['an unknown field', { where: [['none', '==', 'x']] }, 'WhereClauseOnNonIndexedProperty'],
  [
    'fields of two indices',
    {
      where: [
        ['text', '==', 'x'],
        ['small', '==', 1],
      ],
    },
    'WhereClauseOnNonIndexedProperty',
  ],
  [
    'an order that no index has',
    {
      where: [['a', '==', 1]],
      orderBy: [
        ['c', 'asc'],
        ['b', 'asc'],
      ],
    },
    'WhereClauseOnNonIndexedProperty',
  ],
  ['three unused properties', { where: [['d', '==', 1]] }, 'QueryTooFarFromIndex'],
  ['orderBy as text', { orderBy: 'a' }, 'InvalidOrderByProperties'],
  ['a field as an order', { orderBy: ['a'] }, 'InvalidOrderByProperties'],
  ['an unknown direction', { orderBy: [['a', 'up']] }, 'InvalidOrderByProperties'],
  [
    'a field ordered twice',
    {
      orderBy: [
        ['a', 'asc'],
        ['a', 'desc'],
      ],
    },
    'InvalidOrderByProperties',
  ],
  ['a value of another type', { where: [['a', '==', 'one']] }, 'InvalidWhereClauseComponents'],
  ['a value that is too wide', { where: [['a', '==', 40_000]] }, 'InvalidWhereClauseComponents'],
  ['a value that is too long', { where: [['text', '==', 'x'.repeat(256)]] }, 'InvalidWhereClauseComponents'],
  [
    'an owner twice',
    { where: [['$ownerId', 'in', [OWNER, OWNER]]], orderBy: [['$ownerId', 'asc']] },
    'InvalidInClause',
  ],
  // What the network accepts and then looks for in the wrong place.
  ['== behind a property without a clause', { where: [['b', '==', 1]] }, 'WhereClauseOnNonIndexedProperty'],
  [
    '== behind a gap',
    {
      where: [
        ['a', '==', 1],
        ['c', '==', 1],
      ],
    },
    'WhereClauseOnNonIndexedProperty',
  ],
  [
    '== behind in',
    {
      where: [
        ['a', '==', 1],
        ['b', 'in', [1]],
        ['c', '==', 1],
      ],
      orderBy: [['b', 'asc']],
    },
    'WhereClauseOnNonIndexedProperty',
  ],
  [
    '== behind a range',
    {
      where: [
        ['a', '>', 1],
        ['b', '==', 1],
      ],
      orderBy: [
        ['a', 'asc'],
        ['b', 'asc'],
      ],
    },
    'WhereClauseOnNonIndexedProperty',
  ],
  [
    'a range behind a gap',
    {
      where: [
        ['a', '==', 1],
        ['c', '>', 1],
      ],
      orderBy: [
        ['b', 'asc'],
        ['c', 'asc'],
      ],
    },
    'WhereClauseOnNonIndexedProperty',
  ],
  [
    'in too far in front',
    { where: [['d', 'in', [1]]], orderBy: [['d', 'asc']] },
    'WhereClauseOnNonIndexedProperty',
  ],
  [
    'a clause after the ordered field',
    { where: [['c', '==', 1]], orderBy: [['b', 'asc']] },
    'WhereClauseOnNonIndexedProperty',
  ],
])('planQuery rejects %s', (_, query, name) => {
  expect(rejection(query)).toMatchObject({ name });
});

it('planQuery reports the expected and found operator, its location and the fix', () => {
  const { name, message, at, fix } = rejection({ where: [['a', '!=', 1]] });
  expect({ name, message, at, fix }).toMatchInlineSnapshot(`
    {
      "at": "/where/0",
      "fix": "there is no "not", no "or" and no "contains"",
      "message": "expected one of the operators == > >= < <= in startsWith between betweenExcludeBounds betweenExcludeLeft betweenExcludeRight in where[0], found "!=": there is no "not", no "or" and no "contains"",
      "name": "InvalidWhereClauseComponents",
    }
  `);
});

describe('planQuery', () => {
  it.each<[string, object, string, string[]]>([
    ['one ==', { where: [['a', '==', 1]] }, 'abc', ['==', 'unused', 'unused']],
    [
      'two ==, in any order',
      {
        where: [
          ['b', '==', 1],
          ['a', '==', 1],
        ],
      },
      'abc',
      ['==', '==', 'unused'],
    ],
    [
      '== and a range',
      {
        where: [
          ['a', '==', 1],
          ['b', '>', 1],
        ],
        orderBy: [['b', 'asc']],
      },
      'abc',
      ['==', 'range', 'unused'],
    ],
    [
      '== and in',
      {
        where: [
          ['a', '==', 1],
          ['b', 'in', [1, 2]],
        ],
        orderBy: [['b', 'asc']],
      },
      'abc',
      ['==', 'in', 'unused'],
    ],
    [
      '==, in and a range',
      {
        where: [
          ['a', '==', 1],
          ['b', 'in', [1]],
          ['c', '<', 5],
        ],
        orderBy: [
          ['b', 'asc'],
          ['c', 'desc'],
        ],
      },
      'abc',
      ['==', 'in', 'range'],
    ],
    ['an order alone', { orderBy: [['a', 'asc']] }, 'abc', ['order', 'unused', 'unused']],
    [
      '== and an order',
      { where: [['a', '==', 1]], orderBy: [['b', 'desc']] },
      'abc',
      ['==', 'order', 'unused'],
    ],
    [
      'in of the last but one',
      { where: [['$ownerId', 'in', [OWNER]]], orderBy: [['$ownerId', 'asc']] },
      'byTime',
      ['in', 'unused'],
    ],
  ])('uses an index for %s', (_, query, name, uses) => {
    const { index, levels } = indexPlan(query);
    expect([index.name, levels.map(({ use }) => use)]).toEqual([name, uses]);
  });

  it('chooses the index with the fewest unused properties, then the first by name', () => {
    const twins = typeOf(
      { a: SCHEMAS.i16, b: SCHEMAS.i16 },
      { indices: [index('z', 'a'), index('y', 'a', 'b'), index('x', 'b', 'a')] },
    );
    const named = (query: object) => {
      const plan = planQuery(twins, query);
      return plan.kind === 'index' ? plan.index.name : undefined;
    };
    expect(named({ where: [['a', '==', 1]] })).toBe('z');
    expect(
      named({
        where: [
          ['a', '==', 1],
          ['b', '==', 1],
        ],
      }),
    ).toBe('x');
    expect(named({ where: [['a', '==', 1]], orderBy: [['b', 'asc']] })).toBe('y');
  });

  it.each([
    [{ where: [['$id', '==', OWNER]] }, 1],
    [{ where: [['$id', 'in', [OWNER, CONTRACT]]], orderBy: [['$id', 'desc']] }, 2],
    [{}, undefined],
    [{ orderBy: [['$id', 'desc']] }, undefined],
  ])('uses ids for %j', (query, count) => {
    const plan = planQuery(type, query);
    expect(plan.kind === 'ids' ? plan.ids?.length : 'an index').toBe(count);
  });

  it('has a default limit of 100 documents', () => {
    expect(planQuery(type, {}).limit).toBe(100);
    expect(planQuery(type, { limit: 0 }).limit).toBe(100);
    expect(planQuery(type, { limit: 7 }).limit).toBe(7);
  });

  it.each(['between', 'Between'])('accepts the operator %s for a closed range', (operator) => {
    const { levels } = indexPlan({ where: [['text', operator, ['a', 'b']]], orderBy: [['text', 'asc']] });
    expect(levels[0]?.select).toEqual({
      kind: 'range',
      from: { key: Uint8Array.of(0x61), included: true },
      to: { key: Uint8Array.of(0x62), included: true },
    });
  });

  it.each(['startsWith', 'StartsWith', 'startswith', 'starts_with'])(
    'accepts the operator %s for a prefix',
    (operator) => {
      const { levels } = indexPlan({ where: [['text', operator, 'ab']], orderBy: [['text', 'asc']] });
      expect(levels[0]?.select).toEqual({
        kind: 'range',
        from: { key: Uint8Array.of(0x61, 0x62), included: true },
        to: { key: Uint8Array.of(0x61, 0x63), included: false },
      });
    },
  );

  it('ranges over unsigned integers in key order, or by value on request', () => {
    const query = { where: [['small', '>', 100]], orderBy: [['small', 'asc']] };
    const bound = (options?: QueryOptions) => indexPlan(query, options).levels[0]?.select;
    expect(bound()).toEqual({ kind: 'range', from: { key: Uint8Array.of(0xe4), included: false } });
    expect(bound({ unsignedByValue: true })).toEqual({
      kind: 'range',
      from: { key: Uint8Array.of(100), included: false },
    });
  });
});

const directions = (query: object, options?: QueryOptions): boolean[] => {
  const { levels, idsDescending } = indexPlan(query, options);
  return [...levels.map(({ descending }) => descending), idsDescending];
};

describe('the directions of a query plan', () => {
  const quirks = { quirks: { ignoresUnboundDescending: true } };
  const below = {
    where: [['a', '==', 1]],
    orderBy: [
      ['b', 'desc'],
      ['c', 'desc'],
    ],
  };

  it('are those of orderBy, ascending by default', () => {
    expect(directions(below)).toEqual([false, true, true, true]);
    expect(directions({ where: [['a', '==', 1]], orderBy: [['b', 'desc']] })).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  it('are those the network uses, on request', () => {
    expect(directions(below, quirks)).toEqual([false, false, false, true]);
    expect(directions({ ...below, startAfter: OWNER }, quirks)).toEqual([false, true, true, true]);
    expect(directions({ orderBy: [['a', 'desc']] }, quirks)).toEqual([true, false, false, false]);
    const both = {
      orderBy: [
        ['a', 'desc'],
        ['b', 'desc'],
      ],
    };
    expect(directions(both, quirks)).toEqual([true, false, false, false]);
    expect(directions({ ...both, startAt: OWNER }, quirks)).toEqual([true, true, false, false]);
    const range = { where: [owned, ['$createdAt', '<', 5]], orderBy: [['$createdAt', 'desc']] };
    expect(directions(range, quirks)).toEqual([false, true, true]);
  });
});
