import { contractJsonSchema, KEYWORDS } from '@dapikit/contract';
import { describe, expect, it } from 'vitest';
import { membersOf, schemasAt, textOf, valuesOf } from './schema-walk.js';

const schema = contractJsonSchema({});
const names = (path: readonly (string | number)[]): string[] =>
  membersOf(schemasAt(schema, path)).map(({ name }) => name);

describe('the schemas at a path', () => {
  it.each([
    ['a property', ['note', 'properties', 'text'], 'maxLength'],
    ['a property in an object', ['note', 'properties', 'a', 'properties', 'b'], 'position'],
    ['a document type', ['note'], 'documentsMutable'],
    ['an index', ['note', 'indices', 0], 'nullSearchable'],
    ['a contest', ['note', 'indices', 3, 'contested'], 'fieldMatches'],
    ['a property of a whole contract', ['documentSchemas', 'note', 'properties', 'text'], 'maxLength'],
    ['a contract', [], 'documentSchemas'],
    ['a token', ['tokens', '0'], 'conventions'],
  ])('know the keywords of %s', (_, path, keyword) => {
    expect(names(path)).toContain(keyword);
  });

  it('know every keyword of a property, with what it means', () => {
    const members = membersOf(schemasAt(schema, ['note', 'properties', 'text']));
    const described = new Set(
      members.filter(({ schema }) => textOf(schema) !== undefined).map(({ name }) => name),
    );
    const wanted = KEYWORDS.filter(({ place, versions }) => place === 'property' && versions.includes(13));
    expect(wanted.map(({ name }) => name).filter((name) => !described.has(name))).toEqual([]);
  });

  it('tell what is needed', () => {
    const required = membersOf(schemasAt(schema, ['note'])).filter(({ isRequired }) => isRequired);
    expect(required.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['type', 'properties', 'additionalProperties']),
    );
  });

  it('tell the values that there are, and what they mean', () => {
    const values = valuesOf(schemasAt(schema, ['note', 'indices', 0, 'countable']));
    expect(values).toContainEqual({ value: 'countable', meaning: 'counted' });
    expect(valuesOf(schemasAt(schema, ['note', 'documentsMutable']))).toEqual([
      { value: true },
      { value: false },
    ]);
    const types = valuesOf(schemasAt(schema, ['note', 'properties', 'text', 'type'])).map(
      ({ value }) => value,
    );
    expect(types).toContain('string');
  });

  it('are none where nothing can be', () => {
    expect(schemasAt(schema, ['note', 'properties', 'text', 'maxLength', 'x'])).toEqual([]);
  });

  it('come to an end where a schema refers to itself', () => {
    const loop = {
      definitions: { a: { allOf: [{ $ref: '#/definitions/a' }], $ref: '#/definitions/a' } },
      $ref: '#/definitions/a',
    };
    expect(schemasAt(loop, []).length).toBeLessThan(5);
  });
});
