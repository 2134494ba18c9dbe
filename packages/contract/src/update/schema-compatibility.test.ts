import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatPointer } from '../source/json-pointer.js';
import { readValue } from '../source/read-value.js';
import { compareJson } from './json-changes.js';
import { checkChange } from './schema-compatibility.js';

interface OfficialExample {
  readonly before: unknown;
  readonly after: unknown;
  readonly incompatible: readonly string[];
}

const examples: OfficialExample[] = JSON.parse(
  readFileSync(new URL('../../../../fixtures/contracts/schema-compatibility.json', import.meta.url), 'utf8'),
);

interface RecordedUpdate {
  readonly before: unknown;
  readonly after: unknown;
  readonly operations: readonly string[];
  readonly incompatible?: readonly string[];
  readonly failsAt?: string;
}

const recorded: RecordedUpdate[] = readFileSync(
  new URL('../../../../fixtures/contracts/schema-updates.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** Where contracts are stricter than the official validator of schemas: from `required` nothing is removed. */
const STRICTER: Readonly<Record<string, readonly string[]>> = {
  '{"required":["foo","bar"]} {"required":["foo"]}': ['remove /required/1'],
  '{"required":["foo","bar"]} {"required":["bar"]}': ['remove /required/1'],
  '{"required":["foo"]} {}': ['remove /required'],
};

function judged(before: unknown, after: unknown, verdict: string): string[] {
  return compareJson(readValue(before).root!, readValue(after).root!)
    .filter((change) => checkChange(change).verdict === verdict)
    .map(({ op, keys }) => `${op} ${formatPointer(keys)}`);
}

const schemaWith = (a: object, members: object = {}) => ({ type: 'object', properties: { a }, ...members });
const TEXT = { type: 'string', maxLength: 10, position: 0 };

const named = (name: string, maxLength: number) => ({ properties: { [name]: { maxLength } } });

describe('the compatibility of schemas', () => {
  it.each(examples)('official example: $before to $after', ({ before, after, incompatible }) => {
    expect(judged(before, after, 'unsupported')).toEqual([]);
    expect(judged(before, after, 'incompatible')).toEqual(
      STRICTER[`${JSON.stringify(before)} ${JSON.stringify(after)}`] ?? incompatible,
    );
  });

  it.each([
    [{ maxLength: 10 }, { maxLength: 11 }, []],
    [{ maxLength: 10 }, { maxLength: 9 }, ['replace /properties/a/maxLength']],
    [{ maxLength: 10 }, {}, []],
    [{}, { maxLength: 10 }, ['add /properties/a/maxLength']],
    [{ maximum: 1 }, { maximum: 1.5 }, []],
    [{ maximum: -5 }, { maximum: -3 }, []],
    [{ minimum: -3 }, { minimum: -5 }, []],
    [{ multipleOf: 2 }, {}, ['remove /properties/a/multipleOf']],
    [{ pattern: 'a' }, { pattern: 'b' }, ['replace /properties/a/pattern']],
    [{ enum: ['a'] }, { enum: ['a', 'b'] }, []],
    [{ enum: ['a', 'b'] }, { enum: ['a'] }, ['remove /properties/a/enum/1']],
    [{ enum: ['a', 'b'] }, { enum: ['b', 'a'] }, []],
    [{ enum: ['a', 'b'] }, { enum: ['c', 'a', 'b'] }, ['replace /properties/a/enum/0']],
    [{ const: { x: 1 } }, { const: { x: 2 } }, ['replace /properties/a/const/x']],
    [{}, { uniqueItems: false }, ['add /properties/a/uniqueItems']],
    [{ properties: { n: TEXT } }, { properties: { n: TEXT, m: { unknown: 1 } } }, []],
    [{}, { required: [] }, ['add /properties/a/required']],
  ])('executed sample: property %j to %j', (before, after, incompatible) => {
    expect(judged(schemaWith(before), schemaWith(after), 'incompatible')).toEqual(incompatible);
  });

  it.each([
    [{ required: ['a'] }, { required: ['a', 'b'] }, ['add /required/1']],
    [{ required: ['a', 'b'] }, { required: ['a'] }, ['remove /required/1']],
    [{ required: ['a', 'b'] }, { required: ['b', 'a'] }, []],
    [{}, { required: [] }, ['add /required']],
    [
      { dependentRequired: { a: ['b'] } },
      { dependentRequired: { a: ['b'], c: ['d'] } },
      ['add /dependentRequired/c'],
    ],
    [{ dependentRequired: { a: ['b'], c: ['d'] } }, { dependentRequired: { a: ['b'] } }, []],
    [{}, { documentsMutable: true }, ['add /documentsMutable']],
    [{ $comment: 'a' }, { $comment: 'b' }, []],
  ])('executed sample: type %j to %j', (before, after, incompatible) => {
    expect(judged(schemaWith(TEXT, before), schemaWith(TEXT, after), 'incompatible')).toEqual(incompatible);
  });

  it('agrees with the official build on random changes', () => {
    expect(recorded.length).toBe(212);
    for (const { before, after, operations, incompatible, failsAt } of recorded) {
      const changes = compareJson(readValue(before).root!, readValue(after).root!);
      expect(changes.map(({ op, keys }) => `${op} ${formatPointer(keys)}`)).toEqual(operations);
      const failing = changes.find((change) => checkChange(change).verdict === 'unsupported');
      expect(failing && formatPointer(failing.keys)).toBe(failsAt);
      const found = failing === undefined ? judged(before, after, 'incompatible') : undefined;
      expect(found).toEqual(incompatible);
    }
  });

  it('does not support some keywords, at any level', () => {
    for (const keyword of ['indices', 'tokenCost', 'transient', 'minProperties', 'contains', 'toString'])
      expect(judged(schemaWith(TEXT), schemaWith(TEXT, { [keyword]: 1 }), 'unsupported')).toEqual([
        `add /${keyword}`,
      ]);
    expect(judged(schemaWith(TEXT), schemaWith({ ...TEXT, minProperties: 1 }), 'unsupported')).toEqual([
      'add /properties/a/minProperties',
    ]);
  });

  it('distinguishes property names from keywords', () => {
    for (const name of ['type', 'properties', 'indices', 'a/b', 'a~b', '__proto__']) {
      const path = `/properties/${name.replace('~', '~0').replace('/', '~1')}/maxLength`;
      expect(judged(named(name, 2), named(name, 1), 'incompatible')).toEqual([`replace ${path}`]);
      expect(judged(named(name, 1), named(name, 2), 'incompatible')).toEqual([]);
    }
  });
});
