import { describe, expect, it } from 'vitest';
import { InvalidOptionError } from '../diagnostic/contract-error.js';
import { EXAMPLE_ID, note, EXAMPLE_OWNER_ID } from '../rules/example.js';
import { validateContract } from '../check/validate-contract.js';
import { officialContract } from './official-contract.js';

const MEMBERS = { id: EXAMPLE_ID, ownerId: EXAMPLE_OWNER_ID, version: 1 };
const read = (contract: unknown, options: Parameters<typeof officialContract>[2] = {}): unknown =>
  JSON.parse(officialContract(contract, MEMBERS, options)?.text ?? 'null');

describe('officialContract', () => {
  it.each([
    ['of document types', note()],
    ['of the form of the specification', { documents: note() }],
    ['as text', JSON.stringify(note())],
    [
      'of a contract that lacks what its owner and nonce say',
      { $formatVersion: '1', documentSchemas: note() },
    ],
  ])('converts %s to a contract that the network accepts', (_, contract) => {
    const official = officialContract(contract, MEMBERS);
    expect(official).toMatchObject({ id: EXAMPLE_ID, ownerId: EXAMPLE_OWNER_ID });
    expect(validateContract(official?.text)).toMatchObject({ ok: true, contract: { shape: 'official' } });
    expect(read(contract)).toMatchObject({ ...MEMBERS, documentSchemas: note() });
  });

  it.each(['1'.repeat(32), EXAMPLE_OWNER_ID])('replaces id and owner %s only where it is to', (found) => {
    const contract = { $formatVersion: '1', id: found, ownerId: found, documentSchemas: note() };
    expect(officialContract(contract, MEMBERS)).toMatchObject({ id: found, ownerId: found });
    expect(officialContract(contract, MEMBERS, { replacesIds: true })).toMatchObject({
      id: EXAMPLE_ID,
      ownerId: EXAMPLE_OWNER_ID,
    });
    expect(read(contract, { replacesIds: true })).toMatchObject(MEMBERS);
  });

  it('hints at another id that it replaces, and leaves a malformed one', () => {
    const other = {
      $formatVersion: '1',
      id: EXAMPLE_OWNER_ID,
      ownerId: EXAMPLE_OWNER_ID,
      documentSchemas: note(),
    };
    const { diagnostics } = officialContract(other, MEMBERS, { replacesIds: true }) ?? {};
    expect(diagnostics?.map(({ severity, message }) => [severity, message])).toEqual([
      ['hint', 'id is replaced: a registration that its caller does not sign computes id and owner'],
    ]);
    expect(read({ ...other, id: 'mine' }, { replacesIds: true })).toMatchObject({ id: 'mine' });
  });

  it('keeps existing members with all the digits of their integers', () => {
    const text =
      '{"documentSchemas":{"note":{"maximum":9223372036854775807,"minimum":1e3}},"id":"mine","more":[1.5,null]}';
    const official = officialContract(text, MEMBERS);
    expect(official?.text).toBe(
      `{"ownerId":"${EXAMPLE_OWNER_ID}","version":1,"documentSchemas":{"note":{"maximum":9223372036854775807,"minimum":1000}},"id":"mine","more":[1.5,null]}`,
    );
    expect(official).toMatchObject({ shape: 'official', id: 'mine', ownerId: EXAMPLE_OWNER_ID });
  });

  it('reads options from all places of the specification form', () => {
    const contract = {
      documents: note(),
      $defs: { a: {} },
      canBeDeleted: true,
      config: { readonly: true },
      keywords: ['abc'],
    };
    expect(read(contract)).toMatchObject({
      config: { $formatVersion: '1', canBeDeleted: true, readonly: true },
      schemaDefs: { a: {} },
      keywords: ['abc'],
    });
    expect(read(contract, { protocolVersion: 8 })).toMatchObject({
      $formatVersion: '0',
      config: { $formatVersion: '0' },
    });
  });

  it('keeps the other members of the baseline for bare document types', () => {
    const registered = JSON.stringify({
      $formatVersion: '1',
      ...MEMBERS,
      config: { readonly: false },
      documentSchemas: {},
      tokens: {},
    });
    const official = officialContract(note(), { ...MEMBERS, version: 2 }, { registered });
    expect(JSON.parse(official?.text ?? '')).toEqual({
      ...JSON.parse(registered),
      version: 2,
      documentSchemas: note(),
    });
  });

  it.each([
    ['no JSON', '{'],
    ['an array', []],
    ['nothing', undefined],
    ['what nests too deep', '{"a":'.repeat(5000) + '1' + '}'.repeat(5000)],
  ])('returns undefined for %s', (_, contract) => {
    expect(officialContract(contract, MEMBERS)).toBeUndefined();
  });

  it('rejects an unknown protocol version', () => {
    expect(() => officialContract(note(), MEMBERS, { protocolVersion: 99 })).toThrow(InvalidOptionError);
  });
});
