import { expect, it } from 'vitest';
import { rejection } from '../../test/indexed-note.js';
import { OWNER } from '../../test/sample-contract.js';
import type { QueryErrorName } from './query-errors.js';

const owned = ['$ownerId', '==', OWNER];
const orderBy = [['$createdAt', 'asc']];

it.each<[string, unknown, QueryErrorName]>([
  ['an array', [], 'InvalidArgument'],
  ['an unknown member', { select: 1 }, 'Unsupported'],
  ['an offset', { offset: 1 }, 'Unsupported'],
  ['a grouping', { groupBy: ['a'] }, 'InvalidArgument'],
  ['a limit above 100', { limit: 101 }, 'InvalidLimit'],
  ['a limit below 0', { limit: -1 }, 'InvalidLimit'],
  ['half a limit', { limit: 1.5 }, 'InvalidLimit'],
  ['both starts', { startAt: OWNER, startAfter: OWNER }, 'DuplicateStartConditions'],
  ['an invalid start id', { startAt: 'abc' }, 'InvalidStartsWithClause'],
  ['a start of 31 bytes', { startAfter: new Uint8Array(31) }, 'InvalidStartsWithClause'],
  ['where as text', { where: 'a == 1' }, 'InvalidFormatWhereClause'],
  ['a clause as text', { where: ['a == 1'] }, 'InvalidFormatWhereClause'],
  ['two components', { where: [['a', '==']] }, 'InvalidWhereClauseComponents'],
  ['no value', { where: [['a', '==', undefined]] }, 'InvalidWhereClauseComponents'],
  ['a field that is not text', { where: [[1, '==', 1]] }, 'InvalidWhereClauseComponents'],
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
])('groupClauses rejects %s', (_, query, name) => {
  expect(rejection(query)).toMatchObject({ name });
});
