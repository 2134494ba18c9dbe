import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeStateTransition,
  DecodeError,
  encodeStateTransition,
  signableBytes,
  stateTransition,
  type DataContract,
  type StateTransition,
} from '@dapikit/protocol';
import { mutated, randomNumbers } from './mutations.js';
import { toHex } from './recorded.js';

type Batch = Extract<StateTransition, { readonly type: 'batch' }>;
type Item = Extract<Batch, { readonly formatVersion: 0 }>['transitions'][number];
type Base = Extract<Item['base'], { readonly formatVersion: 2 }>;
type Create = Extract<StateTransition, { readonly type: 'dataContractCreate'; readonly formatVersion: 1 }>;

const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const u16 = fc.integer({ min: 0, max: 0xff_ff });
const id = fc.uint8Array({ minLength: 32, maxLength: 32 });
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });

const bases: fc.Arbitrary<Base> = fc.record({
  formatVersion: fc.constant(2 as const),
  id,
  identityContractNonce: u64,
  documentType: fc.string({ maxLength: 20 }),
  dataContractId: id,
  tokenPaymentInfo: maybe(
    fc.record({
      formatVersion: fc.constant(0 as const),
      paymentTokenContractId: maybe(id),
      tokenContractPosition: u16,
      minimumTokenCost: maybe(u64),
      maximumTokenCost: maybe(u64),
      gasFeesPaidBy: fc.constantFrom('DocumentOwner', 'ContractOwner', 'PreferContractOwner'),
    }),
  ),
  actionFeeAgreement: maybe(
    fc.record({
      formatVersion: fc.constant(0 as const),
      owner: u64,
      moderators: u64,
      feeMultiplier: maybe(fc.record({ knownPermille: u64, increaseTolerancePercent: u16 })),
    }),
  ),
});

const UNSIGNED = { userFeeIncrease: 0, signaturePublicKeyId: 1, signature: new Uint8Array([7, 8, 9]) };

const batchOf = (ownerId: Uint8Array, item: Item): StateTransition => ({
  type: 'batch',
  formatVersion: 1,
  ownerId,
  transitions: [{ transition: 'document', ...item }],
  ...UNSIGNED,
});

const items: fc.Arbitrary<Item> = fc
  .record({ base: bases, revision: u64, amount: u64, other: id })
  .chain(({ base, revision, amount, other }) =>
    fc.constantFrom<Item>(
      {
        action: 'create',
        formatVersion: 0,
        base,
        entropy: other,
        data: new Map([['stars', { type: 'u64', value: amount }]]),
        prefundedVotingBalance: ['byName', amount],
      },
      { action: 'replace', formatVersion: 0, base, revision, data: new Map() },
      { action: 'delete', formatVersion: 0, base },
      { action: 'transfer', formatVersion: 0, base, revision, recipientOwnerId: other },
      { action: 'updatePrice', formatVersion: 0, base, revision, price: amount },
      { action: 'purchase', formatVersion: 0, base, revision, price: amount },
    ),
  );

const contractOf = (ownerId: Uint8Array): DataContract => ({
  formatVersion: 0,
  id: new Uint8Array(32),
  config: {
    formatVersion: 0,
    canBeDeleted: false,
    readonly: false,
    keepsHistory: false,
    documentsKeepHistoryContractDefault: false,
    documentsMutableContractDefault: true,
    documentsCanBeDeletedContractDefault: true,
    requiresIdentityEncryptionBoundedKey: undefined,
    requiresIdentityDecryptionBoundedKey: undefined,
  },
  version: 1,
  ownerId,
  schemaDefs: undefined,
  documentSchemas: new Map(),
});

const creates: fc.Arbitrary<Create> = fc.record({
  type: fc.constant('dataContractCreate' as const),
  formatVersion: fc.constant(1 as const),
  dataContract: id.map(contractOf),
  identityNonce: u64,
  contractGroup: maybe(
    fc.record({
      admins: fc
        .uniqueArray(id, { selector: toHex, maxLength: 4 })
        .map((ids) => ids.toSorted((a, b) => Buffer.compare(a, b))),
      name: maybe(fc.string({ maxLength: 64 })),
      description: maybe(fc.string({ maxLength: 256 })),
    }),
  ),
  contractGroupMemberships: fc.array(
    fc.record({
      contractGroupId: id,
      member: fc.oneof(
        fc.constant({ type: 'contract' as const }),
        fc.record({ type: fc.constant('documentType' as const), documentType: fc.string() }),
        fc.record({ type: fc.constant('token' as const), token: u16 }),
      ),
    }),
    { maxLength: 4 },
  ),
  userFeeIncrease: u16,
  signaturePublicKeyId: fc.integer({ min: 0, max: 0xff_ff_ff_ff }),
  signature: fc.uint8Array({ maxLength: 65 }),
});

