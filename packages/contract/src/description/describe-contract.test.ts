import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  contract,
  IDENTIFIER_PROPERTY,
  note,
  noteOf,
  EXAMPLE_OWNER_ID,
  withDefinitions,
  withToken,
} from '../rules/example.js';
import type { ContractDescription, DocumentTypeDescription } from './contract-description.js';
import { describeContract } from './describe-contract.js';

const described = (input: unknown, protocolVersion = 13): ContractDescription => {
  const result = describeContract(input, { protocolVersion });
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
  return result.description;
};
const typeOf = (input: unknown, protocolVersion?: number): DocumentTypeDescription =>
  described(input, protocolVersion).documentTypes[0]!;

it('describeContract fills in the defaults of a document type', () => {
  expect(typeOf(note())).toEqual({
    name: 'note',
    documentsMutable: true,
    canBeDeleted: true,
    documentsKeepHistory: false,
    keepsTransferHistory: false,
    keepsPurchaseHistory: false,
    keepsPricingHistory: false,
    transferable: 0,
    tradeMode: 0,
    creationRestrictionMode: 0,
    signatureSecurityLevelRequirement: 2,
    tokenCost: {},
    requiresRevision: true,
    hasCreatorId: false,
    recordedTimes: [],
    properties: [
      { name: 'text', path: 'text', type: 'string', required: false, transient: false, properties: [] },
    ],
    indices: [],
    aggregates: { countable: 'notCountable', rangeCountable: false, rangeSummable: false },
  });
});

it('describeContract uses the defaults of the contract config', () => {
  const config = {
    $formatVersion: '1',
    canBeDeleted: false,
    readonly: false,
    keepsHistory: false,
    documentsKeepHistoryContractDefault: true,
    documentsMutableContractDefault: false,
    documentsCanBeDeletedContractDefault: false,
    requiresIdentityEncryptionBoundedKey: null,
    requiresIdentityDecryptionBoundedKey: null,
    sizedIntegerTypes: false,
  };
  const properties = { count: { type: 'integer', minimum: 0, maximum: 5, position: 0 } };
  const { documentTypes, id, ownerId } = described(contract({ config, documentSchemas: noteOf(properties) }));
  expect(documentTypes[0]).toMatchObject({
    documentsMutable: false,
    canBeDeleted: false,
    documentsKeepHistory: true,
    requiresRevision: false,
    properties: [{ type: 'i64' }],
  });
  expect(id).toBe('98iS7jxrniePvR9H9pN9ENr1p9wh68XiAqGebfqGUfaG');
  expect(ownerId).toBe(EXAMPLE_OWNER_ID);
});

it('describeContract describes the storage of each property', () => {
  const properties = {
    small: { type: 'integer', minimum: 0, maximum: 200, position: 0 },
    signed: { type: 'integer', minimum: -1, maximum: 40_000, position: 1 },
    wide: { type: 'integer', position: 2 },
    ratio: { type: 'number', position: 3 },
    flag: { type: 'boolean', position: 4 },
    who: { ...IDENTIFIER_PROPERTY, position: 5 },
    seal: { type: 'array', byteArray: true, minItems: 4, maxItems: 4, position: 6 },
    body: { type: 'array', byteArray: true, maxItems: 40, position: 7 },
  };
  expect(
    typeOf(noteOf(properties)).properties.map(({ name, type, byteLength }) => [name, type, byteLength]),
  ).toEqual([
    ['small', 'u8', undefined],
    ['signed', 'i32', undefined],
    ['wide', 'i64', undefined],
    ['ratio', 'f64', undefined],
    ['flag', 'boolean', undefined],
    ['who', 'identifier', 32],
    ['seal', 'bytes', 4],
    ['body', 'bytes', undefined],
  ]);
});

it('describeContract sorts properties by position, those of an object as listed', () => {
  const nested = {
    type: 'object',
    position: 0,
    properties: { z: { type: 'boolean', position: 1 }, a: { type: 'integer', position: 0 } },
    required: ['a'],
    additionalProperties: false,
  };
  const { properties } = typeOf(
    noteOf({ last: { type: 'boolean', position: 1 }, place: nested }, { transient: ['last'] }),
  );
  expect(properties.map(({ path, transient }) => [path, transient])).toEqual([
    ['place', false],
    ['last', true],
  ]);
  expect(properties[0]?.properties.map(({ path, required }) => [path, required])).toEqual([
    ['place.z', false],
    ['place.a', true],
  ]);
});

it('describeContract resolves references', () => {
  const place = {
    type: 'object',
    properties: { zip: { type: 'string', maxLength: 5, position: 0 } },
    additionalProperties: false,
  };
  const documents = noteOf({ place: { $ref: '#/$defs/place', position: 0 } });
  expect(typeOf(withDefinitions({ place }, documents)).properties).toMatchObject([
    { type: 'object', properties: [{ path: 'place.zip', type: 'string' }] },
  ]);
});

