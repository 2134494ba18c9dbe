import { estimateFees, FEE_SCHEDULES, STORAGE_CREDITS_PER_BYTE } from '@dapikit/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../src/state/chain/clock.js';
import { contestRules, entryPrice } from '../src/state/contest/contest-rules.js';
import { addressFee } from '../src/state/fee/address-fee.js';
import { storageRefund } from '../src/state/fee/storage-refund.js';
import type { KeyType } from '../src/state/identity/public-key.js';
import { processingCost, signatureSurcharge, storageWorkFee } from '../src/state/fee/processing-cost.js';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { indexOf } from './note-collection.js';
import { cardOf, DASH, documentIdIn, rejection, T0 } from './platform-fixture.js';
import { schemaOf, SCHEMAS } from '../../proof/test/sample-contract.js';
import { TOKEN_1000 } from './sample-token.js';

const PROTOCOLS = [9, 10, 11, 12, 13] as const;

const cost = (work: object = {}) => processingCost({ seeks: 0, ...work });

const NO_WORK = {
  addedBytes: 0,
  replacedBytes: 0,
  removedBytes: 0,
  passedBytes: 0,
  added: 0,
  replaced: 0,
  removed: 0,
  passed: 0,
  checks: 0,
};
const trees = (work: object) => storageWorkFee({ ...NO_WORK, ...work });

/**
 * The published constants by their names there, and what this package takes.
 *
 * Source: `packages/rs-platform-version/src/version/fee` in dashpay/platform: `FEE_VERSION2`, from protocol 9 on.
 */
describe('the official fee constant', () => {
  const usual = cost().processingFee;
  const signed = (type: KeyType) => usual + signatureSurcharge(type);
  const contests = contestRules('mainnet', 13);
  const { FEE2 } = FEE_SCHEDULES;

  it.each<[constant: string, value: bigint, taken: bigint]>([
    ['storage_disk_usage_credit_per_byte', 27_000n, cost({ storedBytes: 1 }).storageFee],
    ['storage_processing_credit_per_byte', 400n, cost({ storedBytes: 1 }).processingFee - usual],
    ['storage_processing_credit_per_byte', 400n, cost({ replacedBytes: 1 }).processingFee - usual],
    ['storage_disk_usage_credit_per_byte', 27_000n, trees({ addedBytes: 1 }).storageFee],
    ['storage_processing_credit_per_byte', 400n, trees({ addedBytes: 1 }).processingFee],
    ['storage_processing_credit_per_byte', 400n, trees({ replacedBytes: 1 }).processingFee],
    ['storage_processing_credit_per_byte', 400n, trees({ removedBytes: 1 }).processingFee],
    ['storage_seek_cost', 2000n, cost({ seeks: 1 }).processingFee - usual],
    ['verify_signature_ecdsa_secp256k1', 15_000n, signed('ECDSA_SECP256K1')],
    ['verify_signature_bls12_381', 300_000n, signed('BLS12_381')],
    ['verify_signature_ecdsa_hash160', 15_500n, signed('ECDSA_HASH160')],
    ['verify_signature_bip13_script_hash', 300_000n, signed('BIP13_SCRIPT_HASH')],
    ['verify_signature_eddsa25519_hash160', 3500n, signed('EDDSA_25519_HASH160')],
    ['base_contract_registration_fee', 10_000_000_000n, FEE2.base],
    ['document_type_registration_fee', 2_000_000_000n, FEE2.documentType],
    ['document_type_base_non_unique_index_registration_fee', 1_000_000_000n, FEE2.plainIndex],
    ['document_type_base_unique_index_registration_fee', 1_000_000_000n, FEE2.uniqueIndex],
    ['document_type_base_contested_index_registration_fee', 100_000_000_000n, FEE2.contestedIndex],
    ['token_registration_fee', 10_000_000_000n, FEE2.token],
    ['token_uses_perpetual_distribution_fee', 10_000_000_000n, FEE2.perpetualDistribution],
    ['token_uses_pre_programmed_distribution_fee', 10_000_000_000n, FEE2.preProgrammedDistribution],
    ['search_keyword_fee', 10_000_000_000n, FEE2.keyword],
    ['contested_document_vote_resolution_fund_required_amount', 20_000_000_000n, entryPrice(contests, 0)],
    [
      'contested_document_vote_resolution_unlock_fund_required_amount',
      400_000_000_000n,
      contests.unlockPrice,
    ],
    ['contested_document_single_vote_cost', 10_000_000n, contests.votePrice],
  ])('%s is %i credits', (_constant, value, taken) => {
    expect(taken).toBe(value);
  });

  it('for storage is the same for charge and refund', () => {
    // 16,000 bytes share out over the eras without a rest; the share of one epoch is gone at once.
    const whole = 16_000n * STORAGE_CREDITS_PER_BYTE.storage;
    expect(storageRefund(new Map([[0, 16_000]]), 0)).toBe(whole - (whole * 5n) / 100n / 40n);
  });
});

