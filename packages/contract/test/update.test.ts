import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { InvalidOptionError } from '../src/diagnostic/contract-error.js';
import { compareContracts, validateContract } from '../src/index.js';
import {
  type Members,
  TEXT,
  OWNER,
  OTHER,
  ID,
  type,
  only,
  official,
  next,
  configured,
  rejections,
  codes,
} from './update-samples.js';

describe('an update', () => {
  it('that changes only the version is accepted, at the full fee', () => {
    const { ok, accepted, diagnostics, changes, fees } = compareContracts(official(), next());
    expect({ ok, accepted, diagnostics }).toEqual({ ok: true, accepted: true, diagnostics: [] });
    expect(changes).toEqual([{ op: 'replace', path: '/version' }]);
    expect(fees?.registration.dash).toBe('0.12');
  });

  it('can add types, properties, definitions and groups, and loosen limits', () => {
    const group = { $formatVersion: '0', members: { [OWNER]: 1, [OTHER]: 1 }, requiredPower: 2 };
    const after = next({
      documentSchemas: {
        t: type({ properties: { b: { ...TEXT, position: 1 }, a: { ...TEXT, maxLength: 20 } } }),
        u: type(),
      },
      schemaDefs: { d: { type: 'string', maxLength: 5 } },
      groups: { 0: group },
    });
    const verdict = compareContracts(official(), after);
    expect(verdict.accepted).toBe(true);
    expect(verdict.diagnostics.map(({ code }) => code)).toEqual(['update-property-added']);
    expect(verdict.changes?.map(({ op, path }) => `${op} ${path}`)).toEqual([
      'replace /version',
      'add /documentSchemas/t/properties/b',
      'replace /documentSchemas/t/properties/a/maxLength',
      'add /documentSchemas/u',
      'add /schemaDefs',
      'add /groups',
    ]);
  });

  it('reports every error at once, with its line', () => {
    const before = JSON.stringify(official({ documentSchemas: { t: type(), u: type() } }));
    const after = `{
  "$formatVersion": "1", "id": "${ID}",
  "ownerId": "${OTHER}",
  "version": 7,
  "documentSchemas": { "t": { "type": "object", "properties": {
    "a": { "type": "string", "maxLength": 9, "position": 0 } },
    "required": ["a"], "additionalProperties": false } } }`;
    const { diagnostics, accepted } = compareContracts(before, after);
    expect(accepted).toBe(false);
    expect(
      diagnostics.map(({ code, range }) => `${code} ${range?.start.line}:${range?.start.column}`),
    ).toEqual([
      'update-owner 3:14',
      'update-version 4:14',
      'update-type-removed 5:22',
      'update-limit 6:43',
      'update-required 7:17',
    ]);
    expect(diagnostics[2]?.message).toContain('"u"');
  });

  it.each<[string, Members, Members, [string, number | undefined, string][]]>([
    ['another id', official(), next({ id: OTHER }), [['update-other-contract', 10400, '/id']]],
    [
      'a lower version',
      official({ version: 5 }),
      official({ version: 4 }),
      [['update-version', 10212, '/version']],
    ],
    [
      'a read-only contract',
      official(configured({ readonly: true })),
      next(configured({ readonly: true })),
      [['update-readonly', 40001, '/config/readonly']],
    ],
    [
      'a contract made read-only',
      official(),
      next(configured({ readonly: true })),
      [['update-config', 40002, '/config/readonly']],
    ],
    [
      'an option reset to its default',
      official(configured({ documentsMutableContractDefault: false })),
      next(),
      [['update-config', 40002, '']],
    ],
    [
      'a key requirement',
      official(configured({ requiresIdentityDecryptionBoundedKey: 1 })),
      next(configured({ requiresIdentityDecryptionBoundedKey: 2 })),
      [['update-config', 40002, '/config/requiresIdentityDecryptionBoundedKey']],
    ],
    [
      'a config that cannot be read, reported as such',
      official(configured({ keepsHistory: true })),
      next({ config: 5 }),
      [['config-shape', undefined, '/config']],
    ],
    [
      'sizes of integers turned off',
      official(configured({})),
      next(configured({ sizedIntegerTypes: false })),
      [['update-config', 40002, '/config/sizedIntegerTypes']],
    ],
    [
      'sizes of integers turned off by an old format',
      official(configured({})),
      next(configured({}, '0')),
      [['config-format-old', 40002, '/config/$formatVersion']],
    ],
    [
      'definitions removed',
      official({ schemaDefs: { d: TEXT } }),
      next(),
      [['update-definitions-removed', 10213, '']],
    ],
    [
      'a definition removed',
      official({ schemaDefs: { d: TEXT, e: TEXT } }),
      next({ schemaDefs: { d: TEXT } }),
      [['update-property-removed', 10213, '/schemaDefs']],
    ],
    [
      'a definition tightened',
      official({ schemaDefs: { d: TEXT } }),
      next({ schemaDefs: { d: { ...TEXT, maxLength: 9 } } }),
      [['update-limit', 10213, '/schemaDefs/d/maxLength']],
    ],
  ])('is rejected for %s', (_, before, after, expected) => {
    expect(rejections(before, after)).toEqual(expected);
  });

  it('can turn integer sizes on, and before protocol 12 off', () => {
    const [on, off] = [configured({}), configured({ sizedIntegerTypes: false })];
    expect(rejections(official(off), next(on))).toEqual([]);
    expect(rejections(official(on), next(off), 11)).toEqual([]);
  });
});

