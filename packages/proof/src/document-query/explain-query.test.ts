import { describeContract } from '@dapikit/contract';
import { expect, it } from 'vitest';
import { OWNER, schemaOf, SCHEMAS, typeOf } from '../../test/sample-contract.js';
import { explainQuery } from './explain-query.js';

const PROPERTIES = { a: SCHEMAS.i16, b: SCHEMAS.i16, c: SCHEMAS.i16 };
const INDEX = { name: 'abc', properties: [{ a: 'asc' }, { b: 'asc' }, { c: 'asc' }] };
const type = typeOf(PROPERTIES, { indices: [INDEX] });

it('explainQuery names the index of a query and its use', () => {
  const query = {
    where: [
      ['a', '==', 1],
      ['b', '>', 2],
    ],
    orderBy: [['b', 'desc']],
  };
  expect(explainQuery(type, query)).toMatchObject({
    ok: true,
    index: 'abc',
    levels: [
      { property: 'a', use: '==', descending: false },
      { property: 'b', use: 'range', descending: true },
      { property: 'c', use: 'unused', descending: false },
    ],
    text: 'Index "abc" serves the query. a: one value; b: a range, descending; c: every value, as the query does not mention it.',
  });
});

it.each([
  [{}, 'All documents by their ids.'],
  [{ where: [['$id', '==', OWNER]] }, 'Documents named by their ids; no index is needed.'],
])('explainQuery reports that %j needs no index', (query, text) => {
  expect(explainQuery(type, query)).toMatchObject({ ok: true, levels: [], text });
});

it.each([
  [{ where: [['b', '==', 1]] }, ['b']],
  [
    {
      where: [
        ['b', '==', 1],
        ['$ownerId', '==', OWNER],
      ],
    },
    ['b', '$ownerId'],
  ],
  [{ where: [['a', 'in', [1]]], orderBy: [['a', 'asc']] }, ['a']],
  [
    {
      where: [
        ['c', '>', 1],
        ['b', '==', 1],
      ],
      orderBy: [['c', 'asc']],
    },
    ['b', 'c'],
  ],
  [{ where: [['c', '>', 1]] }, ['c']],
  [
    {
      where: [['b', '==', 2]],
      orderBy: [
        ['c', 'desc'],
        ['a', 'asc'],
      ],
    },
    ['b', 'c', 'a'],
  ],
])('explainQuery suggests an index for %j that a contract accepts', (query, properties) => {
  const explanation = explainQuery(type, query);
  const wanted = explanation.ok ? undefined : explanation.wanted;
  expect(wanted?.properties).toEqual(properties.map((property) => ({ [property]: 'asc' })));
  const result = describeContract({ note: schemaOf(PROPERTIES, { indices: [INDEX, wanted] }) });
  const [extended] = result.ok ? result.description.documentTypes : [];
  const served = extended && explainQuery(extended, query);
  const isMissingOrder = served?.ok === false && served.error.name === 'MissingOrderByForRange';
  expect(isMissingOrder || (served?.ok === true && served.index === wanted?.name)).toBe(true);
});

it.each([
  ['an object', { where: [['place', '==', 1]] }],
  ['an unrecorded time', { where: [['$createdAt', '==', 1]] }],
  ['an unknown field', { where: [['none', '==', 1]] }],
  [
    'an order that no index can have',
    {
      where: [
        ['a', 'in', [1]],
        ['b', '>', 1],
      ],
      orderBy: [
        ['b', 'asc'],
        ['c', 'asc'],
        ['a', 'asc'],
      ],
    },
  ],
  ['a malformed query', { where: 'a' }],
])('explainQuery suggests no index for %s', (_, query) => {
  const explanation = explainQuery(type, query);
  expect(explanation.ok).toBe(false);
  expect(explanation).not.toHaveProperty('wanted');
});

it('explainQuery suggests an unused index name that is short enough', () => {
  const long = 'a'.repeat(40);
  const taken = typeOf(
    { [long]: SCHEMAS.i16, b: SCHEMAS.i16 },
    { indices: [{ name: `byA${'a'.repeat(29)}`, properties: [{ b: 'asc' }] }] },
  );
  const explanation = explainQuery(taken, { where: [[long, '==', 1]] });
  expect(explanation.ok ? undefined : explanation.wanted?.name).toBe(`byA${'a'.repeat(28)}2`);
});

it.each<readonly [string, object, readonly RegExp[]]>([
  ['a range', { where: [['a', '>', 1]], orderBy: [['a', 'asc']] }, []],
  [
    'an "in" with a range below',
    {
      where: [
        ['a', '==', 1],
        ['b', 'in', [1, 2]],
        ['c', '>', 1],
      ],
      orderBy: [
        ['b', 'asc'],
        ['c', 'asc'],
      ],
    },
    [/use up the limit/],
  ],
  [
    'a range with a start document, and a property below',
    {
      where: [
        ['a', '==', 1],
        ['b', '>', 1],
      ],
      orderBy: [['b', 'asc']],
      startAfter: OWNER,
    },
    [/can lose documents/],
  ],
  [
    'a start document with values that others have',
    { orderBy: [['a', 'asc']], startAfter: OWNER },
    [/can lose/],
  ],
  [
    'a start document below one value',
    {
      where: [
        ['a', '==', 1],
        ['b', '==', 2],
      ],
      orderBy: [['c', 'asc']],
      startAfter: OWNER,
    },
    [/those with the same values/],
  ],
  [
    'a start document below one value that is included',
    {
      where: [
        ['a', '==', 1],
        ['b', '==', 2],
      ],
      orderBy: [['c', 'asc']],
      startAt: OWNER,
    },
    [/repeats earlier documents/],
  ],
  [
    'an ascending page of a range without a lower bound',
    {
      where: [
        ['a', '==', 1],
        ['b', '==', 2],
        ['c', '<', 9],
      ],
      orderBy: [['c', 'asc']],
      startAfter: OWNER,
    },
    [/those with the same values/, /can be empty: add a lower bound/],
  ],
  [
    '"desc" on a field without a clause',
    { where: [['a', '==', 1]], orderBy: [['b', 'desc']] },
    [/"desc" on b/],
  ],
])('warns of what the network does differently for %s', (_, query, warnings) => {
  const found = explainQuery(type, query);
  expect(found).toMatchObject({ ok: true, warnings: warnings.map((text) => expect.stringMatching(text)) });
});

it('warns of unsigned integers that sort before smaller ones', () => {
  const ranked = typeOf({ a: SCHEMAS.u8 }, { indices: [{ name: 'a', properties: [{ a: 'asc' }] }] });
  const query = { where: [['a', '>', 1]], orderBy: [['a', 'asc']] };
  expect(explainQuery(ranked, query)).toMatchObject({
    warnings: ['Up to protocol 13 values of a from 128 on sort before smaller ones, also in ranges.'],
  });
  expect(explainQuery(ranked, { where: [['a', '==', 200]] })).toMatchObject({ warnings: [] });
});

it('warns of the same, whether the platform has the defects or not', () => {
  const query = { where: [['a', '==', 1]], orderBy: [['b', 'desc']] };
  const quirks = { ignoresUnboundDescending: true };
  expect(explainQuery(type, query, { quirks })).toMatchObject({
    warnings: [expect.stringMatching(/"desc" on b/)],
  });
});
