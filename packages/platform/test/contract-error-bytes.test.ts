import { explain, NEWEST_RELEASED_PROTOCOL } from '@dapikit/contract';
import { consensusErrorCode, decodeConsensusError } from '@dapikit/protocol';
import { describe, expect, it } from 'vitest';
import { checkContract, type ContractCheck } from '../src/state/contract/check-contract.js';
import { ContractRejectedError } from '../src/state/contract/contract-error.js';
import { errorBytes } from '../src/base/error-bytes/error-bytes.js';
import { RELEASED_RULES, releasedVersionsOf } from './released-rules.js';

const OWNER = '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF';
const ID = '98iS7jxrniePvR9H9pN9ENr1p9wh68XiAqGebfqGUfaG';
const NETWORK = {
  protocolVersion: NEWEST_RELEASED_PROTOCOL,
  network: 'mainnet',
  id: ID,
  ownerId: OWNER,
} as const;

/** Returns the check of the wrong example of a rule. */
function wrongExample(rule: string): ContractCheck {
  const { wrong, options } = explain(rule) ?? {};
  const shared = { ...NETWORK, protocolVersion: releasedVersionsOf(rule).at(-1) ?? NETWORK.protocolVersion };
  if (typeof wrong !== 'object' || wrong === null || !('before' in wrong && 'after' in wrong))
    return { ...shared, kind: 'register', contract: wrong, version: 1, identityNonce: 1n, ...options };
  const before = checkContract({ ...shared, kind: 'register', contract: wrong.before, version: 1 });
  const registered = before.official?.text ?? '';
  return { ...shared, kind: 'update', contract: wrong.after, version: 2, registered };
}

/** Rejects the wrong example of a rule for what the rule says. */
function rejectionBy(rule: string): ContractRejectedError {
  const check = wrongExample(rule);
  const { diagnostics, official } = checkContract(check);
  return new ContractRejectedError(
    diagnostics.filter(({ code }) => code === rule),
    check.kind === 'update' ? 'update' : 'create',
    { contractId: ID, official, ...(check.kind === 'update' ? { registeredVersion: 1 } : {}) },
  );
}

const decoded = (rule: string): unknown =>
  decodeConsensusError(errorBytes(rejectionBy(rule)) ?? new Uint8Array()).value;

const NUMBERED = RELEASED_RULES.filter((rule) => {
  const { rejectedBy, official, input } = explain(rule) ?? {};
  return rejectedBy === 'network' && official?.code !== undefined && input !== 'document';
});

describe('a rejected contract has official bytes', () => {
  it.each(NUMBERED)('of rule %s', (rule) => {
    const error = rejectionBy(rule);
    const { value, length } = decodeConsensusError(errorBytes(error) ?? new Uint8Array());
    expect(consensusErrorCode(value)).toBe(error.code);
    expect(length).toBe(errorBytes(error)?.length);
  });

  it.each<[rule: string, fields: object]>([
    ['contract-first-version', { expectedVersion: 1, version: 2 }],
    ['update-version', { expectedVersion: 2, version: 1 }],
    ['contract-size', { actualSizeBytes: 20_762n, maxSizeBytes: 20_480n }],
    ['index-property-unknown', { documentType: 'note', indexName: 'byText', propertyName: 'txt' }],
    ['index-bytes-length', { documentType: 'note', propertyName: 'hash', constraintName: 'maxItems' }],
    ['index-repeated', { documentType: 'note', indexName: 'byText' }],
    ['contested-with-unique', { contestedUniqueIndexName: 'byText', uniqueIndexName: 'byOwner' }],
    ['document-type-property-positions', { missingPosition: 0, documentTypeName: 'note' }],
    ['group-positions', { missingPosition: 0, followedPosition: 1 }],
    ['group-weak-members', { totalPower: 1, requiredPower: 2 }],
    ['group-member-power', { power: 3, maxPower: 2 }],
    ['group-required-power', { power: 1, maxPower: 0 }],
    ['token-cost-foreign-burn', { externalTokenContractTokenPosition: 0, action: 'create' }],
    ['token-name-length', { actual: 2n, min: 3n, max: 25n, form: 'singular form' }],
    ['distribution-division-by-zero', { distributionFunction: { type: 'linear', a: 1n, d: 0n } }],
    ['distribution-parameter', { parameter: 'n', min: 1n, max: 2n ** 48n - 1n }],
    ['distribution-parameters', { firstParameter: 'min_value', secondParameter: 'max_value' }],
  ])('of rule %s with the values of the contract', (rule, fields) => {
    expect(decoded(rule)).toMatchObject({ fields });
  });
});
