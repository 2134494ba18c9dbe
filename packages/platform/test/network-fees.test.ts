import { writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { contestRules } from '../src/state/contest/contest-rules.js';
import { checkContract } from '../src/state/contract/check-contract.js';
import { createPlatform } from '../src/api/platform.js';
import { createContractBook } from '../src/state/contract/contract-book.js';
import { signatureCost, signatureSurcharge } from '../src/state/fee/processing-cost.js';
import { createIdentity } from '../src/state/identity/identity-store.js';
import { addCredits } from '../src/state/identity/credits.js';
import type { PlatformRules } from '../src/state/rules/platform-rules.js';
import { runAssetLockTransition } from '../src/execution/transition/run-asset-lock-transition.js';
import { DASHPAY } from '../src/state/system-contract/system-ids.js';
import type { WritableView } from '../src/store/store.js';
import { onEachEngine, type Engine } from './engines.js';
import { indexOf } from './note-collection.js';
import {
  balanceOf,
  created,
  documentIdIn,
  keyOf,
  openRoom,
  rejection,
  type Room,
} from './platform-fixture.js';
import { schemaOf, SCHEMAS } from '../../proof/test/sample-contract.js';

/** Fees and refunds in credits. */
interface Amounts {
  readonly fee: bigint;
  readonly refund?: bigint;
}

/** One operation as the network charges it in its own tests, and as the platform here does. */
interface Pair {
  readonly operation: string;
  /** What the network charges: for storage and for processing; what somebody gets back. */
  readonly network: { readonly storage: bigint; readonly processing: bigint; readonly refund?: bigint };
  /** How far the sum may deviate, in percent. */
  readonly percent: number;
  readonly run: (engine: Engine) => Promise<Amounts>;
}

/** The platform's controls sign with hashed keys, the tests of the network with ECDSA keys. */
const HASHED_KEY = signatureSurcharge('ECDSA_HASH160');

/**
 * A card of the game in the network's tests. The network's blocks have the same height there; in the place of the index by
 * `$transferredAtBlockHeight` is one with as many bytes that no transfer changes.
 */
const UNCHANGED = 'unchangedWhenTransferredX';
const cardOf = (properties: readonly string[][], documentsMutable: boolean) => ({
  card: schemaOf(
    {
      name: SCHEMAS.string,
      attack: SCHEMAS.i64,
      defense: SCHEMAS.i64,
      [UNCHANGED]: SCHEMAS.i64,
    },
    {
      documentsMutable,
      canBeDeleted: true,
      transferable: 1,
      tradeMode: 1,
      required: ['name', '$transferredAt', '$transferredAtCoreBlockHeight', 'attack', 'defense'],
      indices: properties.map((names, at) => indexOf(`index${at}`, names)),
    },
  ),
});
const TIMES = [['$transferredAt'], [UNCHANGED], ['$transferredAtCoreBlockHeight']];
const OWNERS = [['$ownerId'], ['$ownerId', '$transferredAt']];
const VALUES = [['attack'], ['defense']];
const CARD = { name: 'x'.repeat(54), attack: 4, defense: 7, [UNCHANGED]: 1 };

const room = async (engine: Engine, indices: readonly string[][], isMutable = false): Promise<Room> =>
  openRoom(engine, cardOf(indices, isMutable));
const cards = ({ contractId }: Room) => ({ contractId, documentType: 'card' });

const PRICE = 10_000_000_000n;

async function priced(engine: Engine): Promise<Room & { readonly id: string }> {
  const own = await room(engine, [...OWNERS, ...VALUES, ...TIMES]);
  const id = await created(own, own.alice, 'card', CARD);
  await own.platform.updateDocumentPrice({ ...cards(own), by: own.alice, id, price: PRICE });
  own.clock.advance(50_000);
  return { ...own, id };
}

const unhashed = (fee: bigint): Amounts => ({ fee: fee - HASHED_KEY });

/** What an identity gets when another one does something, beside a price. */
async function refundTo(
  own: Room,
  work: () => Promise<{ readonly fee: bigint }>,
  price = 0n,
): Promise<Amounts> {
  const before = await balanceOf(own, own.alice);
  const { fee } = await work();
  return { fee: fee - HASHED_KEY, refund: (await balanceOf(own, own.alice)) - before - price };
}

/**
 * Source: `nft.rs`, `transfer.rs`, `deletion.rs` and `creation.rs` in `batch/tests/document`, `identity_create/mod.rs`,
 * `identity_top_up/mod.rs` in `packages/rs-drive-abci/src/execution/validation/state_transition/state_transitions`,
 * `check_tx/v0/mod.rs` in `packages/rs-drive-abci/src/execution` of dashpay/platform.
 */
const PAIRS: readonly Pair[] = [
  {
    operation: 'create a card',
    network: { storage: 123_579_000n, processing: 2_856_860n },
    percent: 2,
    run: async (engine) => {
      const own = await room(engine, [...OWNERS, ...VALUES, ...TIMES]);
      return unhashed((await own.platform.createDocument({ ...cards(own), by: own.alice, data: CARD })).fee);
    },
  },
  {
    operation: 'price a card',
    network: { storage: 216_000n, processing: 2_473_880n },
    percent: 2,
    run: async (engine) => {
      const own = await room(engine, [...OWNERS, ...VALUES, ...TIMES]);
      const id = await created(own, own.alice, 'card', CARD);
      const { fee } = await own.platform.updateDocumentPrice({
        ...cards(own),
        by: own.alice,
        id,
        price: PRICE,
      });
      return unhashed(fee);
    },
  },
  // After a replace in another epoch there, which the flags of the document have in addition.
  {
    operation: 'price a card of a mutable type',
    network: { storage: 216_000n, processing: 2_721_160n },
    percent: 2,
    run: async (engine) => {
      const own = await room(engine, [...OWNERS, ...VALUES, ...TIMES], true);
      const id = await created(own, own.alice, 'card', CARD);
      const price = { ...cards(own), by: own.alice, id, price: PRICE };
      return unhashed((await own.platform.updateDocumentPrice(price)).fee);
    },
  },
  {
    operation: 'purchase a card',
    network: { storage: 64_611_000n, processing: 4_080_480n, refund: 22_704_503n },
    percent: 2,
    run: async (engine) => {
      const own = await priced(engine);
      const purchase = { ...cards(own), by: own.bob, id: own.id, price: PRICE };
      return refundTo(own, async () => own.platform.purchaseDocument(purchase), PRICE);
    },
  },
  {
    operation: 'transfer a card with indices by owner',
    network: { storage: 37_341_000n, processing: 3_369_260n, refund: 14_992_395n },
    percent: 2,
    run: async (engine) => {
      const own = await room(engine, [...OWNERS, ...VALUES, ...TIMES]);
      const id = await created(own, own.alice, 'card', CARD);
      const transfer = { ...cards(own), by: own.alice, id, recipientId: own.bob };
      const { fee, refund = 0n } = await refundTo(own, async () => own.platform.transferDocument(transfer));
      return { fee, refund: refund + fee + HASHED_KEY };
    },
  },
  {
    operation: 'transfer a card without indices by owner',
    network: { storage: 0n, processing: 1_985_420n },
    percent: 2,
    run: async (engine) => {
      const own = await room(engine, [...VALUES, ...TIMES]);
      const id = await created(own, own.alice, 'card', CARD);
      const transfer = { ...cards(own), by: own.alice, id, recipientId: own.bob };
      return unhashed((await own.platform.transferDocument(transfer)).fee);
    },
  },
  {
    operation: 'reject a transition with the first nonce for a contract',
    network: { storage: 11_556_000n, processing: 526_140n },
    percent: 2,
    run: async (engine) => {
      const own = await room(engine, VALUES);
      const missing = { ...cards(own), by: own.alice, id: own.contractId };
      return unhashed((await rejection(own.platform.deleteDocument(missing))).fee ?? 0n);
    },
  },
  {
    operation: 'reject a transition with a further nonce for a contract',
    network: { storage: 0n, processing: 445_700n },
    percent: 0,
    run: async (engine) => {
      const own = await room(engine, VALUES);
      await created(own, own.alice, 'card', CARD);
      const missing = { ...cards(own), by: own.alice, id: own.contractId };
      return unhashed((await rejection(own.platform.deleteDocument(missing))).fee ?? 0n);
    },
  },
  {
    operation: 'create an identity with two keys',
    network: { storage: 84_213_000n, processing: 1_919_540n },
    percent: 2,
    run: async (engine) => {
      const store = await engine.open();
      return store.write(async (view) => ({
        fee: await assetLockFee(view, NEW_ID, 2n * signatureCost('ECDSA_SECP256K1'), async (credits) =>
          createIdentity(view, newIdentity(credits)),
        ),
      }));
    },
  },
  {
    operation: 'top up an identity',
    network: { storage: 5_805_000n, processing: 588_840n },
    percent: 2,
    run: async (engine) => {
      const store = await engine.open();
      return store.write(async (view) => {
        await createIdentity(view, newIdentity(LOCKED));
        return {
          fee: await assetLockFee(view, NEW_ID, 0n, async (credits) => addCredits(view, NEW_ID, credits)),
        };
      });
    },
  },
  // At protocol 1, without a registration charge; its storage is not stated.
  {
    operation: 'process the registration of the DashPay contract',
    network: { storage: 0n, processing: 2_483_610n },
    percent: 2,
    run: async (engine) => {
      const store = await engine.open();
      const platform = await createPlatform({ store, protocolVersion: 9 });
      const dashpay = (await platform.getContract({ id: DASHPAY }))?.contract ?? {};
      const fees: bigint[] = [];
      for (const userFeeIncrease of [0, 100]) {
        const { id: by } = await platform.createIdentity({ credits: 100n * LOCKED });
        const { id: _id, ...contract } = { id: '', ...dashpay, ownerId: by };
        fees.push((await platform.registerContract({ by, contract, userFeeIncrease })).fee);
      }
      const [once = 0n, twice = 0n] = fees;
      return unhashed(twice - once);
    },
  },
  {
    operation: 'replace a profile',
    network: { storage: 0n, processing: 1_443_820n },
    percent: 2,
    run: async (engine) => {
      const { platform, profile } = await profiled(engine);
      const data = { ...PROFILE, avatarUrl: 'http://test.com/cat.jpg', displayName: 'Samuel' };
      return unhashed((await platform.replaceDocument({ ...profile, data })).fee);
    },
  },
  {
    operation: 'delete a profile',
    network: { storage: 0n, processing: 1_711_420n },
    percent: 2,
    run: async (engine) => {
      const { platform, profile } = await profiled(engine);
      return unhashed((await platform.deleteDocument(profile)).fee);
    },
  },
  // The storage is that of the nonce, which the other tests state.
  {
    operation: 'reject a deletion with the first nonce for a system contract',
    network: { storage: 11_556_000n, processing: 516_040n },
    percent: 2,
    run: async (engine) => {
      const { platform, alice: by, contractId: id } = await room(engine, VALUES);
      const missing = { by, contractId: DASHPAY, documentType: 'profile', id };
      return unhashed((await rejection(platform.deleteDocument(missing))).fee ?? 0n);
    },
  },
  // A seed decides the lengths of the last two values: with the least it is 1.3 % too cheap, with the greatest 0.1 % too expensive.
  {
    operation: 'delete a contact request of a type that does not change',
    network: { storage: 0n, processing: 2_762_400n },
    percent: 2,
    run: async (engine) => {
      const { platform, alice: by, contractId } = await openRoom(engine, CONTACT_TYPES);
      const request = { by, contractId, documentType: 'contactRequest' };
      const { document } = await platform.createDocument({ ...request, data: CONTACT });
      return unhashed((await platform.deleteDocument({ ...request, id: documentIdIn(document) })).fee);
    },
  },
];

const bytesOf = (minItems: number, maxItems: number) => ({
  type: 'array',
  byteArray: true,
  minItems,
  maxItems,
});
const filled = (length: number): string => Buffer.alloc(length, 1).toString('base64');
const CONTACT_REQUEST = schemaOf(
  {
    toUserId: bytesOf(32, 32),
    encryptedPublicKey: bytesOf(96, 96),
    senderKeyIndex: { type: 'integer' },
    recipientKeyIndex: { type: 'integer' },
    accountReference: { type: 'integer' },
    encryptedAccountLabel: bytesOf(48, 80),
    autoAcceptProof: bytesOf(38, 102),
  },
  {
    documentsMutable: false,
    canBeDeleted: true,
    required: [
      '$createdAt',
      '$createdAtCoreBlockHeight',
      'toUserId',
      'encryptedPublicKey',
      'senderKeyIndex',
      'recipientKeyIndex',
      'accountReference',
    ],
    indices: [
      { ...indexOf('owner_user_ref', ['$ownerId', 'toUserId', 'accountReference']), unique: true },
      indexOf('ownerId_toUserId', ['$ownerId', 'toUserId']),
      indexOf('toUserId_$createdAt', ['toUserId', '$createdAt']),
      indexOf('$ownerId_$createdAt', ['$ownerId', '$createdAt']),
    ],
  },
);
/** With as many types as there: their tree is above the documents. */
const CONTACT_TYPES = {
  contactRequest: CONTACT_REQUEST,
  profile: schemaOf({ displayName: SCHEMAS.string }),
  contactInfo: schemaOf({ displayName: SCHEMAS.string }),
};
const CONTACT = {
  toUserId: filled(32),
  encryptedPublicKey: filled(96),
  senderKeyIndex: 1,
  recipientKeyIndex: 1,
  accountReference: 0,
  encryptedAccountLabel: filled(60),
  autoAcceptProof: filled(60),
};

const BLOCK = { height: 1n, time: 1_700_000_000_000, coreHeight: 1, epoch: 0 };
const RULES: PlatformRules = {
  network: 'regtest',
  protocolVersion: 13,
  contestRules: contestRules('regtest', 13),
  keyOrder: { unsignedByValue: true },
  quirks: {},
  checkContract: async (check) => checkContract(check),
};
const LOCKED = 100_000_000_000n;

/** The fee of a transition that an asset lock of 1 DASH pays for. @param processingFee of the signatures of new keys */
async function assetLockFee(
  view: WritableView,
  identityId: Uint8Array,
  processingFee: bigint,
  work: (credits: bigint) => Promise<void>,
): Promise<bigint> {
  const outcome = await runAssetLockTransition(
    view,
    {
      lock: {
        outPoint: new Uint8Array(36),
        transactionId: new Uint8Array(32),
        index: 0,
        credits: LOCKED,
        keyHash: new Uint8Array(20),
      },
      signableHash: new Uint8Array(32),
      minCredits: 0n,
      checkSignature: () => undefined,
      userFeeIncrease: 0n,
      rejectionFee: 0n,
      execute: async ({ credits }) => {
        await work(credits);
        return { identityId, processingFee };
      },
    },
    {
      block: BLOCK,
      contracts: createContractBook(RULES),
      rules: RULES,
    },
  );
  return outcome.fee;
}

const NEW_ID = new Uint8Array(32).fill(7);
const newIdentity = (balance: bigint) => ({
  id: NEW_ID,
  keys: [keyOf(0, 'MASTER'), keyOf(1, 'CRITICAL')],
  balance,
  requirements: new Map(),
});

/** The values have the lengths that `StdRng` of the crate `rand` gives them in the network's tests, from the seed 433. */
const PROFILE = {
  publicMessage: 'x'.repeat(11),
  avatarHash: Buffer.alloc(32, 1).toString('base64'),
  avatarFingerprint: Buffer.alloc(8, 1).toString('base64'),
};

async function profiled(engine: Engine) {
  const { platform, alice: by } = await room(engine, VALUES);
  const profile = { by, contractId: DASHPAY, documentType: 'profile' };
  const { document } = await platform.createDocument({
    ...profile,
    data: { ...PROFILE, avatarUrl: 'http://test.com/bob.jpg', displayName: 'x'.repeat(16) },
  });
  return { platform, profile: { ...profile, id: documentIdIn(document) } };
}

const rows: string[] = [];

const deviation = (ours: bigint, network: bigint): number => (Number(ours - network) * 100) / Number(network);

onEachEngine((engine) => {
  afterAll(() => {
    const file = process.env['FEE_TABLE'];
    if (file !== undefined) writeFileSync(file, `${rows.join('\n')}\n`);
  });

  it.each(PAIRS)(
    'the fee to $operation deviates from the network by at most $percent %',
    async ({ operation, network, percent, run }) => {
      const { fee, refund } = await run(engine);
      const total = network.storage + network.processing;
      rows.push(
        `${operation}: ${total} ${fee} ${deviation(fee, total).toFixed(2)} %; refund ${network.refund} ${refund}`,
      );
      expect(Math.abs(deviation(fee, total))).toBeLessThanOrEqual(percent);
      expect(refund).toBe(network.refund);
    },
  );
});
