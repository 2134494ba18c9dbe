import { describe, expect, it } from 'vitest';
import { EXPIRY_SPACES } from '../../src/state/keys/expiry-keys.js';
import { compareBytes } from '../../src/base/bytes/compare-bytes.js';
import { bytesOf } from '../../src/base/bytes/identifier-order.js';
import { openLmdbStore } from '../../src/store/lmdb-store.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../src/store/store.js';
import { T0 } from '../platform-fixture.js';
import { codeOf, COUNT, register, TEXT, typeOf, withPreview, writerOf } from './preview-room.js';

const HOUR = 3_600_000;

const OFFER = {
  offer: typeOf(
    { title: TEXT, price: COUNT },
    {
      ttl: 3600,
      required: ['$createdAt', '$updatedAt', 'title'],
      documentsCountable: true,
      transferable: 1,
      tradeMode: 1,
      indices: [{ name: 'byTitle', properties: [{ title: 'asc' }], unique: true, countable: 'countable' }],
    },
  ),
};

/** The number of entries that say when documents expire. */
const countExpirations = async (store: Store): Promise<number> => {
  const { expirations } = EXPIRY_SPACES;
  const range = { from: Uint8Array.of(expirations), to: Uint8Array.of(expirations + 1) };
  return (await store.read(async (view) => view.scan(range))).length;
};

