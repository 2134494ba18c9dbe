import { describe, expect, it } from 'vitest';
import { TIME_NAMES } from '../src/state/document/document.js';
import { createPlatform } from '../src/api/platform.js';
import { DOCUMENT_HISTORY } from '../src/state/system-contract/system-ids.js';
import { onEachEngine } from './engines.js';
import { indexOf } from './note-collection.js';
import {
  balanceOf,
  cardOf,
  created,
  documentIdIn,
  noteOf,
  openRoom,
  rejection,
  T0,
  type Room,
} from './platform-fixture.js';
import { SCHEMAS } from '../../proof/test/sample-contract.js';
import { NO_DIFFERENCES } from './no-differences.js';

const ofCards = ({ contractId }: Room) => ({ contractId, documentType: 'card' });
const ofNotes = ({ contractId }: Room) => ({ contractId, documentType: 'note' });
const PROTOCOLS = [9, 10, 11, 12, 13];

type Range = readonly [least: bigint, most: bigint];
/** What the network charges for a rejection with the first nonce for a contract and with a further one, in credits, by 2 % more or less. */
const FIRST_NONCE: Range = [11_840_000n, 12_324_000n];
const FURTHER_NONCE: Range = [436_800n, 454_600n];
const inRange = (fee: bigint | undefined, [least, most]: Range): boolean =>
  fee !== undefined && fee >= least && fee <= most;

