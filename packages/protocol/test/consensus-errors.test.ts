import { describe, expect, test } from 'vitest';
import {
  consensusError,
  consensusErrorCode,
  decodeConsensusError,
  encodeConsensusError,
  type Json,
} from '@dapikit/protocol';
import { fromHex, recorded, toHex } from './recorded.js';

interface RecordedError {
  readonly group?: string;
  readonly variant?: number | null;
  readonly label?: string;
  readonly hex: string;
  readonly legacyClass?: string;
  readonly code?: number;
  readonly message: string;
}

// Variant 95 does not decode from zeros: it holds two token configurations.
const ERRORS = recorded<RecordedError>('consensus-errors').filter(
  ({ group, variant }) => group !== 'BasicError' || variant !== 95,
);

const member = (json: Json, name: string): Json | undefined => {
  const object: Record<string, Json> = Object(json);
  return object[name];
};

describe.each(ERRORS)('$group $variant $label $legacyClass', ({ hex, code, variant }) => {
  const bytes = fromHex(hex);
  const { value, length } = decodeConsensusError(bytes);

  test('round-trips completely', () => {
    // Variant 56 was recorded with 29 bytes of filler behind it, which the official decoder ignores.
    expect(bytes.length - length).toBe(code === 10530 && variant === 56 ? 29 : 0);
    expect(toHex(encodeConsensusError(value))).toBe(hex.slice(0, 2 * length));
    const json = consensusError.toJson(value);
    expect(consensusError.toJson(consensusError.fromJson(json))).toEqual(json);
  });

  test.skipIf(code === undefined)('has the recorded code', () => {
    expect(consensusErrorCode(value)).toBe(code);
  });
});

test('errors have the names of the official classes, except those renamed later', () => {
  const differing = ERRORS.flatMap(({ hex, legacyClass }) => {
    const json = consensusError.toJson(decodeConsensusError(fromHex(hex)).value);
    const inner = member(member(json, 'fields') ?? null, 'error');
    const name = typeof inner === 'string' && inner !== '' ? inner : member(json, 'name');
    return legacyClass === undefined || name === undefined || name === legacyClass
      ? []
      : [`${JSON.stringify(name)} was ${legacyClass}`];
  });
  expect(differing).toMatchInlineSnapshot(`
    [
      ""DecodingContractError" was DataContractError",
      ""NonceOutOfBoundsError" was IdentityContractNonceOutOfBoundsError",
      ""MissingDataContractIdBasicError" was MissingDataContractIdError",
      ""DuplicatedIdentityPublicKeyBasicError" was DuplicatedIdentityPublicKeyError",
      ""DuplicatedIdentityPublicKeyIdBasicError" was DuplicatedIdentityPublicKeyIdError",
      ""IdentityAssetLockTransactionOutPointAlreadyConsumedError" was IdentityAssetLockTransactionOutPointAlreadyExistsError",
      ""IdentityAssetLockStateTransitionReplayError" was IdentityAssetLockTransactionReplayError",
      ""InvalidIdentityAssetLockProofChainLockValidationError" was InvalidIdentityAssetLockProofChainLockValidationErrorWasm",
    ]
  `);
});

test('a nonce error contains its nonces', () => {
  const line = ERRORS.find(({ label }) => label === 'nonce already used')!;
  const { value } = decodeConsensusError(fromHex(line.hex));
  expect(consensusError.toJson(value)).toEqual({
    group: 'state',
    name: 'InvalidIdentityNonceError',
    fields: {
      identityId: 'GJuhanuexR21fEi7V2V9JodK8QhYQ5wmVGo7hTPZLxxS',
      currentIdentityNonce: 5,
      settingIdentityNonce: 4,
      error: { $type: 'nonceAlreadyPresentInPast', nonce: 1 },
    },
  });
});
