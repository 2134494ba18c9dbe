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

describe('the fees of a contract', () => {
  it.each([
    ['one type without an index', { note: TYPE }, '0.12'],
    [
      'a contested and a plain index',
      { name: { ...TYPE, indices: [{ ...BY_TEXT, contested: CONTEST }, OWNER] } },
      '1.13',
    ],
    [
      'two types with a unique index each and a token that is given out over time',
      {
        documents: { a: { ...TYPE, indices: [BY_TEXT] }, b: { ...TYPE, indices: [BY_TEXT] } },
        tokens: { 0: TOKEN },
      },
      '0.36',
    ],
  ])('%s', (_, input, dash) => {
    expect(estimateFees(input).estimate?.registration.dash).toBe(dash);
    expect(estimateFees(input, { protocolVersion: 11 }).estimate?.registration.dash).toBe(dash);
  });

  it('are only for storage before protocol 9', () => {
    const { estimate } = estimateFees({ note: TYPE }, { protocolVersion: 8 });
    expect(estimate?.registration.credits).toBe(0n);
    expect(estimate?.total.credits).toBe(estimate?.components.at(-1)?.credits);
  });

  it('are not said of a contract that is refused', () => {
    const { verdict, estimate } = estimateFees({ note: {} });
    expect(verdict.accepted).toBe(false);
    expect(estimate).toBeUndefined();
  });
});
