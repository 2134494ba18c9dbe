import { describe, expect, it } from 'vitest';
import { CONTRACT, OWNER, SCHEMAS, typeOf } from '../../test/sample-contract.js';
import { planQuery, type QueryOptions } from './plan-query.js';
import { QueryError, type QueryErrorName } from './query-error.js';
import type { IndexPlan } from './query-plan.js';

const index = (name: string, ...properties: string[]): object => ({
  name,
  properties: properties.map((property) => ({ [property]: 'asc' })),
});

const type = typeOf(
  {
    a: SCHEMAS.i16,
    b: SCHEMAS.i16,
    c: SCHEMAS.i16,
    d: SCHEMAS.i16,
    text: SCHEMAS.string,
    small: SCHEMAS.u8,
    title: SCHEMAS.string,
  },
  {
    required: ['$createdAt'],
    indices: [
      index('abc', 'a', 'b', 'c'),
      index('byTime', '$ownerId', '$createdAt'),
      index('long', 'd', 'c', 'b', 'a'),
      index('small', 'small'),
      index('text', 'text'),
    ],
  },
);

function refusal(query: unknown, options?: QueryOptions): QueryError {
  try {
    planQuery(type, query, options);
  } catch (error) {
    if (error instanceof QueryError) return error;
    throw error;
  }
  throw new Error('expected a refusal, found a plan');
}

const indexPlan = (query: unknown, options?: QueryOptions): IndexPlan => {
  const plan = planQuery(type, query, options);
  if (plan.kind === 'index') return plan;
  throw new Error('expected a plan with an index, found one with ids');
};

const owned = ['$ownerId', '==', OWNER];
const orderBy = [['$createdAt', 'asc']];

it.each<[string, unknown, QueryErrorName]>([
  ['no object', [], 'InvalidArgument'],
  ['an unknown member', { select: 1 }, 'Unsupported'],
  ['an offset', { offset: 1 }, 'Unsupported'],
  ['a grouping', { groupBy: ['a'] }, 'InvalidArgument'],
  ['a limit above 100', { limit: 101 }, 'InvalidLimit'],
  ['a limit below 0', { limit: -1 }, 'InvalidLimit'],
  ['half a limit', { limit: 1.5 }, 'InvalidLimit'],
  ['both starts', { startAt: OWNER, startAfter: OWNER }, 'DuplicateStartConditions'],
  ['a start that is no id', { startAt: 'abc' }, 'InvalidStartsWithClause'],
  ['a start of 31 bytes', { startAfter: new Uint8Array(31) }, 'InvalidStartsWithClause'],
  ['where as text', { where: 'a == 1' }, 'InvalidFormatWhereClause'],
  ['a clause as text', { where: ['a == 1'] }, 'InvalidFormatWhereClause'],
  ['two components', { where: [['a', '==']] }, 'InvalidWhereClauseComponents'],
  ['no value', { where: [['a', '==', undefined]] }, 'InvalidWhereClauseComponents'],
  ['a field that is no text', { where: [[1, '==', 1]] }, 'InvalidWhereClauseComponents'],
  ['an unknown operator', { where: [['a', '!=', 1]] }, 'InvalidWhereClauseComponents'],
  [
    'two == of a field',
    {
      where: [
        ['a', '==', 1],
        ['a', '=', 2],
      ],
    },
    'DuplicateNonGroupableClauseSameField',
  ],
  [
    '== and in of a field',
    {
      where: [
        ['a', '==', 1],
        ['a', 'in', [2]],
      ],
    },
    'DuplicateNonGroupableClauseSameField',
  ],
  [
    '== and startsWith',
    {
      where: [
        ['text', '==', 'a'],
        ['text', 'startsWith', 'b'],
      ],
    },
    'DuplicateNonGroupableClauseSameField',
  ],
  [
    'in and between',
    {
      where: [
        ['a', 'in', [1]],
        ['a', 'between', [1, 2]],
      ],
    },
    'DuplicateNonGroupableClauseSameField',
  ],
  [
    '== and a comparison',
    {
      where: [
        ['a', '==', 1],
        ['a', '>', 2],
      ],
    },
    'InvalidWhereClauseComponents',
  ],
  [
    'in and two comparisons',
    {
      where: [
        ['a', 'in', [1]],
        ['a', '>', 2],
        ['a', '<', 9],
      ],
    },
    'InvalidWhereClauseComponents',
  ],
  [
    'two in',
    {
      where: [
        ['a', 'in', [1]],
        ['b', 'in', [1]],
      ],
    },
    'MultipleInClauses',
  ],
  ['in with one value', { where: [['a', 'in', 1]] }, 'InvalidInClause'],
  ['in without values', { where: [['a', 'in', []]] }, 'InvalidInClause'],
  [
    'in with 101 values',
    { where: [['a', 'in', Array.from({ length: 101 }, (_, at) => at)]] },
    'InvalidInClause',
  ],
  ['in with a value twice', { where: [owned, ['$createdAt', 'in', [1, '1']]], orderBy }, 'InvalidInClause'],
  [
    'comparisons of two fields',
    {
      where: [
        ['a', '>', 1],
        ['b', '<', 1],
      ],
    },
    'MultipleRangeClauses',
  ],
  [
    'three comparisons',
    {
      where: [
        ['a', '>', 1],
        ['a', '<', 5],
        ['a', '<', 6],
      ],
    },
    'MultipleRangeClauses',
  ],
  [
    'two startsWith',
    {
      where: [
        ['text', 'startsWith', 'a'],
        ['text', 'startsWith', 'b'],
      ],
    },
    'MultipleRangeClauses',
  ],
  [
    'two lower bounds',
    {
      where: [
        ['a', '>', 1],
        ['a', '>=', 2],
      ],
    },
    'MultipleRangeClauses',
  ],
  [
    'an upper bound below the lower',
    { where: [owned, ['$createdAt', '>', 5], ['$createdAt', '<', 4]], orderBy },
    'MultipleRangeClauses',
  ],
  [
    'two upper bounds',
    {
      where: [
        ['a', '<', 1],
        ['a', '<=', 2],
      ],
    },
    'RangeClausesNotGroupable',
  ],
  [
    'a comparison beside between',
    {
      where: [
        ['a', 'between', [1, 2]],
        ['a', '<', 2],
      ],
    },
    'RangeClausesNotGroupable',
  ],
  ['between with three values', { where: [['a', 'between', [1, 2, 3]]] }, 'InvalidBetweenClause'],
  [
    'between downwards',
    { where: [owned, ['$createdAt', 'between', [2, 1]]], orderBy },
    'InvalidBetweenClause',
  ],
  ['startsWith nothing', { where: [['text', 'startsWith', '']] }, 'StartsWithIllegalString'],
  ['startsWith a number', { where: [['text', 'startsWith', 1]] }, 'StartsWithIllegalString'],
  [
    'startsWith of a number',
    { where: [['small', 'startsWith', '1']], orderBy: [['small', 'asc']] },
    'InvalidWhereClauseComponents',
  ],
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
  ['$id that is none', { where: [['$id', '==', 'abc']] }, 'InvalidWhereClauseComponents'],
  [
    '$id ordered by another field',
    { where: [['$id', 'in', [OWNER]]], orderBy: [['a', 'asc']] },
    'InvalidOrderByProperties',
  ],
  ['a range without orderBy', { where: [owned, ['$createdAt', '>', 10]] }, 'MissingOrderByForRange'],
  ['in without orderBy', { where: [['$ownerId', 'in', [OWNER]]] }, 'MissingOrderByForRange'],
  ['a field without an index', { where: [['title', '==', 'x']] }, 'WhereClauseOnNonIndexedProperty'],
  ['a field that is not there', { where: [['none', '==', 'x']] }, 'WhereClauseOnNonIndexedProperty'],
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
    'an order behind which a clause stands',
    { where: [['c', '==', 1]], orderBy: [['b', 'asc']] },
    'WhereClauseOnNonIndexedProperty',
  ],
])('refuses %s', (_, query, name) => {
  expect(refusal(query)).toMatchObject({ name });
});

