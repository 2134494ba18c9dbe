import { readdirSync, readFileSync } from 'node:fs';
import { dataContract, dataContractId } from '@dapikit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../src/state/chain/clock.js';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { identifierText } from '../src/base/bytes/identifier.js';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { calculateRegistrationFee } from '../src/execution/contract-transition/registration-fee.js';
import { checkContract } from '../src/state/contract/check-contract.js';
import { indexOf } from './note-collection.js';
import { cardOf, contractWithoutId, DASH, rejection, T0 } from './platform-fixture.js';
import { CONTRACT, contractOf, OWNER, schemaOf, SCHEMAS } from '../../proof/test/sample-contract.js';
import { distributedToken, OWNED_TOKEN, rulesOf, TOKEN_1000 } from './sample-token.js';
import { keysFrom, signed, UNSIGNED } from './signer.js';

const REAL = new URL('../../../fixtures/contracts/real/', import.meta.url);
const HOUR = 3_600_000;
const ALICE = 300;
const CRITICAL = 1;

let platform: Platform;
let alice: string;
let bob: string;
beforeAll(async () => {
  platform = await createPlatform({ protocolVersion: 13, clock: createClock({ time: T0, frozen: true }) });
  alice = (await platform.createIdentity({ credits: 100_000n * DASH, seed: 'alice' })).id;
  bob = (await platform.createIdentity({ credits: 1000n * DASH, seed: 'bob', keys: keysFrom(ALICE) })).id;
});
afterAll(async () => {
  await platform.close();
});

const NOTE = { note: schemaOf({ text: SCHEMAS.string }) };
const with13 = (members: object): object => ({ $formatVersion: '1', documentSchemas: NOTE, ...members });
const PLACEHOLDER = '1'.repeat(32);
const LABEL = { type: 'string', maxLength: 63, pattern: '^[a-z]*$' };
const NAMED = {
  perpetualDistribution: {
    $formatVersion: '0',
    distributionType: {
      $type: 'timeBasedDistribution',
      interval: HOUR,
      function: { $type: 'fixedAmount', amount: 10 },
    },
    distributionRecipient: { $type: 'contractOwner' },
  },
};

/** Contracts by what their registration costs; the ids are those of alice and bob. */
const CONTRACTS: Readonly<Record<string, (alice: string, bob: string) => object>> = {
  'a document type': () => NOTE,
  'placeholders of its id and owner': () =>
    with13({ id: PLACEHOLDER, ownerId: PLACEHOLDER, tokens: { 0: TOKEN_1000 } }),
  'an identity as its owner': (owner) => with13({ ownerId: owner }),
  'indices by owner and value': () => ({
    card: schemaOf(
      { name: SCHEMAS.string, value: SCHEMAS.u64 },
      { indices: [indexOf('a', ['name']), indexOf('b', ['$ownerId', 'value'])] },
    ),
  }),
  'counts and sums': () => ({
    card: schemaOf(
      { name: SCHEMAS.string, value: SCHEMAS.i64 },
      {
        required: ['name', 'value'],
        documentsCountable: true,
        indices: [{ ...indexOf('a', ['name']), countable: 'countable' }],
      },
    ),
  }),
  history: () => with13({ config: { $formatVersion: '1', keepsHistory: true } }),
  keywords: () => with13({ keywords: ['cards', 'games'], description: 'A game of cards' }),
  'a token': () => with13({ tokens: { 0: TOKEN_1000 } }),
  'two tokens with rules': () => with13({ tokens: { 0: OWNED_TOKEN, 1: TOKEN_1000 } }),
  'a perpetual distribution': () => with13({ tokens: { 0: distributedToken(NAMED) } }),
  'distributions at times': (first, second) =>
    with13({
      tokens: {
        0: distributedToken({
          preProgrammedDistribution: {
            $formatVersion: '0',
            distributions: {
              [T0 + HOUR]: { [first]: 7, [second]: 5 },
              [T0 + 2 * HOUR]: { [second]: 3 },
            },
          },
        }),
      },
    }),
  'a group and rules for an identity': (first, second) =>
    with13({
      groups: { 0: { $formatVersion: '0', members: { [first]: 1, [second]: 1 }, requiredPower: 2 } },
      tokens: { 0: { ...OWNED_TOKEN, freezeRules: rulesOf({ $type: 'identity', identity: second }) } },
    }),
  'a contested index': () => ({
    domain: schemaOf(
      { parent: LABEL, label: LABEL },
      {
        documentsMutable: false,
        required: ['parent', 'label'],
        indices: [
          {
            ...indexOf('name', ['parent', 'label'], { unique: true }),
            contested: { fieldMatches: [{ field: 'label', regexPattern: '^[a-z]{3}$' }], resolution: 0 },
          },
        ],
      },
    ),
  }),
};