function openStore(): { readonly store: Store; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-expiry-'));
  return {
    store: openLmdbStore({ path: join(folder, 'state') }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

describe('a document with ttl', () => {
  it('is removed with its entries by the block in which it expires, and not before', () =>
    withPreview(async (room) => {
      const { platform, alice } = room;
      const contractId = await register(room, OFFER);
      const { create, find } = writerOf(room, contractId);
      const count = async () =>
        (await platform.getDocumentsCount({ contractId, documentType: 'offer' })).count;
      const id = await create(alice, 'offer', { title: 'a' });
      await platform.advanceTime({ milliseconds: HOUR - 1 });
      expect(await find('offer', id)).toBeDefined();
      await platform.advanceTime({ milliseconds: 1 });
      expect(await find('offer', id)).toBeUndefined();
      expect(await count()).toBe(0n);
      expect(await codeOf(create(alice, 'offer', { title: 'a' }))).toBe('accepted');
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('is not changed any more by the block in which it expires: 40140', () =>
    withPreview(async (room) => {
      const { platform, clock, alice, bob } = room;
      const contractId = await register(room, OFFER);
      const { create, replace } = writerOf(room, contractId);
      const on = { by: alice, contractId, documentType: 'offer' };
      const ids = [];
      for (const title of ['a', 'b', 'c']) ids.push(await create(alice, 'offer', { title }));
      const [replaced = '', transferred = '', priced = ''] = ids;
      clock.set(T0 + HOUR);
      // The first block at that time removes them at its end.
      expect(await codeOf(replace(alice, 'offer', replaced, { title: 'e' }))).toBe(40_140);
      expect(await codeOf(replace(alice, 'offer', replaced, { title: 'e' }))).toBe(40_101);
      expect(await codeOf(platform.transferDocument({ ...on, id: transferred, recipientId: bob }))).toBe(
        40_101,
      );
      expect(await codeOf(platform.updateDocumentPrice({ ...on, id: priced, price: 5n }))).toBe(40_101);
    }));

  it('is deleted by its owner in the block in which it expires', () =>
    withPreview(async (room) => {
      const { clock, alice } = room;
      const { create, remove } = writerOf(room, await register(room, OFFER));
      const id = await create(alice, 'offer', { title: 'a' });
      clock.set(T0 + HOUR);
      expect(await codeOf(remove(alice, 'offer', id))).toBe('accepted');
    }));

  it('has one entry for its time, which goes with it, and comes back with a revert', async () => {
    const { store, remove: removeFolder } = openStore();
    await withPreview(
      async (room) => {
        const { platform, alice, bob } = room;
        const contractId = await register(room, OFFER);
        const { create, replace, remove } = writerOf(room, contractId);
        const id = await create(alice, 'offer', { title: 'a' });
        const { id: snapshot } = await platform.snapshot();
        await replace(alice, 'offer', id, { title: 'b' });
        await platform.transferDocument({
          by: alice,
          contractId,
          documentType: 'offer',
          id,
          recipientId: bob,
        });
        expect(await countExpirations(store)).toBe(1);
        await remove(bob, 'offer', id);
        expect(await countExpirations(store)).toBe(0);
        await platform.revert({ id: snapshot });
        expect(await countExpirations(store)).toBe(1);
        const file = await platform.exportState();
        await platform.advanceTime({ milliseconds: HOUR });
        expect(await countExpirations(store)).toBe(0);
        await platform.importState(file);
        expect(await countExpirations(store)).toBe(1);
        expect(await platform.verify()).toMatchObject({ ok: true });
      },
      { store },
    );
    removeFolder();
  });

  it('verify reports an entry without a document, and a document without an entry', async () => {
    const { store, remove: removeFolder } = openStore();
    await withPreview(
      async (room) => {
        const contractId = await register(room, OFFER);
        await writerOf(room, contractId).create(room.alice, 'offer', { title: 'a' });
        const { expirations } = EXPIRY_SPACES;
        const range = { from: Uint8Array.of(expirations), to: Uint8Array.of(expirations + 1) };
        const [entry] = await store.read(async (view) => view.scan(range));
        const key = Uint8Array.from(entry?.key ?? []);
        const later = key.with(8, (key[8] ?? 0) ^ 1);
        await store.write(async (view) => {
          view.delete(key);
          view.put(later, new Uint8Array());
          return Promise.resolve();
        });
        expect(await room.platform.verify()).toMatchObject({
          ok: false,
          entries: [{ kind: 'expiration', key: later }],
          documents: [{ kind: 'expiration', key }],
        });
      },
      { store },
    );
    removeFolder();
  });

  it('goes with its contract, and leaves the entries of others', async () => {
    const { store, remove: removeFolder } = openStore();
    await withPreview(
      async (room) => {
        const { platform, owner, alice } = room;
        const deletable = await register(room, OFFER, {
          config: { $formatVersion: '2', canBeDeleted: true },
        });
        const lasting = await register(room, OFFER);
        await writerOf(room, deletable).create(alice, 'offer', { title: 'a' });
        await writerOf(room, lasting).create(alice, 'offer', { title: 'a' });
        await platform.deleteContract({ by: owner, contractId: deletable });
        expect(await countExpirations(store)).toBe(1);
        expect(await platform.verify()).toMatchObject({ ok: true });
      },
      { store },
    );
    removeFolder();
  });

  it('stops no block where it cannot be read', async () => {
    const { store, remove: removeFolder } = openStore();
    await withPreview(
      async (room) => {
        const { platform, clock, alice } = room;
        const contractId = await register(room, OFFER);
        const { create, find } = writerOf(room, contractId);
        const damaged = await create(alice, 'offer', { title: 'a' });
        const whole = await create(alice, 'offer', { title: 'b' });
        const id = bytesOf(damaged);
        const [document] = await store.read(async (view) =>
          (await view.scan({ from: new Uint8Array(1), to: Uint8Array.of(255) })).filter(
            ({ key, value }) => value.length > 32 && compareBytes(key.slice(-32), id) === 0,
          ),
        );
        const key = Uint8Array.from(document?.key ?? []);
        await store.write(async (view) => {
          view.put(key, Uint8Array.of(99));
          return Promise.resolve();
        });
        clock.set(T0 + HOUR);
        await platform.mineBlock();
        expect(await find('offer', whole)).toBeUndefined();
        expect(await countExpirations(store)).toBe(0);
      },
      { store },
    );
    removeFolder();
  });

  it('leaves at most 128 a block, the earliest first', () =>
    withPreview(async (room) => {
      const { platform, clock, alice } = room;
      const contractId = await register(room, {
        offer: typeOf({ title: TEXT }, { ttl: 3600, required: ['$createdAt'], documentsCountable: true }),
      });
      const { create } = writerOf(room, contractId);
      for (let made = 0; made < 130; made += 1) await create(alice, 'offer', { title: `${made}` });
      const count = async () =>
        (await platform.getDocumentsCount({ contractId, documentType: 'offer' })).count;
      clock.set(T0 + HOUR);
      await platform.mineBlock();
      expect(await count()).toBe(2n);
      await platform.mineBlock();
      expect(await count()).toBe(0n);
    }));
});
