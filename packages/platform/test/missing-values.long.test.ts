import { describe, expect, it } from 'vitest';
import { onEachEngine, type Engine } from './engines.js';
import { created, openRoom, type Room } from './platform-fixture.js';
import { schemaOf, SCHEMAS } from '../../proof/test/sample-contract.js';

const CATEGORY = [{ name: 'category', properties: [{ category: 'asc' }], nullSearchable: false }];
/** The category sorts before the slug, both behind the owner. */
const SLUG = [
  { name: 'category', properties: [{ $ownerId: 'asc' }, { category: 'asc' }] },
  { name: 'slug', properties: [{ $ownerId: 'asc' }, { slug: 'asc' }], unique: true },
];

const TYPE = 'listing';

async function openListings(
  engine: Engine,
  indices: readonly object[],
  { strict }: { strict: boolean },
): Promise<Room> {
  const properties = {
    price: SCHEMAS.u8,
    slug: { type: 'string', maxLength: 20 },
    category: { type: 'string', maxLength: 20 },
  };
  const listing = schemaOf(properties, { indices, transferable: 1, tradeMode: 1 });
  return openRoom(engine, { [TYPE]: listing }, { strict });
}

/** Creates a listing of alice, and replaces it by each of the data. */
async function replaceBy(room: Room, first: Record<string, unknown>, ...next: Record<string, unknown>[]) {
  const { platform, contractId, alice: by } = room;
  const id = await created(room, by, TYPE, first);
  for (const data of next) await platform.replaceDocument({ by, contractId, documentType: TYPE, id, data });
  return id;
}

const FAILS_THERE = {
  reason: 'invalid-input',
  message: expect.stringContaining('up to protocol 13, the network fails') as unknown,
};
const NETWORK = { strict: false };

onEachEngine((engine) => {
  describe('documents without values of an index', () => {
    it.each([
      {
        change: 'replaced',
        run: ({ platform }: Room, name: ListingName) =>
          platform.replaceDocument({ ...name, data: { price: 2 } }),
      },
      {
        change: 'transferred',
        run: ({ platform, bob }: Room, name: ListingName) =>
          platform.transferDocument({ ...name, recipientId: bob }),
      },
      {
        change: 'priced',
        run: ({ platform }: Room, name: ListingName) => platform.updateDocumentPrice({ ...name, price: 5n }),
      },
    ])('cannot be $change, but where the platform is strict', async ({ run }) => {
      for (const strict of [false, true]) {
        const room = await openListings(engine, CATEGORY, { strict });
        const { alice: by, contractId } = room;
        const id = await created(room, by, TYPE, { price: 1 });
        const work = run(room, { by, contractId, documentType: TYPE, id });
        const result = await work.catch((error: unknown) => error);
        expect(result).toMatchObject(strict ? { document: { $id: id } } : FAILS_THERE);
        expect(await room.platform.verify()).toMatchObject({ ok: true });
      }
    });

    it('cannot get these values by a replace', async () => {
      const room = await openListings(engine, CATEGORY, NETWORK);
      const work = replaceBy(room, { price: 1 }, { price: 1, category: 'tea' });
      await expect(work).rejects.toMatchObject(FAILS_THERE);
    });

    it('can be replaced where a replace removed the values', async () => {
      const room = await openListings(engine, CATEGORY, NETWORK);
      await replaceBy(room, { category: 'tea' }, { price: 1 }, { price: 2 }, { category: 'cups' });
      expect(await room.platform.verify()).toMatchObject({ ok: true });
    });

    it('can be replaced in a unique index only with another value of it', async () => {
      const room = await openListings(engine, SLUG.slice(1), NETWORK);
      await expect(replaceBy(room, { price: 1 }, { price: 2 })).rejects.toMatchObject(FAILS_THERE);
      await replaceBy(room, { price: 1 }, { slug: 'bike' }, { slug: 'bike', price: 2 });
    });

    it('can be transferred in a unique index with the owner', async () => {
      const room = await openListings(engine, SLUG.slice(1), NETWORK);
      const { platform, alice: by, bob, contractId } = room;
      const id = await created(room, by, TYPE, { price: 1 });
      const name = { contractId, documentType: TYPE, id };
      await platform.transferDocument({ ...name, by, recipientId: bob });
      await platform.replaceDocument({ ...name, by: bob, data: { price: 2 } });
      expect(await platform.getDocument(name)).toMatchObject({ price: 2 });
    });

    it('cannot be replaced where another index lacks a value that sorts before', async () => {
      const room = await openListings(engine, SLUG, NETWORK);
      await expect(
        replaceBy(room, { slug: 'bike', price: 1 }, { slug: 'bike', price: 2 }),
      ).rejects.toMatchObject(FAILS_THERE);
      await replaceBy(room, { slug: 'car', category: 'new' }, { slug: 'car' }, { slug: 'car', price: 2 });
    });

    it('can be deleted', async () => {
      const room = await openListings(engine, CATEGORY, NETWORK);
      const { platform, alice: by, contractId } = room;
      const id = await created(room, by, TYPE, { price: 1 });
      await platform.deleteDocument({ by, contractId, documentType: TYPE, id });
      expect(await platform.verify()).toMatchObject({ ok: true });
    });
  });
});

interface ListingName {
  readonly by: string;
  readonly contractId: string;
  readonly documentType: string;
  readonly id: string;
}