/** The real contracts that protocol 13 accepts, without ids. */
const REAL_CONTRACTS = Object.fromEntries(
  readdirSync(REAL).flatMap((file): [string, object][] => {
    const content: { schemas?: object; defs?: object } = JSON.parse(
      readFileSync(new URL(file, REAL), 'utf8'),
    );
    const { id: _id, ownerId: _owner, ...whole } = Object(contractOf(content.schemas ?? content));
    const contract = { ...whole, ...(content.defs && { schemaDefs: content.defs }) };
    const terms = {
      id: CONTRACT,
      ownerId: OWNER,
      version: 1,
      protocolVersion: 13,
      network: 'regtest',
    } as const;
    return checkContract({ kind: 'register', contract, ...terms }).accepted ? [[file, contract]] : [];
  }),
);

/** Registers a contract, and calculates the fee of its block. */
async function fees(by: string, contract: object, height?: bigint) {
  const { fee, block } = await platform.registerContract({ by, contract });
  const options = { protocolVersion: 13, height: height ?? block.height, time: block.time };
  return { fee, calculated: await calculateRegistrationFee(contract, options) };
}

describe('the calculated fee of a registration is the charged one', () => {
  it.each(Object.entries(CONTRACTS))('for %s', async (_, contract) => {
    const { fee, calculated } = await fees(alice, contract(alice, bob));
    expect(calculated.total).toBe(fee);
    const { components, storage, processing } = calculated;
    const parts = components.reduce((sum, { credits }) => sum + credits, storage.credits + processing);
    expect(parts).toBe(fee);
  });

  it.each(Object.keys(REAL_CONTRACTS))('for the real contract %s', async (file) => {
    const { fee, calculated } = await fees(alice, REAL_CONTRACTS[file]!);
    expect(calculated.total).toBe(fee);
  });

  it('for tokens of another contract', async () => {
    const { contractId } = await platform.registerContract({
      by: alice,
      contract: with13({ tokens: { 0: TOKEN_1000, 1: TOKEN_1000 } }),
    });
    const create = { contractId: [...bytesOf(contractId)], tokenPosition: 1, amount: 3 };
    const { fee, calculated } = await fees(alice, cardOf({ tokenCost: { create } }));
    expect(calculated.total).toBe(fee);
  });

  it('for a transition that an ECDSA key signed', async () => {
    const whole = contractWithoutId(NOTE);
    const contract = { ...whole, ownerId: bob };
    const id = identifierText(dataContractId(bytesOf(bob), 1n));
    const stateTransition = signed(
      {
        type: 'dataContractCreate',
        formatVersion: 0,
        dataContract: dataContract.fromJson({ ...contractOf(NOTE), id, ownerId: bob }),
        identityNonce: 1n,
        ...UNSIGNED,
      },
      ALICE,
      CRITICAL,
    );
    const sent = await platform.broadcastStateTransition({ stateTransition });
    const { fee, block, rejection: rejected } = (await platform.getStateTransition(sent))!;
    expect(rejected).toBeUndefined();
    const { height, time } = block;
    const options = { protocolVersion: 13, keyType: 'ECDSA_SECP256K1', height, time } as const;
    expect((await calculateRegistrationFee(contract, options)).total).toBe(fee);
  });

  it('for heights that take more bytes', async () => {
    const low = await calculateRegistrationFee(NOTE, { protocolVersion: 13, height: 250n });
    while ((await platform.mineBlock()).block.height < 250n);
    const { fee, calculated } = await fees(alice, NOTE);
    expect(calculated.total).toBe(fee);
    expect(calculated.storage.bytes).toBe(low.storage.bytes + 2);
  });

  it('for each protocol version with fees', async () => {
    for (const protocolVersion of [9, 10, 11, 12]) {
      const older = await createPlatform({ protocolVersion });
      const { id: by } = await older.createIdentity({ credits: 1000n * DASH });
      const { fee, block } = await older.registerContract({ by, contract: NOTE });
      const { height } = block;
      expect((await calculateRegistrationFee(NOTE, { protocolVersion, height })).total).toBe(fee);
      await older.close();
    }
  });
});

it('a contract that cannot be registered has no fee', async () => {
  const past = {
    preProgrammedDistribution: { $formatVersion: '0', distributions: { [T0]: { [alice]: 7 } } },
  };
  const contract = with13({ tokens: { 0: distributedToken(past) } });
  expect((await rejection(calculateRegistrationFee(contract, { protocolVersion: 13 }))).code).toBe(40_005);
  await expect(calculateRegistrationFee({ note: {} }, { protocolVersion: 13 })).rejects.toMatchObject({
    name: 'JsonSchemaError',
  });
});
