import { contractJsonSchema, KEYWORDS } from '@dapikit/contract';
import { describe, expect, it } from 'vitest';
import { membersIn, findSchemas, descriptionIn, collectValues } from './schema-walk.js';

const schema = contractJsonSchema({});
const names = (path: readonly (string | number)[]): string[] =>
  membersIn(findSchemas(schema, path)).map(({ name }) => name);

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
  ])('include the keywords of %s', (_, path, keyword) => {
    expect(names(path)).toContain(keyword);
  });

  it('describe every keyword of a property', () => {
    const members = membersIn(findSchemas(schema, ['note', 'properties', 'text']));
    const described = new Set(
      members.filter(({ schema }) => descriptionIn(schema) !== undefined).map(({ name }) => name),
    );
    const wanted = KEYWORDS.filter(({ place, versions }) => place === 'property' && versions.includes(13));
    expect(wanted.map(({ name }) => name).filter((name) => !described.has(name))).toEqual([]);
  });

  it('name the required members', () => {
    const required = membersIn(findSchemas(schema, ['note'])).filter(({ isRequired }) => isRequired);
    expect(required.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['type', 'properties', 'additionalProperties']),
    );
  });

  it('list values with their meanings', () => {
    const values = collectValues(findSchemas(schema, ['note', 'indices', 0, 'countable']));
    expect(values).toContainEqual({ value: 'countable', meaning: 'counted' });
    expect(collectValues(findSchemas(schema, ['note', 'documentsMutable']))).toEqual([
      { value: true },
      { value: false },
    ]);
    const types = collectValues(findSchemas(schema, ['note', 'properties', 'text', 'type'])).map(
      ({ value }) => value,
    );
    expect(types).toContain('string');
  });

  it('are empty inside a plain value', () => {
    expect(findSchemas(schema, ['note', 'properties', 'text', 'maxLength', 'x'])).toEqual([]);
  });

  it('terminate if a schema refers to itself', () => {
    const loop = {
      definitions: { a: { allOf: [{ $ref: '#/definitions/a' }], $ref: '#/definitions/a' } },
      $ref: '#/definitions/a',
    };
    expect(findSchemas(loop, []).length).toBeLessThan(5);
  });
});