onEachEngine((engine) => {
  describe('a document transition', () => {
    it('sets the times and the revision', async () => {
      const room = await openRoom(engine, cardOf({ required: ['name', ...TIME_NAMES] }));
      const { platform, clock, alice, bob, carol } = room;
      const id = await created(room, alice, 'card', { name: 'a', attack: 3 });
      const own = { ...ofCards(room), by: alice, id };
      const documents = [await platform.getDocument({ ...ofCards(room), id })];
      const next = async (work: () => Promise<{ document: unknown }>) => {
        clock.advance(1000);
        const { document } = await work();
        expect(await platform.getDocument({ ...ofCards(room), id })).toEqual(document);
        documents.push(await platform.getDocument({ ...ofCards(room), id }));
      };
      await next(async () => platform.replaceDocument({ ...own, data: { name: 'b' } }));
      await next(async () => platform.updateDocumentPrice({ ...own, price: 7n }));
      await next(async () => platform.purchaseDocument({ ...own, by: bob, price: '7' }));
      await next(async () => platform.updateDocumentPrice({ ...own, by: bob, price: 0 }));
      await next(async () => platform.replaceDocument({ ...own, by: bob, data: { name: 'c' } }));
      await next(async () => platform.transferDocument({ ...own, by: bob, recipientId: carol }));
      const told = documents.map((document) => [
        document?.['$revision'],
        document?.['$ownerId'],
        document?.['$price'],
        Number(document?.['$createdAt']) - T0,
        Number(document?.['$updatedAt']) - T0,
        Number(document?.['$transferredAt']) - T0,
      ]);
      expect(told).toEqual([
        [1, alice, undefined, 0, 0, 0],
        [2, alice, undefined, 0, 1000, 0],
        [3, alice, 7, 0, 2000, 0],
        [4, bob, undefined, 0, 2000, 3000],
        [5, bob, 0, 0, 4000, 3000],
        [6, bob, undefined, 0, 5000, 3000],
        [7, carol, undefined, 0, 5000, 6000],
      ]);
      for (const document of documents) expect(document).toMatchObject({ $creatorId: alice, $createdAt: T0 });
      const heights = documents.map((document) => Number(document?.['$updatedAtBlockHeight']));
      expect(heights[1]).toBeGreaterThan(heights[0]!);
      expect(heights[3]).toBe(heights[2]);
      // What is left out of a replace is gone.
      expect(documents.at(-1)).not.toHaveProperty('attack');
    });

    it('moves the credits of a purchase', async () => {
      const room = await openRoom(engine, cardOf());
      const { platform, alice, bob } = room;
      const id = await created(room, alice, 'card', { name: 'a' });
      await platform.updateDocumentPrice({ ...ofCards(room), by: alice, id, price: 5_000_000_000n });
      const before = [await balanceOf(room, alice), await balanceOf(room, bob)];
      const { fee } = await platform.purchaseDocument({
        ...ofCards(room),
        by: bob,
        id,
        price: 5_000_000_000n,
      });
      expect(await balanceOf(room, bob)).toBe(before[1]! - 5_000_000_000n - fee);
      // The 8 bytes of the price that are free again are too few to be paid back.
      expect(await balanceOf(room, alice)).toBe(before[0]! + 5_000_000_000n);
    });

    it('stores no revision for an immutable type, and a new id for each nonce', async () => {
      const room = await openRoom(engine, noteOf({ text: SCHEMAS.string }, { documentsMutable: false }));
      const ids = new Set<string>();
      for (let count = 0; count < 3; count += 1) {
        const note = { ...ofNotes(room), by: room.alice, data: {} };
        const { document } = await room.platform.createDocument(note);
        expect(document['$revision']).toBeNull();
        ids.add(documentIdIn(document));
      }
      expect(ids.size).toBe(3);
    });

    it('drops transient properties at create and keeps them at replace', async () => {
      const room = await openRoom(
        engine,
        noteOf({ text: SCHEMAS.string, salt: SCHEMAS.u8 }, { transient: ['salt'] }),
      );
      const id = await created(room, room.alice, 'note', { text: 'a', salt: 5 });
      const place = { ...ofNotes(room), id };
      expect(await room.platform.getDocument(place)).not.toHaveProperty('salt');
      await room.platform.replaceDocument({ ...place, by: room.alice, data: { text: 'a', salt: 6 } });
      expect(await room.platform.getDocument(place)).toMatchObject({ salt: 6 });
    });

    it('stores every version if the type keeps history', async () => {
      const room = await openRoom(engine, cardOf({ documentsKeepHistory: true, canBeDeleted: false }));
      const { platform, clock, alice, bob } = room;
      const id = await created(room, alice, 'card', { name: 'a' });
      const own = { ...ofCards(room), by: alice, id };
      clock.advance(1);
      await platform.replaceDocument({ ...own, data: { name: 'b' } });
      clock.advance(1);
      await platform.updateDocumentPrice({ ...own, price: 1 });
      clock.advance(1);
      await platform.transferDocument({ ...own, recipientId: bob });
      const versions = await platform.getDocumentHistory({ ...ofCards(room), id });
      expect(versions.map(({ time }) => time - T0)).toEqual([0, 1, 2, 3]);
      expect(versions.map(({ document }) => document['$revision'])).toEqual([1, 2, 3, 4]);
    });

    it('keeps the last of several versions with one time, like the network', async () => {
      const room = await openRoom(engine, cardOf({ documentsKeepHistory: true, canBeDeleted: false }));
      const { platform, clock, alice } = room;
      const id = await created(room, alice, 'card', { name: 'a' });
      const own = { ...ofCards(room), by: alice, id };
      clock.advance(1);
      for (const name of ['b', 'c']) await platform.replaceDocument({ ...own, data: { name } });
      const versions = await platform.getDocumentHistory({ ...ofCards(room), id });
      expect(versions.map(({ time, document }) => [time - T0, document['name']])).toEqual([
        [0, 'a'],
        [1, 'c'],
      ]);
    });
  });

  describe('depending on the protocol version, a platform', () => {
    it.each(PROTOCOLS)('records the creator of a card, at protocol %i', async (protocolVersion) => {
      const room = await openRoom(engine, cardOf(), { protocolVersion });
      const id = await created(room, room.alice, 'card', { name: 'a' });
      const { document } = await room.platform.transferDocument({
        ...ofCards(room),
        by: room.alice,
        id,
        recipientId: room.bob,
      });
      expect(document['$creatorId']).toBe(protocolVersion < 10 ? null : room.alice);
    });

    it('records the creator of a card after an upgrade of the protocol', async () => {
      const room = await openRoom({ open: async () => engine.open('upgraded') }, cardOf(), {
        protocolVersion: 9,
      });
      const old = await created(room, room.alice, 'card', { name: 'a' });
      await room.platform.close();
      const platform = await createPlatform({ store: await engine.open('upgraded'), clock: room.clock });
      const later = { ...room, platform };
      const id = await created(later, room.alice, 'card', { name: 'b' });
      const creatorOf = async (card: string) =>
        (await platform.getDocument({ ...ofCards(room), id: card }))?.['$creatorId'];
      expect([await creatorOf(old), await creatorOf(id)]).toEqual([null, room.alice]);
      expect(await platform.verify()).toMatchObject({ ok: true });
    });

    it.each(PROTOCOLS)('charges for a missing document, at protocol %i', async (protocolVersion) => {
      const room = await openRoom(engine, cardOf(), { protocolVersion });
      const missing = { ...ofCards(room), by: room.alice, id: room.contractId, nonce: 1 };
      const transfer = async () =>
        rejection(room.platform.transferDocument({ ...missing, recipientId: room.bob }));
      const isOld = protocolVersion < 12;
      const [first, second] = [await transfer(), await transfer()];
      expect(first).toMatchObject({ code: 40101, isPaid: true });
      expect(inRange(first.fee, isOld ? [36_200n, 36_200n] : FIRST_NONCE)).toBe(true);
      expect(second).toMatchObject({ code: isOld ? 40101 : 40204 });
      // A replace of what is not there uses the nonce in all of them.
      const replace = { ...missing, data: { name: 'b' } };
      const nonce = isOld ? 1 : 2;
      const replaced = await rejection(room.platform.replaceDocument({ ...replace, nonce }));
      expect(replaced).toMatchObject({ code: 40101 });
      // Until protocol 11 it uses the first nonce for the contract.
      expect(inRange(replaced.fee, isOld ? FIRST_NONCE : FURTHER_NONCE)).toBe(true);
      expect(await rejection(room.platform.replaceDocument({ ...replace, nonce }))).toMatchObject({
        code: 40204,
      });
    });

    it('records trades from protocol 13 on', async () => {
      const flags = { keepsTransferHistory: true, keepsPurchaseHistory: true, keepsPricingHistory: true };
      const room = await openRoom(engine, cardOf(flags));
      const { platform, alice, bob, carol, contractId } = room;
      const id = await created(room, alice, 'card', { name: 'a' });
      const own = { ...ofCards(room), id };
      await platform.updateDocumentPrice({ ...own, by: alice, price: 9 });
      await platform.purchaseDocument({ ...own, by: bob, price: 9 });
      await platform.transferDocument({ ...own, by: bob, recipientId: carol });
      const recordsOf = async (documentType: string) =>
        platform.getDocuments({ contractId: DOCUMENT_HISTORY, documentType });
      const about = { dataContractId: contractId, documentTypeName: 'card', documentId: id };
      const before = await openRoom(engine, cardOf(), { protocolVersion: 12 });
      expect(await before.platform.getContract({ id: DOCUMENT_HISTORY })).toBeUndefined();
      expect(await recordsOf('priceUpdate')).toMatchObject([{ ...about, $ownerId: alice, price: 9 }]);
      expect(await recordsOf('purchase')).toMatchObject([
        { ...about, $ownerId: bob, sellerId: alice, price: 9 },
      ]);
      expect(await recordsOf('transfer')).toMatchObject([{ ...about, $ownerId: bob, toIdentityId: carol }]);
      expect(await platform.verify()).toEqual(NO_DIFFERENCES);
    });
  });

  describe('fees', () => {
    it('are deterministic, rise with userFeeIncrease and fall for removed data', async () => {
      const members = { indices: [indexOf('text', ['text'])] };
      const fees: bigint[] = [];
      for (const userFeeIncrease of [0, 0, 100]) {
        const room = await openRoom(engine, noteOf({ text: SCHEMAS.string }, members));
        const before = await balanceOf(room, room.alice);
        const note = { ...ofNotes(room), by: room.alice, data: { text: 'hello' }, userFeeIncrease };
        const { fee, document } = await room.platform.createDocument(note);
        fees.push(fee);
        expect(await balanceOf(room, room.alice)).toBe(before - fee);
        const stored = await balanceOf(room, room.alice);
        const removal = { ...ofNotes(room), by: room.alice, id: documentIdIn(document) };
        const removed = await room.platform.deleteDocument(removal);
        const refund = (await balanceOf(room, room.alice)) - stored + removed.fee;
        // Nearly all of what storage cost, more than half of the fee.
        expect(2n * refund).toBeGreaterThan(fee);
        expect(refund).toBeLessThan(fee);
      }
      expect(fees[1]).toBe(fees[0]);
      expect(fees[2]! - fees[0]!).toBeLessThan(fees[0]!);
      expect(fees[2]).toBeGreaterThan(fees[0]!);
    });

    it('of a price cover 8 bytes of storage', async () => {
      const room = await openRoom(engine, cardOf());
      const id = await created(room, room.alice, 'card', { name: 'a' });
      const own = { ...ofCards(room), by: room.alice, id };
      const first = await room.platform.updateDocumentPrice({ ...own, price: 1 });
      const second = await room.platform.updateDocumentPrice({ ...own, price: 2 });
      // As in the network's own tests.
      expect(first.fee - second.fee).toBe(216_000n);
    });
  });
});
