import { describe, expect, it } from 'vitest';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { jsonValue } from '../src/base/errors/json-value.js';
import { ConsensusError } from '../src/base/errors/consensus-error.js';
import { InputError } from '../src/base/errors/input-error.js';
import { onEachEngine, type Engine } from './engines.js';
import { indexOf } from './note-collection.js';
import {
  balanceOf,
  cardOf,
  created,
  keyOf,
  noteOf,
  openRoom,
  rejection,
  type Room,
  documentIdIn,
} from './platform-fixture.js';
import { SCHEMAS } from '../../proof/test/sample-contract.js';

const TEXT = { text: { type: 'string', maxLength: 63 } };
const ENTROPY = new Uint8Array(32).fill(7);

const notes = async (engine: Engine, members: object = {}): Promise<Room> =>
  openRoom(engine, noteOf({ ...TEXT, a: SCHEMAS.u8, b: SCHEMAS.u8 }, members));
const cards = async (engine: Engine, members: object = {}): Promise<Room> =>
  openRoom(engine, cardOf(members));

const createdNote = async (room: Room, by: string, data: Record<string, unknown> = { text: 'a' }) =>
  created(room, by, 'note', data);
const createdCard = async (room: Room, by: string, data: Record<string, unknown> = { name: 'a' }) =>
  created(room, by, 'card', data);

const ofNotes = ({ contractId }: Room) => ({ contractId, documentType: 'note' });
const ofCards = ({ contractId }: Room) => ({ contractId, documentType: 'card' });