it('says what was expected and found, where, and what to do', () => {
  const { name, message, place, advice } = refusal({ where: [['a', '!=', 1]] });
  expect({ name, message, place, advice }).toMatchInlineSnapshot(`
    {
      "advice": "there is no "not", no "or" and no "contains"",
      "message": "expected one of the operators == > >= < <= in startsWith between betweenExcludeBounds betweenExcludeLeft betweenExcludeRight in where[0], found "!=": there is no "not", no "or" and no "contains"",
      "name": "InvalidWhereClauseComponents",
      "place": "where[0]",
    }
  `);
});

describe('the plan of a query', () => {
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
  ])('with %s takes an index', (_, query, name, uses) => {
    const { index, levels } = indexPlan(query);
    expect([index.name, levels.map(({ use }) => use)]).toEqual([name, uses]);
  });

  it('takes the index with the fewest unused properties, then the first by name', () => {
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
  ])('goes by ids: %j', (query, count) => {
    const plan = planQuery(type, query);
    expect(plan.kind === 'ids' ? plan.ids?.length : 'an index').toBe(count);
  });

  it('is 100 documents long unless it says so', () => {
    expect(planQuery(type, {}).limit).toBe(100);
    expect(planQuery(type, { limit: 0 }).limit).toBe(100);
    expect(planQuery(type, { limit: 7 }).limit).toBe(7);
  });

  it.each(['between', 'Between'])('takes %s', (operator) => {
    const { levels } = indexPlan({ where: [['text', operator, ['a', 'b']]], orderBy: [['text', 'asc']] });
    expect(levels[0]?.select).toEqual({
      kind: 'range',
      from: { key: Uint8Array.of(0x61), included: true },
      to: { key: Uint8Array.of(0x62), included: true },
    });
  });

  it.each(['startsWith', 'StartsWith', 'startswith', 'starts_with'])('takes %s', (operator) => {
    const { levels } = indexPlan({ where: [['text', operator, 'ab']], orderBy: [['text', 'asc']] });
    expect(levels[0]?.select).toEqual({
      kind: 'range',
      from: { key: Uint8Array.of(0x61, 0x62), included: true },
      to: { key: Uint8Array.of(0x61, 0x63), included: false },
    });
  });

  it('ranges over unsigned integers as their keys are ordered, or by value', () => {
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

describe('the directions of a plan', () => {
  const quirks = { quirks: { ignoresUnboundDescending: true } };
  const below = {
    where: [['a', '==', 1]],
    orderBy: [
      ['b', 'desc'],
      ['c', 'desc'],
    ],
  };

  it('are those of orderBy, and ascending where it says nothing', () => {
    expect(directions(below)).toEqual([false, true, true, true]);
    expect(directions({ where: [['a', '==', 1]], orderBy: [['b', 'desc']] })).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  it('are, on request, those that the network looks at', () => {
    expect(directions(below, quirks)).toEqual([false, false, false, true]);
    expect(directions({ ...below, startAfter: OWNER }, quirks)).toEqual([false, true, true, true]);
    expect(directions({ orderBy: [['a', 'desc']] }, quirks)).toEqual([false, false, false, false]);
    const range = { where: [owned, ['$createdAt', '<', 5]], orderBy: [['$createdAt', 'desc']] };
    expect(directions(range, quirks)).toEqual([false, true, true]);
  });
});
