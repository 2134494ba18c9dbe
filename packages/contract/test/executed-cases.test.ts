import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validateContract } from '../src/index.js';

interface ExecutedCase {
  readonly case: number;
  readonly documents: object;
  readonly definitions?: object;
  readonly at11: number;
  readonly at13: number;
}

const cases: ExecutedCase[] = JSON.parse(
  readFileSync(new URL('../../../fixtures/contracts/executed-cases.json', import.meta.url), 'utf8'),
);

/** Cases in which another official code than the recorded one is named on purpose, and why. */
const NAMED_OTHERWISE: Readonly<Record<string, string>> = {
  '136 at 13':
    'the parser comes first and names 10231; the meta-schema rejects it as well, with another code',
  '139 at 13':
    'the parser comes first and names 10103; the meta-schema rejects it as well, with another code',
};

const codesOf = (input: unknown, protocolVersion: number): number[] =>
  validateContract(input, { protocolVersion })
    .diagnostics.filter(({ rejectedBy }) => rejectedBy === 'network')
    .map(({ official }) => official?.code ?? -1);

describe.each([11, 13] as const)('cases executed on the official builds, protocol %i', (protocol) => {
  it.each(cases)('agrees on case $case', ({ case: number, documents, definitions, at11, at13 }) => {
    const official = protocol === 11 ? at11 : at13;
    const codes = codesOf(
      definitions === undefined ? documents : { documents, $defs: definitions },
      protocol,
    );
    const isNamed = codes.includes(official) || `${number} at ${protocol}` in NAMED_OTHERWISE;
    expect({ accepted: codes.length === 0, isNamed: official === 0 || isNamed }).toEqual({
      accepted: official === 0,
      isNamed: true,
    });
  });
});

const TEXT = { type: 'string', maxLength: 10, position: 0 };
const TYPE = { type: 'object', properties: { a: TEXT }, additionalProperties: false };
const OWN = '1thX6LZfHDZZKUs92febYZhYRcXddmzfzF2NvTkPNE';
const OWN_BYTES = Array.from({ length: 32 }, (_, at) => at);
const OTHER_BYTES = OWN_BYTES.toReversed();

const contract = (members: object = {}) => ({
  $formatVersion: '1',
  id: OWN,
  ownerId: '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF',
  version: 1,
  documentSchemas: { t: TYPE },
  ...members,
});
const config = (members: object) => contract({ config: { $formatVersion: '1', ...members } });
const LOCALIZATION = {
  $formatVersion: '0',
  shouldCapitalize: true,
  singularForm: 'credit',
  pluralForm: 'credits',
};
const TOKEN = {
  $formatVersion: '0',
  conventions: { $formatVersion: '0', localizations: { en: LOCALIZATION } },
};
const cost = (members: object) =>
  contract({
    tokens: { 0: TOKEN },
    documentSchemas: { t: { ...TYPE, tokenCost: { create: { amount: 1, ...members } } } },
  });

describe('whole contracts', () => {
  it.each([
    ['nothing defined', contract({ documentSchemas: {} }), ['contract-empty']],
    ['config without its tag', contract({ config: { readonly: true } }), ['config-shape']],
    ['option of another type', config({ readonly: 'x' }), ['config-option']],
    ['unknown option', config({ foo: 1 }), ['contract-member-unknown']],
    ['no config', contract(), []],
    ['unknown member', contract({ foo: 1 }), ['contract-member-unknown']],
    // The official library decodes this one; a node rejects it.
    ['version 0', contract({ version: 0 }), ['contract-first-version']],
    ['version -1', contract({ version: -1 }), ['contract-version-number']],
    // The official library decodes none of these: a registration fills them in.
    ['no id', contract({ id: undefined }), ['contract-member-computed']],
    ['no owner', contract({ ownerId: undefined }), ['contract-member-computed']],
    ['no version', contract({ version: undefined }), ['contract-member-computed']],
    ['no documents', contract({ documentSchemas: undefined }), ['contract-documents-missing']],
    ['a document type that is 5', contract({ documentSchemas: { t: 5 } }), ['document-type-not-object']],
    ['format "2"', contract({ $formatVersion: '2' }), ['contract-format']],
    ['unknown key requirement', config({ requiresIdentityEncryptionBoundedKey: 3 }), ['config-option']],
    // The official library accepts it; a node does not.
    [
      '51 keywords',
      contract({
        keywords: OWN_BYTES.concat(OWN_BYTES)
          .slice(13)
          .map((_, at) => `word${at}`),
      }),
      ['keywords-count'],
    ],
    ['config format "2"', contract({ config: { $formatVersion: '2' } }), ['config-shape']],
    ['a cost in its token', cost({ tokenPosition: 0 }), []],
    ['a cost in no token', cost({ tokenPosition: 1 }), ['token-cost-unknown-token']],
    [
      'a cost that names itself',
      cost({ tokenPosition: 0, contractId: OWN_BYTES }),
      ['token-cost-own-contract'],
    ],
    ['a foreign cost', cost({ tokenPosition: 5, contractId: OTHER_BYTES }), []],
    [
      'a foreign burn',
      cost({ tokenPosition: 5, contractId: OTHER_BYTES, effect: 1 }),
      ['token-cost-foreign-burn'],
    ],
  ])('agrees on %s', (_, input, expected) => {
    expect(validateContract(input).diagnostics.map(({ code }) => code)).toEqual(expected);
  });

  it.each([
    [8, { minimum: 1.5 }, []],
    [9, { minimum: 1.5 }, [10229]],
    [9, { minimum: 1 }, []],
  ])('agrees at protocol %i on an integer with %j', (protocol, bounds, expected) => {
    const properties = { a: { type: 'integer', position: 0, ...bounds } };
    expect(codesOf({ t: { ...TYPE, properties } }, protocol)).toEqual(expected);
  });

  it.each([
    [9, [10209]],
    [10, []],
  ])('agrees at protocol %i on an index with the creator of tradable documents', (protocol, expected) => {
    const indices = [{ name: 'i', properties: [{ $creatorId: 'asc' }] }];
    expect(codesOf({ t: { ...TYPE, tradeMode: 1, indices } }, protocol)).toEqual(expected);
  });

  it('accepts fractional bounds where integers are not sized', () => {
    const schemas = { t: { ...TYPE, properties: { a: { type: 'integer', position: 0, minimum: 1.5 } } } };
    expect(codesOf({ ...config({ sizedIntegerTypes: false }), documentSchemas: schemas }, 11)).toEqual([]);
  });

  it('reads tokens, and contracts of format "1", from protocol 9 on', () => {
    const onlyToken = contract({ documentSchemas: {}, tokens: { 0: TOKEN } });
    expect(validateContract(onlyToken, { protocolVersion: 9 }).accepted).toBe(true);
    expect(validateContract(onlyToken, { protocolVersion: 8 }).accepted).toBe(false);
  });
});