describe('the fee of a transition of addresses', () => {
  // Key 21 + 33; value with hashes, and a count and a sum of 8 bytes in the node and in its link.
  const key = 54;
  const value = 171;
  const seeks = 18n * 2000n;

  it('has the bytes of each new address, and of each changed one', () => {
    const none = addressFee({ inputs: 0, outputs: 0, newOutputs: 0 });
    const added = addressFee({ inputs: 0, outputs: 1, newOutputs: 1 });
    expect(added.storageFee).toBe(BigInt(key + value) * 27_000n);
    expect(added.processingFee - none.processingFee).toBe(BigInt(key + value) * 400n + seeks);
    const changed = addressFee({ inputs: 1, outputs: 0, newOutputs: 0 });
    expect(changed.storageFee).toBe(0n);
    expect(changed.processingFee - none.processingFee).toBe(BigInt(value) * 400n + seeks);
  });

  it.each([14_964_200n, 14_702_160n])('deviates by at most 2 %% from %i credits on testnet', (network) => {
    const { storageFee, processingFee } = addressFee({
      inputs: 0,
      outputs: 1,
      newOutputs: 1,
      usesAssetLock: true,
    });
    const deviation = Number(storageFee + processingFee - network) / Number(network);
    expect(Math.abs(deviation)).toBeLessThanOrEqual(0.02);
  });
});

