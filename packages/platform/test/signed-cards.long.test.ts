import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { concatBytes } from '../src/base/bytes/concat-bytes.js';
import { documentId, type DocumentTransition, type Value } from '@dapikit/protocol';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { identifierText } from '../src/base/bytes/identifier.js';
import { TRANSITION_SPACES } from '../src/state/transition-result/executed-transition.js';
import { ConsensusError } from '../src/base/errors/consensus-error.js';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { createClock } from '../src/state/chain/clock.js';
import { onEachEngine, type Engine } from './engines.js';
import { indexOf } from './note-collection.js';
import { cardOf, contractWithoutId, DASH, T0 } from './platform-fixture.js';
import { keysFrom, signed, UNSIGNED } from './signer.js';
import type { Store } from '../src/store/store.js';

const PEOPLE = ['alice', 'bob'] as const;
type Person = (typeof PEOPLE)[number];

/** The number of the first private key of a person. */
const FIRST_KEY: Readonly<Record<Person, number>> = { alice: 100, bob: 200 };

const CARDS = cardOf({
  required: ['name', '$createdAt', '$transferredAt'],
  documentsCountable: true,
  indices: [indexOf('name', ['name'], { unique: true })],
});

interface Table {
  readonly platform: Platform;
  readonly store: Store;
  readonly contractId: string;
  readonly ids: Readonly<Record<Person, string>>;
}

async function openTable(engine: Engine): Promise<Table> {
  const store = await engine.open();
  const platform = await createPlatform({
    store,
    protocolVersion: 13,
    clock: createClock({ time: T0, frozen: true }),
  });
  const create = async (seed: Person) =>
    (await platform.createIdentity({ seed, credits: 100n * DASH, keys: keysFrom(FIRST_KEY[seed]) })).id;
  const ids = { alice: await create('alice'), bob: await create('bob') };
  const whole = contractWithoutId(CARDS);
  const { contractId } = await platform.registerContract({
    by: ids.alice,
    contract: { ...whole, ownerId: ids.alice },
  });
  return { platform, store, contractId, ids };
}

const actions = fc.array(
  fc.record({
    kind: fc.constantFrom('create', 'create', 'replace', 'delete', 'transfer', 'price', 'purchase'),
    by: fc.constantFrom(...PEOPLE),
    recipient: fc.constantFrom(...PEOPLE),
    entropy: fc.nat(3),
    owner: fc.constantFrom(...PEOPLE),
    name: fc.constantFrom('ace', 'king', 'queen', 7),
    attack: fc.constantFrom(undefined, 5, 300),
    price: fc.constantFrom(0n, 5n, 1_000_000_000n),
    revision: fc.integer({ min: 1, max: 4 }),
    keyId: fc.constantFrom(1, 2, 2, 2, 3, 9),
    skip: fc.constantFrom(0n, 0n, 0n, 1n),
    userFeeIncrease: fc.constantFrom(0, 0, 50),
  }),
  { minLength: 1, maxLength: 14, size: 'max' },
);
type Action = typeof actions extends fc.Arbitrary<(infer One)[]> ? One : never;

const entropyOf = (action: Action): Uint8Array => new Uint8Array(32).fill(action.entropy);

/** The id of the card that the owner makes with the entropy. */
const cardOfAction = ({ ids, contractId }: Table, action: Action): Uint8Array =>
  documentId(
    bytesOf(contractId),
    bytesOf(action.kind === 'create' ? ids[action.by] : ids[action.owner]),
    'card',
    entropyOf(action),
  );

const dataOf = ({ name, attack }: Action): Readonly<Record<string, string | number>> => ({
  name,
  ...(attack === undefined ? {} : { attack }),
});

const wire = (value: string | number): Value =>
  typeof value === 'string' ? { type: 'text', value } : { type: 'u64', value: BigInt(value) };

const nonceOf = async ({ platform, ids, contractId }: Table, action: Action): Promise<bigint> =>
  platform.readState(
    async (state) =>
      ((await state.identityContractNonce(bytesOf(ids[action.by]), bytesOf(contractId))) &
        0xff_ff_ff_ff_ffn) +
      1n +
      action.skip,
  );

async function actUnsigned(table: Table, action: Action): Promise<unknown> {
  const { platform, contractId, ids } = table;
  const { keyId, userFeeIncrease, revision, price } = action;
  const base = {
    by: ids[action.by],
    keyId,
    userFeeIncrease,
    nonce: await nonceOf(table, action),
    contractId,
    documentType: 'card',
    id: identifierText(cardOfAction(table, action)),
  };
  switch (action.kind) {
    case 'create':
      return platform.createDocument({ ...base, entropy: entropyOf(action), data: dataOf(action) });
    case 'replace':
      return platform.replaceDocument({ ...base, revision, data: dataOf(action) });
    case 'delete':
      return platform.deleteDocument(base);
    case 'transfer':
      return platform.transferDocument({ ...base, revision, recipientId: ids[action.recipient] });
    case 'price':
      return platform.updateDocumentPrice({ ...base, revision, price });
    default:
      return platform.purchaseDocument({ ...base, revision, price });
  }
}