it('describeContract describes the system properties of transferable documents by protocol', () => {
  const tradable = note({ tradeMode: 1, documentsMutable: false, required: ['$updatedAt', '$createdAt'] });
  expect(typeOf(tradable)).toMatchObject({
    requiresRevision: true,
    hasCreatorId: true,
    recordedTimes: ['$createdAt', '$updatedAt'],
  });
  expect(typeOf(tradable, 9).hasCreatorId).toBe(false);
});

it('describeContract omits $creatorId for contracts and configs of format 0', () => {
  const documentSchemas = note({ tradeMode: 1 });
  const withConfig = (format: string) => contract({ config: { $formatVersion: format }, documentSchemas });
  const config = { $formatVersion: '1' };
  expect(typeOf(contract({ $formatVersion: '0', config, documentSchemas })).hasCreatorId).toBe(false);
  expect(typeOf(withConfig('0'), 11).hasCreatorId).toBe(false);
  expect(typeOf(withConfig('1'), 11).hasCreatorId).toBe(true);
});

it('describeContract describes token costs with their defaults', () => {
  const cost = { tokenPosition: 0, amount: 5, effect: 1 };
  const types = { documentSchemas: note({ tokenCost: { create: cost } }) };
  expect(typeOf({ ...withToken(), ...types }).tokenCost).toEqual({ create: { ...cost, gasFeesPaidBy: 0 } });
});

describe('the indices of describeContract', () => {
  it('are sorted by name', () => {
    const indices = [
      { name: 'b', properties: [{ text: 'asc' }, { $ownerId: 'asc' }], unique: true },
      { name: 'B', properties: [{ $ownerId: 'asc' }], nullSearchable: false },
    ];
    const aggregates = { countable: 'notCountable', rangeCountable: false, rangeSummable: false };
    expect(typeOf(note({ indices })).indices).toEqual([
      { name: 'B', properties: ['$ownerId'], unique: false, nullSearchable: false, aggregates },
      { name: 'b', properties: ['text', '$ownerId'], unique: true, nullSearchable: true, aggregates },
    ]);
  });

  const score = { score: { type: 'integer', minimum: 0, maximum: 9, position: 0 } };
  const aggregatesOf = (flags: object, ofType: object = {}) => {
    const index = { name: 'a', properties: [{ score: 'asc' }], ...flags };
    return typeOf(noteOf(score, { indices: [index], required: ['score'], ...ofType }));
  };

  it.each([
    [{ countable: true }, { countable: 'countable', rangeCountable: false, rangeSummable: false }],
    [
      { countable: 'countableAllowingOffset', rangeCountable: true },
      { countable: 'countableAllowingOffset', rangeCountable: true, rangeSummable: false },
    ],
    [
      { summable: 'score', rangeSummable: true },
      { countable: 'notCountable', summable: 'score', rangeCountable: false, rangeSummable: true },
    ],
    [
      { averageable: 'score', rangeAverageable: true },
      { countable: 'countable', summable: 'score', rangeCountable: true, rangeSummable: true },
    ],
  ])('have the aggregates for %j', (flags, expected) => {
    expect(aggregatesOf(flags).indices[0]?.aggregates).toEqual(expected);
  });

  it('do not add their aggregates to the type', () => {
    const { aggregates } = aggregatesOf({}, { documentsAverageable: 'score' });
    expect(aggregates).toEqual({
      countable: 'countable',
      summable: 'score',
      rangeCountable: false,
      rangeSummable: false,
    });
  });

  it('include contests', () => {
    const folder = new URL('../../../../fixtures/contracts/real/', import.meta.url);
    const documents: unknown = JSON.parse(readFileSync(new URL('dpns.json', folder), 'utf8'));
    const { documentTypes } = described({ documents }, 11);
    const contested = documentTypes
      .flatMap(({ indices }) => indices)
      .filter((index) => index.contested !== undefined);
    expect(contested).toMatchObject([
      {
        name: 'parentNameAndLabel',
        properties: ['normalizedParentDomainName', 'normalizedLabel'],
        unique: true,
        contested: {
          resolution: 0,
          fieldMatches: [{ field: 'normalizedLabel', regexPattern: '^[a-zA-Z01-]{3,19}$' }],
        },
      },
    ]);
  });
});

it('describeContract returns diagnostics for a contract that the network rejects', () => {
  const result = describeContract({ note: { type: 'object' } });
  expect(result.ok).toBe(false);
  expect(result.diagnostics.length).toBeGreaterThan(0);
});

it('describeContract returns plain data', () => {
  const description = described(contract());
  expect(JSON.parse(JSON.stringify(description))).toEqual(description);
});
