import { describe, expect, it } from 'vitest';
import { compareContracts } from '../src/index.js';
import {
  type Members,
  TEXT,
  only,
  withProperties,
  official,
  next,
  configured,
  index,
  rejections,
  codes,
} from './update-samples.js';

const bytes = (members: Members) =>
  withProperties({ a: { type: 'array', byteArray: true, position: 0, ...members } });
const number = (minimum: number, maximum: number) =>
  withProperties({ a: { type: 'integer', minimum, maximum, position: 0 } });

const patchOf = (before: unknown, after: unknown) =>
  compareContracts(before, after).diagnostics[0]?.fix.patch;

describe('an update of a document type', () => {
  it.each<[string, Members, Members, [string, number | undefined, string][]]>([
    [
      'an option, reported once',
      only({ documentsMutable: true }),
      only({ documentsMutable: false }),
      [['update-type-option', 40212, '/t/documentsMutable']],
    ],
    ['an option left out', only({ transferable: 1 }), only(), [['update-type-option', 40212, '/t']]],
    [
      'a default spelled out',
      only(),
      only({ signatureSecurityLevelRequirement: 2 }),
      [['update-keyword', 10246, '/t/signatureSecurityLevelRequirement']],
    ],
    [
      'another security level',
      only(),
      only({ signatureSecurityLevelRequirement: 1 }),
      [['update-type-option', 40212, '/t/signatureSecurityLevelRequirement']],
    ],
    [
      'history of sales',
      only(),
      only({ keepsPurchaseHistory: true }),
      [['update-type-option', 40212, '/t/keepsPurchaseHistory']],
    ],
    [
      'an explicit count of none',
      only(),
      only({ documentsCountable: false }),
      [['update-keyword-unsupported', undefined, '/t/documentsCountable']],
    ],
    [
      'a count over ranges, reported once',
      only(),
      only({ rangeCountable: true }),
      [['update-type-option', 40212, '/t/rangeCountable']],
    ],
    ['a cost', only({ minProperties: 1 }), only(), [['update-keyword-unsupported', undefined, '/t']]],
    [
      'a property renamed',
      only(),
      withProperties({ b: TEXT }),
      [['update-property-removed', 10246, '/t/properties']],
    ],
    [
      'another type of property',
      only(),
      withProperties({ a: { type: 'integer', position: 0 } }),
      [['update-keyword', 10246, '/t/properties/a/type']],
    ],
    [
      'several values removed from a list, reported once',
      withProperties({ a: { ...TEXT, enum: ['x', 'y', 'z'] } }),
      withProperties({ a: { ...TEXT, enum: ['x'] } }),
      [['update-limit', 10246, '/t/properties/a/enum']],
    ],
    [
      'a malformed limit, reported as such',
      only(),
      withProperties({ a: { ...TEXT, maxLength: -1 } }),
      [['property-keyword-value', 10101, '/t/properties/a/maxLength']],
    ],
    [
      'an unknown keyword, reported as such',
      only(),
      withProperties({ a: { ...TEXT, title: 'A' } }),
      [['property-keyword-unknown', 10101, '/t/properties/a/title']],
    ],
    [
      'what must be there removed, reported as such',
      only(),
      { t: { type: 'object', properties: { a: TEXT } } },
      [['document-type-member-missing', 10101, '/t']],
    ],
  ])('rejects %s', (_, before, after, expected) => {
    expect(rejections(before, after)).toEqual(expected);
  });

  it('reports a changed default of the contract once', () => {
    const after = next(configured({ documentsMutableContractDefault: false }));
    expect(codes(official(), after)).toEqual(['update-config']);
  });

  it('names the properties that "required" gains and loses', () => {
    const both = { a: TEXT, b: { ...TEXT, position: 1 } };
    const [diagnostic] = compareContracts(
      withProperties(both, { required: ['a'] }),
      withProperties(both, { required: ['b'] }),
    ).diagnostics;
    expect(diagnostic).toMatchObject({ code: 'update-required', at: '/t/required' });
    expect(diagnostic?.message).toContain('gains "b" and loses "a"');
  });

  it('has a patch that restores the baseline', () => {
    expect(patchOf(only(), withProperties({ a: { ...TEXT, maxLength: 9 } }))).toEqual([
      { op: 'replace', path: '/t/properties/a/maxLength', value: 10 },
    ]);
    expect(patchOf(only(), only({ documentsMutable: true }))).toEqual([
      { op: 'remove', path: '/t/documentsMutable' },
    ]);
    expect(patchOf(withProperties({ a: { ...TEXT, multipleOf: 2 } }), only())).toEqual([
      { op: 'add', path: '/t/properties/a/multipleOf', value: 2 },
    ]);
  });
});