const FORMS: readonly [form: string, values: fc.Arbitrary<StateTransition>][] = [
  ['an item with base version 2', fc.tuple(id, items).map(([ownerId, item]) => batchOf(ownerId, item))],
  ['a registration of version 1', creates],
];

describe.each(FORMS)('%s', (_form, values) => {
  test('has the same value after encoding and decoding, and the same JSON', () => {
    fc.assert(
      fc.property(values, (given) => {
        const bytes = encodeStateTransition(given);
        const { value, length } = decodeStateTransition(bytes, { protocolVersion: 14 });
        expect(length).toBe(bytes.length);
        expect(value).toEqual(given);
        expect(decodeStateTransition(bytes).value).toEqual(given);
        const json = JSON.parse(JSON.stringify(stateTransition.toJson(value)));
        expect(stateTransition.toJson(stateTransition.fromJson(json))).toEqual(json);
      }),
      { seed: 14, numRuns: 500 },
    );
  });

  test('is unknown to decoders up to protocol 13, as a version that no decoder knows', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 13 }), (given, protocolVersion) => {
        const bytes = encodeStateTransition(given);
        expect(() => decodeStateTransition(bytes, { protocolVersion })).toThrow(
          expect.objectContaining({ name: 'DecodeError', reason: 'unknown-variant' }),
        );
      }),
      { seed: 13, numRuns: 200 },
    );
  });

  test('decodes or throws DecodeError when it is damaged', () => {
    const samples = fc.sample(values, { seed: 15, numRuns: 100 }).map(encodeStateTransition);
    const random = randomNumbers(14_000);
    let accepted = 0;
    for (let run = 0; run < 20_000; run += 1) {
      const input = mutated(samples[run % samples.length]!, random);
      try {
        const { value } = decodeStateTransition(input, { protocolVersion: 14 });
        const again = encodeStateTransition(value);
        expect(toHex(encodeStateTransition(decodeStateTransition(again).value))).toBe(toHex(again));
        accepted += 1;
      } catch (error) {
        if (!(error instanceof DecodeError)) throw error;
      }
    }
    expect(accepted).toBeGreaterThan(1000);
  });
});

/** Two bytes for the id of a key, the length of the signature, and its bytes. */
const SIGNATURE_BYTES = 5;

test('the agreement is signed, and written as its version, both amounts, and the multiplier', () => {
  const base: Base = {
    formatVersion: 2,
    id: new Uint8Array(32).fill(1),
    identityContractNonce: 5n,
    documentType: 'post',
    dataContractId: new Uint8Array(32).fill(2),
    tokenPaymentInfo: undefined,
    actionFeeAgreement: {
      formatVersion: 0,
      owner: 1000n,
      moderators: 7n,
      feeMultiplier: { knownPermille: 1000n, increaseTolerancePercent: 20 },
    },
  };
  const batch = batchOf(new Uint8Array(32).fill(3), { action: 'delete', formatVersion: 0, base });
  const hex = toHex(encodeStateTransition(batch));
  const [one, two, three] = ['01', '02', '03'].map((byte) => byte.repeat(32));
  const agreement = '0100fb03e80701fb03e814';
  const item = `020002${one}0504706f7374${two}00${agreement}`;
  expect(hex).toBe(`0201${three}0100${item}000103070809`);
  expect(toHex(signableBytes(batch))).toBe(hex.slice(0, -2 * SIGNATURE_BYTES));
});

test('admins are written once each, in the order of their bytes, and members by kind', () => {
  const [low, high] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(9)];
  const create: Create = {
    type: 'dataContractCreate',
    formatVersion: 1,
    dataContract: contractOf(high),
    identityNonce: 1n,
    contractGroup: { admins: [high, low], name: 'cards', description: undefined },
    contractGroupMemberships: [
      { contractGroupId: low, member: { type: 'contract' } },
      { contractGroupId: low, member: { type: 'documentType', documentType: 'card' } },
      { contractGroupId: low, member: { type: 'token', token: 3 } },
    ],
    ...UNSIGNED,
  };
  const [ones, nines] = ['01'.repeat(32), '09'.repeat(32)];
  const group = `0102${ones}${nines}0105636172647300`;
  const memberships = `03${ones}00${ones}010463617264${ones}0203`;
  expect(toHex(encodeStateTransition(create)).endsWith(`01${group}${memberships}000103070809`)).toBe(true);
  expect(stateTransition.toJson(create)).toMatchObject({
    $formatVersion: '1',
    contractGroup: { name: 'cards', description: null },
    contractGroupMemberships: [
      { member: 'contract' },
      { member: { documentType: 'card' } },
      { member: { token: 3 } },
    ],
  });
});
