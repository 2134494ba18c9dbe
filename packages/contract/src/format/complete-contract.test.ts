import { expect, it } from 'vitest';
import { completeContract } from './complete-contract.js';

const rulesOf = ($type: string): object => ({
  $formatVersion: '0',
  authorizedToMakeChange: { $type },
  adminActionTakers: { $type: 'noOne' },
  changingAuthorizedActionTakersToNoOneAllowed: false,
  changingAdminActionTakersToNoOneAllowed: false,
  selfChangingAdminActionTakersAllowed: false,
});

it('completeContract adds the members of a contract that have a default', () => {
  const contract = { $formatVersion: '1', id: 'a', config: { $format_version: '0', readonly: true } };
  expect(completeContract(JSON.stringify(contract))).toEqual({
    $formatVersion: '1',
    id: 'a',
    config: {
      $formatVersion: '0',
      canBeDeleted: false,
      readonly: true,
      keepsHistory: false,
      documentsKeepHistoryContractDefault: false,
      documentsMutableContractDefault: true,
      documentsCanBeDeletedContractDefault: true,
      requiresIdentityEncryptionBoundedKey: null,
      requiresIdentityDecryptionBoundedKey: null,
      sizedIntegerTypes: true,
    },
    schemaDefs: null,
    documentSchemas: {},
    groups: {},
    tokens: {},
    keywords: [],
    description: null,
  });
});

it.each(['0', '1'])('completeContract adds the config of format "%s" to a contract of it', (format) => {
  expect(completeContract(`{"$formatVersion":"${format}"}`)['config']).toMatchObject({
    $formatVersion: format,
    documentsMutableContractDefault: true,
  });
});

it('completeContract adds the members of a token that have a default', () => {
  const conventions = { $formatVersion: '0', decimals: 2 };
  const text = JSON.stringify({ tokens: { 0: { $formatVersion: '0', conventions } } });
  expect(completeContract(text)['tokens']).toMatchObject({
    0: {
      conventions: { ...conventions, localizations: {} },
      baseSupply: 0,
      maxSupply: null,
      keepsHistory: { $formatVersion: '0', keepsMintingHistory: true },
      distributionRules: { $formatVersion: '0', perpetualDistributionRules: rulesOf('noOne') },
      marketplaceRules: { $formatVersion: '0', tradeMode: 'NotTradeable' },
      manualMintingRules: rulesOf('contractOwner'),
      mainControlGroupCanBeModified: { $type: 'noOne' },
    },
  });
});

it('completeContract keeps all digits of 64-bit integers', () => {
  const text =
    '{"documentSchemas":{"most":18446744073709551615,"least":-9223372036854775808,"more":18446744073709551616,"half":0.5}}';
  expect(completeContract(text)['documentSchemas']).toEqual({
    most: 2n ** 64n - 1n,
    least: -(2n ** 63n),
    more: 2 ** 64,
    half: 0.5,
  });
});

it('completeContract rejects what is not an object', () => {
  expect(() => completeContract('[]')).toThrow(RangeError);
});