describe('an update of indices', () => {
  const TWO = { a: TEXT, b: { ...TEXT, position: 1 }, c: { ...TEXT, position: 2 } };
  const indexed = (...indices: readonly Members[]) => withProperties(TWO, { indices });
  const registered = [index('j', 'c'), index('k', 'a', 'b')];
  const reported = (before: readonly Members[], after: readonly Members[]) => {
    const { diagnostics } = compareContracts(indexed(...before), indexed(...after));
    return diagnostics
      .filter(({ rejectedBy }) => rejectedBy === 'network')
      .map(({ code, official, message, at }) => [code, official?.code, at, message]);
  };

  it('is rejected by the number of a level, as in the official test', () => {
    expect(reported(registered, [...registered, index('i', 'a')])).toEqual([
      [
        'update-index',
        10217,
        '/t/indices/2',
        expect.stringContaining('the network reports a -> Invalid path'),
      ],
    ]);
  });

  it('is rejected without a consensus error if the levels stay the same', () => {
    const unique = { ...index('j', 'c'), unique: true };
    for (const after of [[...registered, index('z', 'a')], [unique, registered[1]!], registered.toReversed()])
      expect(reported(registered, after)).toEqual([
        ['update-index', undefined, expect.any(String), expect.not.stringContaining('->')],
      ]);
  });

  it('names the missing level', () => {
    expect(reported(registered, [registered[0]!])).toEqual([
      [
        'update-index',
        10217,
        '/t/indices',
        expect.stringContaining('index "k" removed; the network reports a'),
      ],
    ]);
    expect(reported([index('k', 'a', 'b')], [index('k', 'a', 'c')])).toEqual([
      ['update-index', 10217, '/t/indices/0', expect.stringContaining('the network reports a -> b')],
    ]);
  });

  it('is reported beside errors of an index', () => {
    expect(rejections(indexed(), indexed(index('k', 'x')))).toEqual([
      ['update-index', 10217, '/t/indices/0'],
      ['index-property-unknown', 10209, '/t/indices/0/properties/0/x'],
    ]);
  });

  it('is reported at the type if no index is left', () => {
    expect(rejections(indexed(index('k', 'a')), withProperties(TWO))).toEqual([
      ['update-index', 10217, '/t'],
    ]);
  });
});

describe('an update of stored widths', () => {
  it('keeps a byte array fixed or variable, and reports it once', () => {
    const fixed = bytes({ minItems: 20, maxItems: 20 });
    const rejected = [['update-byte-width', 40212, expect.any(String)]];
    expect(rejections(fixed, bytes({ minItems: 20, maxItems: 32 }))).toEqual(rejected);
    expect(rejections(fixed, bytes({ minItems: 16, maxItems: 16 }))).toEqual(rejected);
    expect(rejections(fixed, bytes({ maxItems: 20 }))).toEqual(rejected);
    expect(rejections(bytes({ maxItems: 20 }), fixed)).toEqual(rejected);
    expect(rejections(bytes({ maxItems: 20 }), bytes({ maxItems: 32 }))).toEqual([]);
  });

  it('warns of a changed integer width', () => {
    expect(codes(number(0, 100), number(0, 1000))).toEqual(['update-integer-width']);
    expect(codes(number(0, 100), number(-1, 100))).toEqual(['update-integer-width']);
    expect(codes(number(0, 100), number(0, 255))).toEqual([]);
    expect(codes(number(0, 1000), number(0, 100))).toEqual(['update-limit']);
    expect(codes(number(0, 100), number(0, 1000), 8)).toEqual([]);
  });
});
