import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInteger } from '../src/base/bytes/integer-bytes.js';
import { errorBytes } from '../src/base/error-bytes/error-bytes.js';
import { ConsensusError } from '../src/base/errors/consensus-error.js';
import { CONTEST_FORM } from '../src/state/contest/contest-forms.js';
import { contestsPrefix } from '../src/state/contest/contest-keys.js';
import { processingPool } from '../src/state/identity/credits.js';
import { IDENTITY_SPACES, TOTAL_CREDITS_KEY } from '../src/state/identity/identity-entry-keys.js';
import { InputError } from '../src/base/errors/input-error.js';
import { behindPrefix } from '../src/state/keys/tuple-key.js';
import type { Store } from '../src/store/store.js';
import { AggregateOverflowError } from '../src/state/aggregates/aggregate.js';
import { onEachEngine } from './engines.js';
import { indexOf } from './note-collection.js';
import {
  balanceOf,
  cardOf,
  created,
  DASH,
  documentIdIn,
  openRoom,
  rejection,
  type Room,
} from './platform-fixture.js';
import { costlyRuns } from '../../../scripts/property-runs.js';

const MOST = 2n ** 63n - 1n;
const HUGE = 2n ** 64n - 1n;

/** All credits that anybody has or that wait for somebody, and all that were ever given out. */
const creditsIn = async (store: Store): Promise<{ present: bigint; issued: bigint }> =>
  store.read(async (view) => {
    const all = async (from: Uint8Array) => view.scan({ from, to: behindPrefix(from) });
    const balances = await all(Uint8Array.of(IDENTITY_SPACES.balances));
    const contests = await all(contestsPrefix());
    const issued = await view.get(TOTAL_CREDITS_KEY);
    return {
      present: [
        await processingPool(view),
        ...balances.map(({ value }) => readInteger(value, false)),
        ...contests.map(({ value }) => CONTEST_FORM.fromBytes(value).fund),
      ].reduce((sum, credits) => sum + credits, 0n),
      issued: issued === undefined ? 0n : readInteger(issued, false),
    };
  });

const CARDS = cardOf({
  keepsTransferHistory: true,
  keepsPurchaseHistory: true,
  keepsPricingHistory: true,
  documentsMutable: false,
  indices: [
    indexOf('name', ['name'], {
      unique: true,
      contested: { resolution: 0, fieldMatches: [{ field: 'name', regexPattern: '^c' }] },
    }),
  ],
});

const credits = fc.oneof(
  fc.constantFrom(
    0n,
    1n,
    99_999n,
    100_000n,
    20_000_000_000n,
    MOST - 1n,
    MOST,
    MOST + 1n,
    HUGE - 100_000n,
    HUGE,
  ),
  fc.bigInt({ min: 0n, max: 200n * DASH }),
);

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'open',
      'topUp',
      'transfer',
      'create',
      'contend',
      'price',
      'purchase',
      'delete',
      'wait',
    ),
    by: fc.nat(3),
    to: fc.nat(3),
    card: fc.nat(3),
    credits,
    increase: fc.constantFrom(0, 0, 1, 65_535),
    name: fc.constantFrom('a', 'b', 'ca', 'cb'),
  }),
  { minLength: 5, maxLength: 30, size: 'max' },
);

type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never;

async function take({ platform, clock, contractId }: Room, people: string[], cards: string[], step: Step) {
  const by = people[step.by % people.length]!;
  const other = people[step.to % people.length]!;
  const signed = { by, userFeeIncrease: step.increase };
  const target = { ...signed, contractId, documentType: 'card' };
  const card = { ...target, id: cards[step.card % cards.length] ?? contractId };
  switch (step.kind) {
    case 'open':
      return people.push((await platform.createIdentity({ credits: step.credits })).id);
    case 'topUp':
      return platform.topUpIdentity({ id: by, credits: step.credits });
    case 'transfer':
      return platform.transferCredits({ ...signed, recipientId: other, credits: step.credits });
    case 'create': {
      const { document } = await platform.createDocument({ ...target, data: { name: step.name } });
      return cards.push(documentIdIn(document));
    }
    case 'contend': {
      const prefundedVotingBalance = { indexName: 'name', credits: step.credits };
      return platform.createDocument({ ...target, data: { name: step.name }, prefundedVotingBalance });
    }
    case 'price':
      return platform.updateDocumentPrice({ ...card, price: step.credits });
    case 'purchase':
      return platform.purchaseDocument({ ...card, price: step.credits });
    case 'delete':
      return platform.deleteDocument(card);
    default:
      clock.advance(Number(step.credits % 2_000_000_000n));
      return platform.mineBlock();
  }
}

