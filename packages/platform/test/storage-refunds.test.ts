import { expect, it } from 'vitest';
import { storageRefund } from '../src/state/fee/storage-refund.js';
import { onEachEngine } from './engines.js';
import { indexOf } from './note-collection.js';
import { balanceOf, cardOf, created, documentIdIn, noteOf, openRoom, type Room } from './platform-fixture.js';
import { SCHEMAS } from '../../proof/test/sample-contract.js';

/** How long an epoch lasts, in milliseconds. */
const EPOCH = 788_400_000;
/** What a document takes beside its content, and an entry of a one-property index with its two trees beside the value, which a reference and its trees have twice. */
const FRAME = 239;
const ENTRY = 567;

const toEpoch = ({ clock }: Room, epoch: number): void => clock.set(1_700_000_000_000 + epoch * EPOCH);

/** What somebody got back with an operation. */
async function refundOf(room: Room, id: string, work: () => Promise<{ fee: bigint }>, isSigner = true) {
  const before = await balanceOf(room, id);
  const { fee } = await work();
  return (await balanceOf(room, id)) - before + (isSigner ? fee : 0n);
}

const bytes = (...entries: readonly (readonly [epoch: number, bytes: number])[]) => new Map(entries);

const ofType = ({ contractId }: Room, documentType: string) => ({ contractId, documentType });

onEachEngine((engine) => {
  it.each([0, 3, 41])('a delete refunds less in epoch %i than before', async (epoch) => {
    const room = await openRoom(engine, noteOf({ text: SCHEMAS.string }));
    const { platform, alice } = room;
    const id = await created(room, alice, 'note', { text: 'x'.repeat(50) });
    const size = FRAME + 2 + 32 + 32 + 1 + 2 + 1 + 51;
    toEpoch(room, epoch);
    const note = { ...ofType(room, 'note'), by: alice, id };
    const refund = await refundOf(room, alice, async () => platform.deleteDocument(note));
    const sizes = [-2, -1, 0, 1, 2].map((more) => storageRefund(bytes([0, size + more]), epoch));
    expect(sizes).toContain(refund);
  });

  it('a storage refund takes the newest bytes first, by their own epoch', async () => {
    const room = await openRoom(engine, noteOf({ text: SCHEMAS.string }));
    const { platform, alice } = room;
    const note = { ...ofType(room, 'note'), by: alice };
    const id = await created(room, alice, 'note', { text: 'x' });
    const replaceIn = async (epoch: number, length: number) => {
      toEpoch(room, epoch);
      const data = { text: 'x'.repeat(length) };
      return refundOf(room, alice, async () => platform.replaceDocument({ ...note, id, data }));
    };
    expect(await replaceIn(2, 41)).toBe(0n);
    expect(await replaceIn(3, 61)).toBe(0n);
    // 35 bytes: 20 of epoch 3, too few to be paid back, and 15 of epoch 2.
    expect(await replaceIn(4, 26)).toBe(0n);
    expect(await replaceIn(5, 60)).toBe(0n);
    // 33 of the 34 of epoch 5.
    expect(await replaceIn(6, 27)).toBe(storageRefund(bytes([5, 33]), 6));
    // The 25 that are left of epoch 2 and the one of epoch 5 are too few.
    const whole = await created(room, alice, 'note', { text: 'x' });
    toEpoch(room, 10);
    const ofOne = await refundOf(room, alice, async () => platform.deleteDocument({ ...note, id: whole }));
    const ofFirst = await refundOf(room, alice, async () => platform.deleteDocument({ ...note, id }));
    expect(ofFirst).toBeGreaterThan(0n);
    // As many bytes, of epoch 0 instead of 6.
    expect(ofFirst).toBeLessThan(ofOne);
    expect(await platform.verify()).toMatchObject({ ok: true });
  });

  it('a storage refund of an index entry counts since it was added', async () => {
    const room = await openRoom(
      engine,
      noteOf({ a: SCHEMAS.u8, b: SCHEMAS.u8 }, { indices: [indexOf('a', ['a']), indexOf('b', ['b'])] }),
    );
    const { platform, alice } = room;
    const id = await created(room, alice, 'note', { a: 1, b: 1 });
    const replaceIn = async (epoch: number, data: object) => {
      toEpoch(room, epoch);
      const note = { ...ofType(room, 'note'), by: alice, id, data: { ...data } };
      return refundOf(room, alice, async () => platform.replaceDocument(note));
    };
    expect(await replaceIn(20, { a: 2, b: 1 })).toBe(storageRefund(bytes([0, ENTRY + 1]), 20));
    expect(await replaceIn(50, { a: 3, b: 2 })).toBe(
      storageRefund(bytes([20, ENTRY + 1], [0, ENTRY + 1]), 50),
    );
  });

  it('a storage refund is preserved through an export', async () => {
    const room = await openRoom(engine, noteOf({ text: SCHEMAS.string }));
    const { platform, alice } = room;
    toEpoch(room, 7);
    const id = await created(room, alice, 'note', { text: 'x' });
    const file = await platform.exportState();
    const deleted = async () => {
      toEpoch(room, 30);
      return refundOf(room, alice, async () =>
        platform.deleteDocument({ ...ofType(room, 'note'), by: alice, id }),
      );
    };
    const refund = await deleted();
    await platform.importState(file);
    expect(await deleted()).toBe(refund);
  });

  it('a storage refund goes to the final owner of a document', async () => {
    const room = await openRoom(engine, cardOf());
    const { platform, alice, bob } = room;
    const card = ofType(room, 'card');
    const id = await created(room, alice, 'card', { name: 'a' });
    await platform.transferDocument({ ...card, by: alice, id, recipientId: bob });
    const ofBob = async () => platform.deleteDocument({ ...card, by: bob, id });
    expect(await refundOf(room, bob, ofBob)).toBeGreaterThan(0n);
  });

  it('a storage refund excludes contested values, but not data stored later', async () => {
    const contested = { resolution: 0 };
    const room = await openRoom(engine, {
      ...cardOf({
        documentsMutable: false,
        indices: [indexOf('name', ['name'], { unique: true, contested })],
      }),
    });
    const { platform, clock, alice, bob } = room;
    const card = ofType(room, 'card');
    const win = async (name: string) => {
      const { document } = await platform.createDocument({
        ...card,
        by: alice,
        data: { name },
        prefundedVotingBalance: 'auto',
      });
      clock.advance(5_400_000);
      await platform.mineBlock();
      return documentIdIn(document);
    };
    const id = await win('a');
    expect(await refundOf(room, alice, async () => platform.deleteDocument({ ...card, by: alice, id }))).toBe(
      0n,
    );
    const other = await win('b');
    await platform.updateDocumentPrice({ ...card, by: alice, id: other, price: 5 });
    await platform.transferDocument({ ...card, by: alice, id: other, recipientId: bob });
    // The document, not its entry in the index.
    const refund = await refundOf(room, bob, async () =>
      platform.deleteDocument({ ...card, by: bob, id: other }),
    );
    expect(refund).toBeGreaterThan(0n);
    expect(refund).toBeLessThan(storageRefund(bytes([0, ENTRY]), 0));
    expect(await platform.verify()).toMatchObject({ ok: true });
  });
});