onEachEngine((engine) => {
  describe('a document transition', () => {
    it('rejects a second document with the same id: 40100', async () => {
      const room = await notes(engine);
      const note = { ...ofNotes(room), by: room.alice, data: { text: 'a' }, entropy: ENTROPY };
      const { $id: id } = Object((await room.platform.createDocument(note)).document);
      expect(await rejection(room.platform.createDocument(note))).toMatchObject({
        code: 40100,
        isPaid: true,
        payload: { documentId: bytesOf(id) },
      });
    });

    it('rejects a replace at revision 3 of a document at 1: 40106', async () => {
      const room = await notes(engine);
      const id = await createdNote(room, room.alice);
      const replace = { ...ofNotes(room), by: room.alice, id, data: { text: 'b' } };
      expect(await rejection(room.platform.replaceDocument({ ...replace, revision: 3 }))).toMatchObject({
        code: 40106,
        payload: { documentId: bytesOf(id), previousRevision: 1n, desiredRevision: 3n },
      });
      const { document } = await room.platform.replaceDocument({ ...replace, revision: 2n });
      expect(document).toMatchObject({ $revision: 2, text: 'b' });
    });

    it('rejects a replace by another identity at any revision: 40102', async () => {
      const room = await notes(engine);
      const id = await createdNote(room, room.alice);
      const replace = { ...ofNotes(room), by: room.bob, id, data: { text: 'b' }, revision: 9 };
      expect(await rejection(room.platform.replaceDocument(replace))).toMatchObject({
        code: 40102,
        payload: {
          documentId: bytesOf(id),
          documentOwnerId: bytesOf(room.bob),
          existingDocumentOwnerId: bytesOf(room.alice),
        },
      });
    });

    it('rejects a transfer of a non-transferable document and uses the nonce: 10404', async () => {
      const room = await notes(engine);
      const id = await createdNote(room, room.alice);
      const before = await balanceOf(room, room.alice);
      const transfer = { ...ofNotes(room), by: room.alice, id, recipientId: room.bob, nonce: 2 };
      const error = await rejection(room.platform.transferDocument(transfer));
      expect(error).toMatchObject({ code: 10404, isPaid: true });
      expect(await balanceOf(room, room.alice)).toBe(before - (error.fee ?? 0n));
      expect(error.fee).toBeGreaterThan(0n);
      expect(await rejection(room.platform.transferDocument(transfer))).toMatchObject({ code: 40204 });
    });

    it('rejects a purchase by the owner: 10404', async () => {
      const room = await cards(engine);
      const id = await createdCard(room, room.alice);
      await room.platform.updateDocumentPrice({ ...ofCards(room), by: room.alice, id, price: 10 });
      const purchase = { ...ofCards(room), by: room.alice, id, price: 10 };
      expect(await rejection(room.platform.purchaseDocument(purchase))).toMatchObject({ code: 10404 });
    });

    it.each([9, 11])(
      'rejects a purchase at %s of a document that costs 10, at any revision: 40109',
      async (price) => {
        const room = await cards(engine);
        const id = await createdCard(room, room.alice);
        await room.platform.updateDocumentPrice({ ...ofCards(room), by: room.alice, id, price: 10 });
        const purchase = { ...ofCards(room), by: room.bob, id, price, revision: 9 };
        expect(await rejection(room.platform.purchaseDocument(purchase))).toMatchObject({
          code: 40109,
          payload: {
            documentId: bytesOf(id),
            tryingToPurchaseAtPrice: BigInt(price),
            actualPrice: 10n,
          },
        });
      },
    );

    it('rejects a purchase of a document transferred since it was priced: 40108', async () => {
      const room = await cards(engine);
      const id = await createdCard(room, room.alice);
      await room.platform.updateDocumentPrice({ ...ofCards(room), by: room.alice, id, price: 10 });
      await room.platform.transferDocument({ ...ofCards(room), by: room.alice, id, recipientId: room.bob });
      const purchase = { ...ofCards(room), by: room.carol, id, price: 10 };
      expect(await rejection(room.platform.purchaseDocument(purchase))).toMatchObject({ code: 40108 });
    });

    it('accepts equal values of a unique index if one is missing', async () => {
      const indices = [indexOf('ab', ['a', 'b'], { unique: true })];
      const room = await notes(engine, { indices });
      await createdNote(room, room.alice, { a: 1 });
      await createdNote(room, room.alice, { a: 1 });
      const id = await createdNote(room, room.alice, { a: 1, b: 2 });
      const again = { ...ofNotes(room), by: room.bob, data: { a: 1, b: 2 } };
      expect(await rejection(room.platform.createDocument(again))).toMatchObject({
        code: 40105,
        isPaid: true,
        message: expect.stringContaining(`document ${id} has the same values of a, b`),
        payload: { duplicatingProperties: ['a', 'b'] },
      });
    });

    it('accepts a replace with the same unique values', async () => {
      const indices = [indexOf('ab', ['a', 'b'], { unique: true })];
      const room = await notes(engine, { indices });
      const id = await createdNote(room, room.alice, { a: 1, b: 2, text: 'x' });
      const data = { a: 1, b: 2, text: 'y' };
      const { document } = await room.platform.replaceDocument({
        ...ofNotes(room),
        by: room.alice,
        id,
        data,
      });
      expect(document).toMatchObject({ $revision: 2, text: 'y' });
    });

    it('rejects a create by another identity with bad data if only the owner creates: 10416 alone', async () => {
      const room = await notes(engine, { creationRestrictionMode: 1 });
      const bad = { ...ofNotes(room), by: room.alice, data: { text: 5 } };
      expect(await rejection(room.platform.createDocument(bad))).toMatchObject({
        code: 10416,
        also: [],
        payload: {
          dataContractId: bytesOf(room.contractId),
          documentTypeName: 'note',
          creationRestrictionMode: 'ownerOnly',
        },
      });
      await createdNote(room, room.owner);
    });

    it('rejects a text of 6,000 bytes where 63 are allowed: 10417 alone', async () => {
      const room = await notes(engine);
      const large = { ...ofNotes(room), by: room.alice, data: { text: 'a'.repeat(6000) } };
      expect(await rejection(room.platform.createDocument(large))).toMatchObject({
        code: 10417,
        also: [],
        payload: { field: 'text', actualSizeBytes: 6000n, maxSizeBytes: 5120n },
      });
    });

    it.each([
      { required: 1, level: 'HIGH', allowed: ['CRITICAL'] },
      { required: undefined, level: 'MEDIUM', allowed: ['CRITICAL', 'HIGH'] },
    ] as const)('rejects a $level key where the type requires $required: 20004', async (one) => {
      const { required, level, allowed } = one;
      const room = await notes(
        engine,
        required === undefined ? {} : { signatureSecurityLevelRequirement: required },
      );
      const keys = [keyOf(0, 'MASTER'), keyOf(1, level), keyOf(2, 'CRITICAL')];
      const { id } = await room.platform.createIdentity({ credits: 10_000_000_000n, keys });
      const note = { ...ofNotes(room), by: id, data: { text: 'a' } };
      expect(await rejection(room.platform.createDocument({ ...note, keyId: 1 }))).toMatchObject({
        code: 20004,
        isPaid: true,
        payload: { publicKeySecurityLevel: level, allowedKeySecurityLevels: allowed },
      });
      await room.platform.createDocument({ ...note, keyId: 2 });
      expect(await rejection(room.platform.createDocument({ ...note, keyId: 0 }))).toMatchObject({
        code: 20004,
        isPaid: false,
      });
    });

    it('accepts a key with any id', async () => {
      const room = await notes(engine);
      const keys = [keyOf(0, 'MASTER'), { ...keyOf(1, 'HIGH'), id: 4_294_967_295 }];
      const { id: by } = await room.platform.createIdentity({ credits: 10_000_000_000n, keys });
      const note = { ...ofNotes(room), by, data: { text: 'a' } };
      await room.platform.createDocument({ ...note, keyId: 4_294_967_295 });
      await expect(room.platform.createDocument({ ...note, keyId: 2 ** 32 })).rejects.toMatchObject({
        name: 'InputError',
        at: '/keyId',
      });
    });

    it('rejects a replace without a required transient property: 10101', async () => {
      const room = await notes(engine, { transient: ['a'], required: ['a'] });
      const id = await createdNote(room, room.alice, { a: 1, text: 'x' });
      const replace = { ...ofNotes(room), by: room.alice, id, data: { text: 'y' } };
      expect(await rejection(room.platform.replaceDocument(replace))).toMatchObject({
        code: 10101,
        payload: { keyword: 'required', params: jsonValue({ missingProperty: 'a' }) },
      });
    });

    it('rejects a create with the unique transient value that a replace stored: 40105', async () => {
      const indices = [indexOf('a', ['a'], { unique: true })];
      const room = await notes(engine, { transient: ['a'], indices });
      const id = await createdNote(room, room.alice, { a: 1, text: 'x' });
      // A create stores no transient value: another one may have the same.
      await createdNote(room, room.bob, { a: 1, text: 'y' });
      await room.platform.replaceDocument({
        ...ofNotes(room),
        by: room.alice,
        id,
        data: { a: 1, text: 'x' },
      });
      const create = { ...ofNotes(room), by: room.bob, data: { a: 1, text: 'z' } };
      expect(await rejection(room.platform.createDocument(create))).toMatchObject({
        code: 40105,
        payload: { duplicatingProperties: ['a'], existingDocumentId: bytesOf(id) },
      });
    });

    it('accepts a create with the entropy of a deleted document', async () => {
      const room = await notes(engine);
      const note = { ...ofNotes(room), by: room.alice, data: { text: 'a' }, entropy: ENTROPY };
      const { document } = await room.platform.createDocument(note);
      const id = documentIdIn(document);
      await room.platform.deleteDocument({ ...ofNotes(room), by: room.alice, id });
      expect(await room.platform.getDocument({ ...ofNotes(room), id })).toBeUndefined();
      expect((await room.platform.createDocument(note)).document).toMatchObject({ $id: id, $revision: 1 });
    });

    it.each([
      { credits: 1_000_000_000n, code: 40210 },
      { credits: 1_000_100_000n, code: 40210 },
    ])('rejects a purchase for 1,000,000,000 with $credits credits: $code', async (one) => {
      const room = await cards(engine);
      const id = await createdCard(room, room.alice);
      const price = 1_000_000_000n;
      await room.platform.updateDocumentPrice({ ...ofCards(room), by: room.alice, id, price });
      const buyer = await room.platform.createIdentity({ credits: one.credits });
      const before = await balanceOf(room, room.alice);
      const purchase = { ...ofCards(room), by: buyer.id, id, price, nonce: 1 };
      for (let attempt = 0; attempt < 2; attempt += 1)
        expect(await rejection(room.platform.purchaseDocument(purchase))).toMatchObject({
          code: one.code,
          isPaid: false,
        });
      expect(await balanceOf(room, buyer.id)).toBe(one.credits);
      expect(await balanceOf(room, room.alice)).toBe(before);
      expect(await room.platform.getDocument({ ...ofCards(room), id })).toMatchObject({
        $ownerId: room.alice,
        $price: Number(price),
      });
    });
  });

  describe('the checks of a document transition', () => {
    it('reject a missing contract or type: 10400 and 10406', async () => {
      const room = await notes(engine);
      const data = { text: 'a' };
      const by = room.alice;
      const nowhere = { by, contractId: room.alice, documentType: 'note', data };
      expect(await rejection(room.platform.createDocument(nowhere))).toMatchObject({
        code: 10400,
        isPaid: true,
        payload: { dataContractId: bytesOf(room.alice) },
      });
      const other = { by, contractId: room.contractId, documentType: 'Note', data };
      expect(await rejection(room.platform.createDocument(other))).toMatchObject({
        code: 10406,
        isPaid: true,
        payload: { documentType: 'Note', dataContractId: bytesOf(room.contractId) },
      });
    });

    it('reject another id than the entropy gives before the data: 10405', async () => {
      const room = await notes(engine);
      const note = { ...ofNotes(room), by: room.alice, data: { text: 5 }, entropy: ENTROPY, id: room.bob };
      expect(await rejection(room.platform.createDocument(note))).toMatchObject({
        code: 10405,
        isPaid: true,
        payload: { invalidId: bytesOf(room.bob) },
      });
    });

    it('report every error in the data: 10101', async () => {
      const room = await notes(engine, { required: ['text'] });
      const note = { ...ofNotes(room), by: room.alice, data: { a: 256, b: 'x', $ownerId: room.bob, z: 1 } };
      const error = await rejection(room.platform.createDocument(note));
      const keywords = [error, ...error.also].map(({ payload }) => 'keyword' in payload && payload.keyword);
      expect(error.code).toBe(10101);
      expect([error, ...error.also].map(({ message }) => message)).toEqual([
        '10101 JsonSchemaError: /a: 256 is above the maximum 255',
        '10101 JsonSchemaError: /b: expected an integer, found "x"',
        '10101 JsonSchemaError: the document: unknown property "$ownerId" of note',
        '10101 JsonSchemaError: the document: "text" is missing',
      ]);
      expect(keywords.map(String).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
        'additionalProperties',
        'maximum',
        'required',
        'type',
      ]);
    });

    it('reject data that is not a document, unpaid and without a number', async () => {
      const room = await openRoom(engine, noteOf({ most: { type: 'integer', maximum: 9 } }));
      const before = await balanceOf(room, room.alice);
      const note = { ...ofNotes(room), by: room.alice, data: { most: -1 } };
      await expect(room.platform.createDocument(note)).rejects.toBeInstanceOf(InputError);
      expect(await balanceOf(room, room.alice)).toBe(before);
    });

    it('reject data too large for a transition: 10602, unpaid', async () => {
      const properties = Object.fromEntries(
        ['a', 'b', 'c', 'd', 'e'].map((name) => [name, { type: 'string', maxLength: 5000 }]),
      );
      const room = await openRoom(engine, noteOf(properties));
      const data = Object.fromEntries(Object.keys(properties).map((name) => [name, 'x'.repeat(4500)]));
      const note = { ...ofNotes(room), by: room.alice, data };
      expect(await rejection(room.platform.createDocument(note))).toMatchObject({
        code: 10602,
        isPaid: false,
      });
      // Nothing was read of it: neither who signs nor with what nonce.
      for (const other of [{ by: room.contractId }, { nonce: 99 }, { keyId: 9 }, { contractId: room.alice }])
        expect(await rejection(room.platform.createDocument({ ...note, ...other }))).toMatchObject({
          code: 10602,
        });
      const { a, b, c, d } = data;
      await room.platform.createDocument({ ...note, data: { a, b, c, d } });
    });

    it.each([
      { text: 'a'.repeat(5120), code: undefined },
      { text: 'a'.repeat(5121), code: 10417 },
      // Characters are counted, not bytes.
      { text: '😀'.repeat(1280), code: undefined },
      { text: '😀'.repeat(1281), code: 10417 },
    ])('limit a text of $text.length UTF-16 units by its bytes', async ({ text, code }) => {
      const room = await openRoom(engine, noteOf({ text: { type: 'string', maxLength: 6000 } }));
      const work = room.platform.createDocument({ ...ofNotes(room), by: room.alice, data: { text } });
      const outcome = await work.then(
        () => undefined,
        (error: unknown) => (error instanceof ConsensusError ? error.code : error),
      );
      expect(outcome).toBe(code);
    });

    it.each([
      { fields: ['name', 'other'], data: { name: 'abc', other: '5' }, isContested: false },
      { fields: ['name', 'other'], data: { name: 'abc', other: 'abc' }, isContested: true },
      { fields: ['name', 'other'], data: { name: 'abc' }, isContested: false },
      { fields: [], data: { name: '5' }, isContested: true },
    ])('treat $fields of $data as contested if all match', async (one) => {
      const { fields, data, isContested } = one;
      const fieldMatches = fields.map((field) => ({ field, regexPattern: '[a-z]' }));
      const contested = { resolution: 0, ...(fields.length === 0 ? {} : { fieldMatches }) };
      const room = await openRoom(
        engine,
        noteOf(
          { name: SCHEMAS.string, other: SCHEMAS.string },
          { documentsMutable: false, indices: [indexOf('name', ['name'], { unique: true, contested })] },
        ),
      );
      const note = { ...ofNotes(room), by: room.alice, data };
      const outcome = await room.platform.createDocument(note).catch((error: unknown) => error);
      expect(outcome).toMatchObject(isContested ? { code: 40114, isPaid: true } : { document: data });
      const paid = await room.platform.createDocument({
        ...note,
        by: room.bob,
        data: { ...data, name: `${data.name}x` },
        prefundedVotingBalance: 'auto',
      });
      expect(paid.contest !== undefined).toBe(isContested);
    });

    it('look for the document, then the owner, then the revision', async () => {
      const room = await cards(engine, { documentsMutable: false });
      const id = await createdCard(room, room.alice);
      const replace = { ...ofCards(room), by: room.alice, id: room.contractId, data: { name: 'b' } };
      expect(await rejection(room.platform.replaceDocument(replace))).toMatchObject({ code: 40101 });
      expect(await rejection(room.platform.replaceDocument({ ...replace, id }))).toMatchObject({
        code: 10404,
      });
      const fixed = await openRoom(engine, noteOf(TEXT, { documentsMutable: false }));
      const note = await createdNote(fixed, fixed.alice);
      const change = { ...ofNotes(fixed), by: fixed.alice, id: note, data: { text: 'b' } };
      expect(await rejection(fixed.platform.replaceDocument(change))).toMatchObject({
        code: 40106,
        payload: { previousRevision: undefined },
      });
    });

    it('reject a delete of an undeletable type before looking for the document', async () => {
      const room = await notes(engine, { canBeDeleted: false });
      const remove = { ...ofNotes(room), by: room.bob, id: room.contractId };
      expect(await rejection(room.platform.deleteDocument(remove))).toMatchObject({ code: 10404 });
      const open = await notes(engine);
      const id = await createdNote(open, open.alice);
      expect(
        await rejection(
          open.platform.deleteDocument({ ...ofNotes(open), by: open.bob, id: open.contractId }),
        ),
      ).toMatchObject({ code: 40101 });
      expect(
        await rejection(open.platform.deleteDocument({ ...ofNotes(open), by: open.bob, id })),
      ).toMatchObject({ code: 40102 });
      const kept = await notes(engine, { documentsKeepHistory: true });
      const version = await createdNote(kept, kept.alice);
      expect(
        await rejection(kept.platform.deleteDocument({ ...ofNotes(kept), by: kept.alice, id: version })),
      ).toMatchObject({ code: 10404, isPaid: true });
    });

    it('reject every create if nobody may create: 10416', async () => {
      const room = await notes(engine, { creationRestrictionMode: 2 });
      const note = { ...ofNotes(room), by: room.owner, data: {} };
      expect(await rejection(room.platform.createDocument(note))).toMatchObject({
        code: 10416,
        payload: { creationRestrictionMode: 'noCreationAllowed' },
      });
    });

    it('report all violated unique indices', async () => {
      const indices = [indexOf('a', ['a'], { unique: true }), indexOf('b', ['b'], { unique: true })];
      const room = await notes(engine, { indices });
      await createdNote(room, room.alice, { a: 1, b: 2 });
      const error = await rejection(
        room.platform.createDocument({ ...ofNotes(room), by: room.bob, data: { a: 1, b: 2 } }),
      );
      expect(error).toMatchObject({ code: 40105, payload: { duplicatingProperties: ['a'] } });
      expect(error.also).toMatchObject([{ code: 40105, payload: { duplicatingProperties: ['b'] } }]);
    });

    it('reject a transfer to oneself under a unique owner, except in protocol 9: 40105', async () => {
      const members = { indices: [indexOf('owner', ['$ownerId'], { unique: true })] };
      const transferAt = async (protocolVersion: number) => {
        const room = await openRoom(engine, cardOf(members), { protocolVersion });
        const id = await createdCard(room, room.alice);
        return room.platform.transferDocument({
          ...ofCards(room),
          by: room.alice,
          id,
          recipientId: room.alice,
        });
      };
      expect((await transferAt(9)).document).toMatchObject({ $revision: 2 });
      for (const protocolVersion of [10, 13])
        expect(await rejection(transferAt(protocolVersion))).toMatchObject({ code: 40105 });
    });
  });
});