function itemOf(table: Table, action: Action, identityContractNonce: bigint): DocumentTransition {
  const revision = BigInt(action.revision);
  const base = {
    formatVersion: 1,
    id: cardOfAction(table, action),
    identityContractNonce,
    documentType: 'card',
    dataContractId: bytesOf(table.contractId),
    tokenPaymentInfo: undefined,
  } as const;
  const data = new Map(Object.entries(dataOf(action)).map(([name, value]) => [name, wire(value)]));
  switch (action.kind) {
    case 'create':
      return {
        action: 'create',
        formatVersion: 0,
        base,
        entropy: entropyOf(action),
        data,
        prefundedVotingBalance: undefined,
      };
    case 'replace':
      return { action: 'replace', formatVersion: 0, base, revision, data };
    case 'delete':
      return { action: 'delete', formatVersion: 0, base };
    case 'transfer':
      return {
        action: 'transfer',
        formatVersion: 0,
        base,
        revision,
        recipientOwnerId: bytesOf(table.ids[action.recipient]),
      };
    case 'price':
      return { action: 'updatePrice', formatVersion: 0, base, revision, price: action.price };
    default:
      return { action: 'purchase', formatVersion: 0, base, revision, price: action.price };
  }
}

async function actSigned(table: Table, action: Action): Promise<unknown> {
  const { platform, ids } = table;
  const item = itemOf(table, action, await nonceOf(table, action));
  const stateTransition = signed(
    {
      ...UNSIGNED,
      type: 'batch',
      formatVersion: 1,
      ownerId: bytesOf(ids[action.by]),
      transitions: [{ transition: 'document', ...item }],
      userFeeIncrease: action.userFeeIncrease,
    },
    FIRST_KEY[action.by],
    action.keyId,
  );
  const simulated = await platform
    .simulateStateTransition({ stateTransition })
    .then(({ rejection }) => rejection?.code, codeOf);
  let failure: unknown;
  const outcome = await platform.broadcastStateTransition({ stateTransition }).then(
    async ({ id }) => (await platform.getStateTransition({ id }))?.rejection?.code,
    (error: unknown) => {
      failure = error;
      return codeOf(error);
    },
  );
  expect(simulated).toEqual(outcome);
  if (failure !== undefined) throw failure;
  return outcome;
}

const codeOf = (error: unknown): { code: number; isPaid: boolean } => {
  if (error instanceof ConsensusError) return { code: error.code, isPaid: error.isPaid };
  throw error;
};

const EXECUTED_SPACES: ReadonlySet<number> = new Set(Object.values(TRANSITION_SPACES));

/** All entries but those of snapshots and executed transitions. */
const entriesOf = async (store: Store): Promise<string[]> =>
  store.read(async (view) =>
    (await view.scan({ from: Uint8Array.of(2), to: Uint8Array.of(0xff) }))
      .filter(({ key: [space = 0] }) => !EXECUTED_SPACES.has(space))
      .map(({ key, value }) => Buffer.from(concatBytes([key, Uint8Array.of(0xff), value])).toString('hex')),
  );

onEachEngine((engine) => {
  it('signed transitions lead to the same state as unsigned controls', async () => {
    const codes = new Set<number>();
    await fc.assert(
      fc.asyncProperty(actions, async (all) => {
        const [bySigned, byUnsigned] = [await openTable(engine), await openTable(engine)];
        for (const action of all) {
          const before = await byUnsigned.platform.snapshot();
          const beforeSigned = await bySigned.platform.snapshot();
          const unsigned = await actUnsigned(byUnsigned, action).then(() => undefined, codeOf);
          let isKnown = false;
          const given = await actSigned(bySigned, action).catch((error: unknown) => {
            isKnown = true;
            return codeOf(error).code;
          });
          expect(given).toBe(unsigned?.code);
          if (unsigned !== undefined) codes.add(unsigned.code);
          // A node takes nothing into its mempool whose content is wrong: nobody pays. Both use the height of the reverted block.
          if (isKnown && unsigned?.isPaid === true) {
            await byUnsigned.platform.revert(before);
            await actUnsigned(bySigned, action).catch(codeOf);
            await bySigned.platform.revert(beforeSigned);
          }
        }
        expect(await entriesOf(bySigned.store)).toEqual(await entriesOf(byUnsigned.store));
        expect(await bySigned.platform.verify()).toMatchObject({ ok: true });
        await Promise.all([bySigned.platform.close(), byUnsigned.platform.close()]);
      }),
      { numRuns: 8 },
    );
    expect([...codes]).toEqual(expect.arrayContaining([10101, 20003, 20011, 40101]));
  });
});