describe('the required balance of a transition', () => {
  let platform: Platform;
  let alice: string;
  let bob: string;
  let contractId: string;
  beforeAll(async () => {
    platform = await createPlatform({ clock: createClock({ time: T0, frozen: true }) });
    alice = (await platform.createIdentity({ credits: 1000n * DASH })).id;
    bob = (await platform.createIdentity({ credits: 1000n * DASH })).id;
    const registered = await platform.registerContract({
      by: alice,
      contract: { $formatVersion: '1', documentSchemas: cardOf(), tokens: { 0: TOKEN_1000 } },
    });
    ({ contractId } = registered);
  });
  afterAll(async () => {
    await platform.close();
  });

  /** Who has so many credits, and a key of every use. */
  const withCredits = async (credits: bigint) => (await platform.createIdentity({ credits })).id;
  const least = 100_000n;
  const registration = estimateFees(cardOf()).estimate?.registration.credits ?? 0n;

  it.each<[constant: string, required: bigint, work: (by: string) => Promise<unknown>]>([
    [
      'credit_transfer',
      least + 500_000n,
      async (by) => platform.transferCredits({ by, recipientId: bob, credits: 500_000 }),
    ],
    ['identity_update', least, async (by) => platform.changeIdentityKeys({ by, add: [{}] })],
    [
      'document_batch_sub_transition',
      least,
      async (by) => platform.createDocument({ by, contractId, documentType: 'card', data: { name: 'a' } }),
    ],
    [
      'document_batch_sub_transition',
      least,
      async (by) => platform.transferTokens({ by, contractId, recipientId: bob, amount: 1 }),
    ],
    [
      'contract_create',
      least + registration,
      async (by) => platform.registerContract({ by, contract: cardOf() }),
    ],
  ])('with %s is at least %i credits', async (_constant, required, work) => {
    const poor = await withCredits(required - 1n);
    expect(await rejection(work(poor))).toMatchObject({
      code: 40210,
      isPaid: false,
      payload: { balance: required - 1n, requiredBalance: required },
    });
    // One more is enough to be looked at, whatever comes of it.
    const outcome = await work(await withCredits(required)).catch((error: unknown) => error);
    expect(outcome).not.toMatchObject({ code: 40210, payload: { requiredBalance: required } });
  });

  it.each<KeyType>(['BIP13_SCRIPT_HASH', 'EDDSA_25519_HASH160'])(
    'does not matter for a key of type %s, which cannot sign',
    async (type) => {
      const { id: by } = await platform.createIdentity({
        keys: [{ securityLevel: 'MASTER' }, { purpose: 'TRANSFER', securityLevel: 'CRITICAL', type }],
      });
      await expect(
        platform.transferCredits({ by, recipientId: bob, credits: 100_000 }),
      ).rejects.toMatchObject({
        code: 20001,
        isPaid: false,
      });
    },
  );

  it.each<KeyType>(['ECDSA_SECP256K1', 'BLS12_381', 'ECDSA_HASH160'])(
    'includes a signature by a key of type %s',
    async (type) => {
      const fees: bigint[] = [];
      for (const keyType of [type, 'ECDSA_SECP256K1'] as const) {
        const { id: by } = await platform.createIdentity({
          credits: DASH,
          keys: [
            { securityLevel: 'MASTER', type: keyType },
            { purpose: 'TRANSFER', securityLevel: 'CRITICAL', type: keyType },
          ],
        });
        const transfer = { by, recipientId: bob, credits: 100_000, userFeeIncrease: 100 };
        fees.push((await platform.transferCredits(transfer)).fee);
      }
      expect(fees[0]! - fees[1]!).toBe(2n * signatureSurcharge(type));
    },
  );

  it.each(PROTOCOLS)(
    'includes the registration charge of protocol 9 at protocol %i',
    async (protocolVersion) => {
      const room = await createPlatform({ protocolVersion });
      const { id: by } = await room.createIdentity({ credits: 10n * DASH });
      const names = {
        name: schemaOf(
          { name: SCHEMAS.string, text: SCHEMAS.string },
          {
            documentsMutable: false,
            indices: [
              indexOf('name', ['name'], { unique: true, contested: { resolution: 0 } }),
              indexOf('text', ['text']),
            ],
          },
        ),
      };
      const { fee } = await room.registerContract({ by, contract: names });
      // Base, type, contested and plain index: 1.13 DASH; its bytes and processing are less than 0.001 DASH.
      expect(fee).toBeGreaterThan((113n * DASH) / 100n);
      expect(fee).toBeLessThan((1131n * DASH) / 1000n);
      await room.close();
    },
  );

  it('adds the user fee increase to processing only', async () => {
    const create = async (userFeeIncrease: number) =>
      platform.createDocument({
        by: alice,
        contractId,
        documentType: 'card',
        data: { name: 'a' },
        userFeeIncrease,
      });
    // The first of all brings trees that later ones share.
    await create(0);
    const [plain, half, twice] = [await create(0), await create(50), await create(100)];
    expect(twice.fee - plain.fee).toBe(2n * (half.fee - plain.fee));
    expect(twice.fee).toBeLessThan(2n * plain.fee);
    const id = documentIdIn(plain.document);
    const before = (await platform.getIdentity({ id: alice }))?.balance ?? 0n;
    const { fee } = await platform.deleteDocument({ by: alice, contractId, documentType: 'card', id });
    expect((await platform.getIdentity({ id: alice }))?.balance).toBeGreaterThan(before - fee);
  });
});