describe('the forms of baseline and update', () => {
  it('can differ: only document types are compared with a bare map', () => {
    const whole = official({ ...configured({ documentsMutableContractDefault: false }), version: 9 });
    expect(codes(whole, only())).toEqual([]);
    expect(codes(only(), whole)).toEqual([]);
    expect(codes(whole, only({ transferable: 1 }))).toEqual(['update-type-option']);
    expect(codes(whole, { documents: only(), documentsMutableContractDefault: false })).toEqual([]);
    expect(codes(whole, { documents: only() })).toEqual(['update-config']);
  });

  it('can lack id, owner and version in the specification form', () => {
    expect(codes({ documents: only(), version: 3 }, { documents: only() })).toEqual([]);
    expect(codes({ documents: only(), version: 3 }, { documents: only(), version: 3 })).toEqual([
      'update-version',
    ]);
  });

  it.each<[string, unknown, string]>([
    ['no JSON', '{"t":', 'not JSON'],
    ['no object', 5, 'expected an object, found 5'],
    ['nothing', undefined, 'nothing is not a JSON value'],
    ['no types', { t: 5 }, 'at /t, found 5'],
    ['too deep', `{"t":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'levels'],
    ['without an owner', official({ ownerId: 'x' }), 'for ownerId'],
    ['with a version in words', official({ version: 'one' }), 'for version'],
    ['with tokens in a list', official({ tokens: [] }), 'at /tokens'],
    ['with no documents', official({ documentSchemas: null }), 'for the document types'],
  ])('reports a baseline that is %s once', (_, before, message) => {
    const { diagnostics, accepted, changes } = compareContracts(before, next());
    expect({ accepted, changes }).toEqual({ accepted: false, changes: undefined });
    expect(diagnostics.map(({ code }) => code)).toEqual(['update-baseline-unreadable']);
    expect(diagnostics[0]?.message).toContain('the baseline cannot be read');
    expect(diagnostics[0]?.message).toContain(message);
  });

  it('can both be malformed', () => {
    expect(codes('{', '[')).toEqual(['update-baseline-unreadable', 'json-syntax']);
    expect(() => compareContracts(only(), only(), { protocolVersion: 15 })).toThrow(InvalidOptionError);
  });
});

describe('real contracts', () => {
  const folder = new URL('../../../fixtures/contracts/real/', import.meta.url);
  const names = [
    'dpns',
    'dashpay',
    'grades',
    'tutorial-nft-card',
    'dashproof',
    'yappr-social',
    'withdrawals',
  ];

  it.each(names)('%s can be updated by itself, but not without one of its types', (name) => {
    const contract: Record<string, unknown> = JSON.parse(
      readFileSync(new URL(`${name}.json`, folder), 'utf8'),
    );
    const plain = validateContract(contract, { transition: 'update' });
    expect(compareContracts(contract, contract)).toMatchObject(plain);
    expect(compareContracts(contract, contract).changes).toEqual([]);
    for (const removed of Object.keys(contract)) {
      const rest = Object.fromEntries(Object.entries(contract).filter(([key]) => key !== removed));
      expect(codes(contract, rest)).toContain('update-type-removed');
    }
  });

  it.each(names)('%s can gain a property, but not lose it again', (name) => {
    const contract: Record<string, { properties: object }> = JSON.parse(
      readFileSync(new URL(`${name}.json`, folder), 'utf8'),
    );
    for (const [key, schema] of Object.entries(contract)) {
      const position = Object.keys(schema.properties).length;
      const properties = { ...schema.properties, added: { ...TEXT, position } };
      const longer = { ...contract, [key]: { ...schema, properties } };
      const plain = validateContract(longer, { transition: 'update' });
      expect(compareContracts(contract, longer).accepted).toBe(plain.accepted);
      expect(codes(longer, contract)).toContain('update-property-removed');
    }
  });
});
