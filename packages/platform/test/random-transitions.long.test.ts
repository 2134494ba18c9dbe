import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { ConsensusError } from '../src/base/errors/consensus-error.js';
import { findBalance, processingPool } from '../src/state/identity/credits.js';
import type { DocumentJson } from '../src/state/document/json-form.js';
import type { Store } from '../src/store/store.js';
import { cardsAfter, type CardAction, type NaiveCard } from './naive-cards.js';
import { onEachEngine } from './engines.js';
import { indexOf } from './note-collection.js';
import { cardOf, documentIdIn, openRoom, type Room } from './platform-fixture.js';

const PEOPLE = ['alice', 'bob', 'carol'] as const;
type Person = (typeof PEOPLE)[number];

const CARDS = cardOf({
  required: ['name', '$createdAt', '$transferredAt'],
  documentsCountable: true,
  indices: [
    indexOf('name', ['name'], { unique: true }),
    indexOf('owner', ['$ownerId', 'name'], { countable: true }),
    indexOf('time', ['$transferredAt']),
  ],
});

const actions: fc.Arbitrary<(CardAction & { by: Person; recipient: Person })[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('create', 'create', 'replace', 'delete', 'transfer', 'price', 'purchase'),
    by: fc.constantFrom(...PEOPLE),
    card: fc.nat(4),
    name: fc.constantFrom('ace', 'king', 'queen', 'jack'),
    price: fc.constantFrom(0, 5, 1_000_000_000),
    recipient: fc.constantFrom(...PEOPLE),
    skew: fc.constantFrom(0, 0, 0, 0, 1),
  }),
  { minLength: 1, maxLength: 25, size: 'max' },
);

/** Does it; gives the id of the card. */
async function act(room: Room, action: CardAction, card: NaiveCard | undefined): Promise<string> {
  const { platform, contractId } = room;
  const by = idOf(room, action.by);
  const target = { contractId, documentType: 'card', by };
  const id = card?.id ?? contractId;
  const change = { ...target, id, revision: (card?.revision ?? 0) + 1 + action.skew };
  const works: Record<CardAction['kind'], () => Promise<{ document?: DocumentJson }>> = {
    create: async () => platform.createDocument({ ...target, data: { name: action.name } }),
    replace: async () => platform.replaceDocument({ ...change, data: { name: action.name } }),
    delete: async () => {
      await platform.deleteDocument({ ...target, id });
      return {};
    },
    transfer: async () => platform.transferDocument({ ...change, recipientId: idOf(room, action.recipient) }),
    price: async () => platform.updateDocumentPrice({ ...change, price: action.price }),
    purchase: async () => platform.purchaseDocument({ ...change, price: action.price }),
  };
  const done = await works[action.kind]();
  return done.document === undefined ? id : documentIdIn(done.document);
}

const idOf = (room: Room, person: string): string =>
  person === 'alice' ? room.alice : person === 'bob' ? room.bob : room.carol;

/** The number of what rejected an action, which its signer paid. */
function codeOf(error: unknown): number {
  if (error instanceof ConsensusError && error.isPaid) return error.code;
  throw error;
}

const inOrder = (documents: readonly Readonly<Record<string, unknown>>[]) =>
  documents.toSorted((a, b) => (String(a['$id']) < String(b['$id']) ? -1 : 1));

/** What everybody has and what fees have paid. */
const creditsIn = async (store: Store, ids: readonly string[]): Promise<bigint> =>
  store.read(async (view) => {
    let sum = await processingPool(view);
    for (const id of ids) sum += (await findBalance(view, bytesOf(id))) ?? 0n;
    return sum;
  });

onEachEngine((engine) => {
  it('random card transitions match a naive model and conserve credits', async () => {
    await fc.assert(
      fc.asyncProperty(actions, async (all) => {
        const store = await engine.open();
        const room = await openRoom({ open: async () => store }, CARDS);
        const people = [room.owner, ...PEOPLE.map((person) => idOf(room, person))];
        const credits = await creditsIn(store, people);
        let cards: readonly NaiveCard[] = [];
        for (const action of all) {
          room.clock.advance(1);
          const card = cards[action.card];
          const told = action.kind === 'create' ? '' : (card?.id ?? '');
          const expected = cardsAfter(cards, action, told);
          const outcome = await act(room, action, card).catch(codeOf);
          const rejection = typeof outcome === 'number' ? outcome : undefined;
          expect(rejection).toBe(typeof expected === 'number' ? expected : undefined);
          if (typeof expected !== 'number')
            cards = expected.map((one) => (one.id === '' ? { ...one, id: String(outcome) } : one));
        }
        const stored = await room.platform.getDocuments({
          contractId: room.contractId,
          documentType: 'card',
        });
        const told = cards.map(({ id, owner, creator, name, revision, price }) => ({
          $id: id,
          $ownerId: idOf(room, owner),
          $creatorId: idOf(room, creator),
          $revision: revision,
          $price: price,
          name,
        }));
        expect(
          inOrder(stored).map(({ $id, $ownerId, $creatorId, $revision, $price, name }) => ({
            $id,
            $ownerId,
            $creatorId,
            $revision,
            $price,
            name,
          })),
        ).toEqual(inOrder(told));
        const counted = { contractId: room.contractId, documentType: 'card' };
        expect((await room.platform.getDocumentsCount(counted)).count).toBe(BigInt(cards.length));
        expect(await room.platform.verify()).toMatchObject({ ok: true });
        expect(await creditsIn(store, people)).toBe(credits);
      }),
      { numRuns: 15 },
    );
  });
});
