import { describe, expect, it } from 'vitest';
import { estimateFees } from './estimate-fees.js';

const TEXT = { type: 'string', maxLength: 63, position: 0 };
const TYPE = {
  type: 'object',
  properties: { text: TEXT },
  documentsMutable: false,
  additionalProperties: false,
};
const OWNER = { name: 'byOwner', properties: [{ $ownerId: 'asc' }] };
const BY_TEXT = { name: 'byText', properties: [{ text: 'asc' }], unique: true };
const CONTEST = { resolution: 0, fieldMatches: [{ field: 'text', regexPattern: '^[a-z]{3,9}$' }] };
const TOKEN = {
  $formatVersion: '0',
  conventions: {
    $formatVersion: '0',
    localizations: {
      en: { $formatVersion: '0', shouldCapitalize: true, singularForm: 'credit', pluralForm: 'credits' },
    },
  },
  distributionRules: {
    $formatVersion: '0',
    perpetualDistribution: {
      $formatVersion: '0',
      distributionType: {
        $type: 'blockBasedDistribution',
        interval: 100,
        function: { $type: 'fixedAmount', amount: 1 },
      },
      distributionRecipient: { $type: 'contractOwner' },
    },
  },
};

describe('estimateFees', () => {
  it.each([
    ['one type without an index', { note: TYPE }, '0.12'],
    [
      'a contested and a plain index',
      { name: { ...TYPE, indices: [{ ...BY_TEXT, contested: CONTEST }, OWNER] } },
      '1.13',
    ],
    [
      'two types with a unique index each and a token with a distribution',
      {
        documents: { a: { ...TYPE, indices: [BY_TEXT] }, b: { ...TYPE, indices: [BY_TEXT] } },
        tokens: { 0: TOKEN },
      },
      '0.36',
    ],
  ])('lists the registration fees of %s', (_, input, dash) => {
    expect(estimateFees(input).estimate?.registration.dash).toBe(dash);
    expect(estimateFees(input, { protocolVersion: 11 }).estimate?.registration.dash).toBe(dash);
  });

  it('charges 0.1 DASH more for a distribution once per identity at protocol 14', () => {
    const distributionRules = { $formatVersion: '1', oncePerIdentityDistribution: { amount: 5 } };
    const token = { ...TOKEN, $formatVersion: '1', distributionRules };
    const { estimate } = estimateFees(
      { documents: { a: TYPE }, tokens: { 0: token } },
      { protocolVersion: 14 },
    );
    // The contract 0.1, a document type 0.02, a token 0.1, its distribution 0.1.
    expect(estimate?.registration.dash).toBe('0.32');
  });

  it('goes by the long form of types, while the transition has the short one, at protocol 14', () => {
    const identifier = { type: 'identifier', position: 0 };
    const long = {
      type: 'array',
      byteArray: true,
      minItems: 32,
      maxItems: 32,
      contentMediaType: 'application/x.dash.dpp.identifier',
      position: 0,
    };
    const [short, written] = [identifier, long].map((to) =>
      estimateFees({ note: { ...TYPE, properties: { to } } }, { protocolVersion: 14 }),
    );
    expect(short?.estimate).toEqual(written?.estimate);
    expect(short?.verdict.contract?.transitionBytes).toBeLessThan(
      written?.verdict.contract?.transitionBytes ?? 0,
    );
  });

  it('charges only validation and storage before protocol 9', () => {
    const { estimate } = estimateFees({ note: TYPE }, { protocolVersion: 8 });
    expect(estimate?.registration.credits).toBe(0n);
    const [validation, storage] = estimate?.components.slice(-2) ?? [];
    expect([validation?.part, storage?.part]).toEqual(['validation', 'storage']);
    expect(estimate?.total.credits).toBe((validation?.credits ?? 0n) + (storage?.credits ?? 0n));
  });

  it.each<[string, unknown, bigint]>([
    // The schema, $schema, type, properties, text and its 3 members, documentsMutable, additionalProperties: 10 values.
    ['a plain type', { note: TYPE }, 500n + 10n * 10n + 40n],
    // required, with one name of two that counts: 2 more. indices, one of them, name, properties, one of them, its name: 6 more.
    [
      'a plain index and times',
      { note: { ...TYPE, required: ['$createdAt', 'text'], indices: [OWNER] } },
      500n + 10n * 18n + 40n + 50n + 30n,
    ],
    // unique: 1 more.
    [
      'a unique index over two',
      { note: { ...TYPE, indices: [{ ...BY_TEXT, properties: [{ text: 'asc' }, { $ownerId: 'asc' }] }] } },
      500n + 10n * (10n + 6n + 1n + 2n) + 40n + 100n + 2n * 60n,
    ],
    // $defs, word and its 2 members; $ref and position in place of 3 members; what is referred to again: 2.
    [
      'a reference',
      {
        documents: { note: { ...TYPE, properties: { text: { $ref: '#/$defs/word', position: 0 } } } },
        $defs: { word: { type: 'string', maxLength: 63 } },
      },
      500n + 10n * (10n + 4n - 1n + 2n) + 40n,
    ],
  ])('calculates the validation fee of %s', (_, input, credits) => {
    const { estimate } = estimateFees(input);
    expect(estimate?.components.find(({ part }) => part === 'validation')).toMatchObject({
      count: 1,
      credits,
      isExact: true,
    });
    expect(estimate?.components.filter(({ isExact }) => !isExact).map(({ part }) => part)).toEqual([
      'storage',
    ]);
  });

  it('gives no estimate for a rejected contract', () => {
    const { verdict, estimate } = estimateFees({ note: {} });
    expect(verdict.accepted).toBe(false);
    expect(estimate).toBeUndefined();
  });
});
