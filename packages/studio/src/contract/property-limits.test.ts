import { describeContract } from '@dapikit/contract';
import { describe, expect, it } from 'vitest';
import { flattenProperties, describeLimits, findTypeSchema } from './property-limits.js';

const TYPE = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 3, maxLength: 63, pattern: '^[a-z]+$', position: 0 },
    age: { type: 'integer', minimum: 0, position: 1 },
    key: { type: 'array', byteArray: true, minItems: 32, maxItems: 32, position: 2 },
    home: {
      type: 'object',
      properties: { kind: { type: 'string', enum: ['flat', 'house'], maxLength: 9, position: 0 } },
      additionalProperties: false,
      position: 3,
    },
  },
  additionalProperties: false,
};

describe('the limits of a property', () => {
  it.each([
    ['name', ['3 to 63 characters', 'matches ^[a-z]+$']],
    ['age', ['at least 0']],
    ['key', ['exactly 32 bytes']],
    ['home.kind', ['up to 9 characters', 'one of "flat","house"']],
    ['home', []],
    ['absent', []],
    ['name.first', []],
  ])('are described for %s', (path, limits) => {
    expect(describeLimits(TYPE, path)).toEqual(limits);
  });

  it('are empty for a missing type', () => {
    expect(describeLimits(undefined, 'name')).toEqual([]);
  });
});

it.each([
  ['a map of types', { note: TYPE }],
  ['the form of the specification', { documents: { note: TYPE } }],
  ['the official form', { documentSchemas: { note: TYPE } }],
])('findTypeSchema finds a document type in %s', (_, contract) => {
  expect(findTypeSchema(contract, 'note')).toEqual(TYPE);
  expect(findTypeSchema(contract, 'other')).toBeUndefined();
});

it('flattenProperties lists properties of an object after the object', () => {
  const described = describeContract({ note: TYPE });
  if (!described.ok) throw new Error('the contract was rejected');
  const [type] = described.description.documentTypes;
  expect(flattenProperties(type!).map(({ path }) => path)).toEqual([
    'name',
    'age',
    'key',
    'home',
    'home.kind',
  ]);
});