onEachEngine((engine) => {
  describe('credits', () => {
    it('never exceed their maximum', async () => {
      const room = await openRoom(engine, cardOf());
      const { platform, alice, bob } = room;
      const left = MOST - 400n * DASH;
      for (const credits of [left + 1n, MOST, HUGE]) {
        await expect(platform.createIdentity({ credits })).rejects.toMatchObject({ at: '/credits' });
        await expect(platform.topUpIdentity({ id: alice, credits })).rejects.toMatchObject({
          name: 'InputError',
          expected: expect.stringContaining(`at most ${left} credits`),
        });
      }
      await platform.topUpIdentity({ id: alice, credits: left });
      await expect(platform.createIdentity({ credits: 1 })).rejects.toBeInstanceOf(InputError);
      const all = await balanceOf(room, alice);
      await platform.transferCredits({ by: alice, recipientId: bob, credits: all - 1_000_000n });
      expect(await balanceOf(room, bob)).toBeGreaterThan(left);
    });

    it('out of the range of a number with the smallest fee are rejected with 10700, others with 40210', async () => {
      const room = await openRoom(engine, cardOf());
      const { platform, contractId, alice, bob } = room;
      const id = await created(room, alice, 'card', { name: 'a' });
      const card = { contractId, documentType: 'card', id };
      const purchase = async (price: bigint) => {
        await platform.updateDocumentPrice({ ...card, by: alice, price });
        return rejection(platform.purchaseDocument({ ...card, by: bob, price }));
      };
      expect(await purchase(HUGE)).toMatchObject({ code: 10700, isPaid: false });
      expect(await purchase(HUGE - 99_999n)).toMatchObject({ code: 10700, isPaid: false });
      expect(await purchase(HUGE - 100_000n)).toMatchObject({ code: 40210, isPaid: false });
    });

    it('that overflow with the smallest fee are rejected with 40210 where they are transferred', async () => {
      const { platform, alice, bob } = await openRoom(engine, cardOf());
      for (const credits of [HUGE, HUGE - 99_999n, HUGE - 100_000n]) {
        const error = await rejection(platform.transferCredits({ by: alice, recipientId: bob, credits }));
        expect(error).toMatchObject({ code: 40210, isPaid: false });
        expect(errorBytes(error)).toBeInstanceOf(Uint8Array);
      }
    });

    it('out of the range of a record are rejected as a price where prices are recorded', async () => {
      const room = await openRoom(engine, cardOf({ keepsPricingHistory: true, keepsPurchaseHistory: true }));
      const { platform, contractId, alice } = room;
      const id = await created(room, alice, 'card', { name: 'a' });
      const card = { contractId, documentType: 'card', by: alice, id };
      await expect(platform.updateDocumentPrice({ ...card, price: MOST + 1n })).rejects.toMatchObject({
        name: 'InputError',
        at: '/price',
      });
      await platform.updateDocumentPrice({ ...card, price: MOST });
    });

    it('that do not cover a fee are rejected with 40210 and the amount of the transition', async () => {
      const room = await openRoom(engine, cardOf());
      const { platform, contractId, alice } = room;
      const id = await created(room, alice, 'card', { name: 'a' });
      const card = { contractId, documentType: 'card', id };
      await platform.updateDocumentPrice({ ...card, by: alice, price: DASH });
      const buyer = await platform.createIdentity({ credits: DASH + 100_000n });
      const error = await rejection(platform.purchaseDocument({ ...card, by: buyer.id, price: DASH }));
      const { requiredBalance } = Object(error.payload);
      expect(error).toMatchObject({ code: 40210, isPaid: false, payload: { balance: buyer.balance } });
      const richer = await platform.createIdentity({ credits: requiredBalance });
      const { fee } = await platform.purchaseDocument({ ...card, by: richer.id, price: DASH });
      expect(fee).toBe(requiredBalance - DASH);
      expect(await balanceOf(room, richer.id)).toBe(0n);
    });

    it('that do not cover the fee of a rejection leave it unpaid and the nonce unused', async () => {
      const room = await openRoom(engine, cardOf());
      const { platform, contractId } = room;
      const poor = await platform.createIdentity({ credits: 100_000n });
      const create = { by: poor.id, contractId, documentType: 'card', data: {}, nonce: 1 };
      for (let attempt = 0; attempt < 2; attempt += 1)
        expect(await rejection(platform.createDocument(create))).toMatchObject({
          code: 10101,
          isPaid: false,
        });
      expect(await balanceOf(room, poor.id)).toBe(100_000n);
      await platform.topUpIdentity({ id: poor.id, credits: DASH });
      expect(await rejection(platform.createDocument(create))).toMatchObject({ code: 10101, isPaid: true });
      const broke = await platform.createIdentity({ credits: 100_000n });
      const contract = { note: { type: 'object', properties: {}, additionalProperties: false } };
      await expect(platform.registerContract({ by: broke.id, contract })).rejects.toMatchObject({
        name: 'JsonSchemaError',
        isPaid: false,
      });
      expect(await balanceOf(room, broke.id)).toBe(100_000n);
    });

    it('are conserved by random transitions, which fail only with a reason', async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (all) => {
          const store = await engine.open();
          const room = await openRoom({ open: async () => store }, CARDS);
          const people = [room.alice, room.bob];
          const cards: string[] = [];
          for (const step of all) {
            await take(room, people, cards, step).catch((error: unknown) => {
              // Prices that are recorded are summed.
              if (![ConsensusError, InputError, AggregateOverflowError].some((kind) => error instanceof kind))
                throw error;
            });
            const { present, issued } = await creditsIn(store);
            expect(present).toBe(issued);
          }
          expect(await room.platform.verify()).toMatchObject({ ok: true });
        }),
        { numRuns: costlyRuns(25) },
      );
    });
  });
});
