import { describe, expect, it } from 'vitest';
import { NEWEST_RELEASED_PROTOCOL, validateContract, type ValidateContractOptions } from '../src/index.js';
import { NEWEST_KNOWN_PROTOCOL } from '../src/protocol/protocol-versions.js';
import { contract, indexWith, note, scored, textWith, withToken } from '../src/rules/example.js';

const UNRELEASED = 'available from protocol 14 (unreleased)';
const messages = (input: unknown, options?: ValidateContractOptions) =>
  validateContract(input, options).diagnostics.filter(({ severity }) => severity === 'error');

describe('a keyword of a later protocol version', () => {
  it.each<readonly [string, unknown]>([
    ...['immutable', 'ttl', 'retractedWhen', 'propertyConstraints', 'actionFees', 'indexOnly'].map(
      (name) => [name, note({ [name]: 5 })] as const,
    ),
    ...['refersTo', 'requiredSince', 'distinctFrom', 'encryptedFor', 'generatedFrom', 'maxBytes'].map(
      (name) => [name, textWith({ [name]: 5 })] as const,
    ),
    ...[
      'rankedCountable',
      'rankedSummable',
      'rankedAverageable',
      'timeRange',
      'integerRange',
      'terminal',
    ].map((name) => [name, indexWith({ [name]: true })] as const),
    ['canBeDeleted', note({ canBeDeleted: 'onlyWhenConsumed' })],
    ['resolution', indexWith({ unique: true, contested: { resolution: 1 } })],
    [
      'optional',
      {
        ...withToken(),
        documentSchemas: note({ tokenCost: { create: { tokenPosition: 0, amount: 1, optional: true } } }),
      },
    ],
    ['config', contract({ config: { $formatVersion: '2' } })],
  ])('is recognised: %s', (_, input) => {
    const found = messages(input).find(({ message }) => message.includes('available'));
    expect(found?.message).toContain(UNRELEASED);
    expect(found?.message).not.toContain('did you mean');
    expect(found?.fix.patch).toBeUndefined();
    expect(found?.fix.text).not.toMatch(/correct its name/i);
  });

  it('names the first protocol version of a released keyword', () => {
    const counted = scored({ indices: [{ name: 'a', properties: [{ score: 'asc' }], countable: true }] });
    expect(messages(counted, { protocolVersion: 11 })[0]?.message).toBe(
      'unknown keyword "countable"; available from protocol 12',
    );
    const kept = note({ transferable: 1, keepsTransferHistory: true });
    expect(messages(kept, { protocolVersion: 12 })[0]?.message).toBe(
      'unknown keyword "keepsTransferHistory"; available from protocol 13',
    );
    const erased = messages(note({ canBeErased: true }))[0]?.message;
    expect(erased).toBe('unknown keyword "canBeErased"; available from protocol 15 (unreleased)');
  });

  it('leaves a misspelled keyword to its suggestion', () => {
    expect(messages(indexWith({ countabel: true }))[0]?.message).toContain('did you mean "countable"?');
  });
});

describe('a protocol version', () => {
  it('is rejected with a reason while it is unreleased and has no preview', () => {
    expect([NEWEST_RELEASED_PROTOCOL, NEWEST_KNOWN_PROTOCOL]).toEqual([13, 17]);
    expect(() => validateContract({}, { protocolVersion: 15 })).toThrow('15 is unreleased');
    expect(() => validateContract({}, { protocolVersion: 18 })).toThrow('an integer from 1 to 14, not 18');
  });
});
