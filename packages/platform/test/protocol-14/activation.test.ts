import { describe, expect, it } from 'vitest';
import { createPlatform } from '../../src/api/platform.js';
import { InputError } from '../../src/base/errors/input-error.js';
import { bytesOf } from '../../src/base/bytes/identifier-order.js';
import { openLmdbStore } from '../../src/store/lmdb-store.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf, COUNT, openPreview, register, TEXT, typeOf, withPreview, writerOf } from './preview-room.js';

const BEFORE = { note: typeOf({ 'old-name': TEXT, stars: COUNT }, { documentsCountable: true }) };
const AFTER = { post: typeOf({ tags: { type: 'array', maxItems: 3, items: TEXT }, stars: COUNT }) };

const at13 = { protocolVersion: 13 };

describe('activateProtocol', () => {
  it('keeps what was stored, with the rules of its contract, and registers by the new rules', () =>
    withPreview(async (room) => {
      const { platform, owner, alice, bob } = room;
      const old = await register(room, BEFORE);
      const { create, replace, remove, find } = writerOf(room, old);
      const id = await create(alice, 'note', { 'old-name': 'a', stars: 1 });
      const removed = await create(alice, 'note', { stars: 2 });
      expect(await codeOf(register(room, AFTER))).toBe(10_101);

      const status = await platform.activateProtocol({ version: 14, force: true });
      expect(status).toMatchObject({ protocolVersion: 14, preview: expect.stringContaining('14') });
      expect(await find('note', id)).toMatchObject({ 'old-name': 'a', stars: 1 });
      await replace(alice, 'note', id, { 'old-name': 'b', stars: 3 });
      await remove(alice, 'note', removed);
      await create(bob, 'note', { 'old-name': 'c' });
      expect(await platform.getDocumentsCount({ contractId: old, documentType: 'note' })).toMatchObject({
        count: 2n,
      });
      // A hyphen in a name is legal where the contract came before.
      expect(await codeOf(register(room, BEFORE))).toBe(10_101);
      const now = writerOf(room, await register(room, AFTER));
      expect(await now.find('post', await now.create(alice, 'post', { tags: ['a'] }))).toMatchObject({
        tags: ['a'],
      });
      const update = {
        note: typeOf({ 'old-name': TEXT, stars: COUNT, more: TEXT }, { documentsCountable: true }),
      };
      // An update is judged by the protocol of its time.
      expect(await codeOf(platform.updateContract({ by: owner, contractId: old, contract: update }))).toBe(
        10_101,
      );
      expect(await platform.verify()).toMatchObject({ ok: true });
    }, at13));

  it('begins at a height, with blocks before it', () =>
    withPreview(async ({ platform }) => {
      const next = ((await platform.status()).block?.height ?? 0n) + 1n;
      await platform.activateProtocol({ version: 14, height: next + 5n, force: true });
      expect((await platform.status()).block?.height).toBe(next + 4n);
      const { block } = await platform.mineBlock();
      expect(block.height).toBe(next + 5n);
    }, at13));

  it('begins at its height while others write', () =>
    withPreview(async ({ platform, owner, alice, bob }) => {
      const height = ((await platform.status()).block?.height ?? 0n) + 6n;
      const heights = { before: [] as bigint[], after: [] as bigint[] };
      const registerOften = async (by: string): Promise<void> => {
        for (let turn = 0; turn < 8; turn += 1)
          for (const [of, documentSchemas] of [
            ['before', BEFORE],
            ['after', AFTER],
          ] as const) {
            const contract = { $formatVersion: '1', version: 1, ownerId: by, documentSchemas };
            const registered = platform.registerContract({ by, contract });
            if ((await codeOf(registered)) === 'accepted') heights[of].push((await registered).block.height);
          }
      };
      const activated = platform.activateProtocol({ version: 14, height, force: true });
      await Promise.all([registerOften(owner), registerOften(alice), registerOften(bob), activated]);
      expect(heights.before.length).toBeGreaterThan(0);
      expect(heights.after.length).toBeGreaterThan(0);
      expect(heights.before.filter((at) => at >= height)).toEqual([]);
      expect(heights.after.filter((at) => at < height)).toEqual([]);
      expect(await platform.verify()).toMatchObject({ ok: true });
    }, at13));

  it('wants force where proofs end, and no earlier or unknown protocol', () =>
    withPreview(async ({ platform }) => {
      await expect(platform.activateProtocol({ version: 14 })).rejects.toThrow('force: true');
      for (const input of [{ version: 13 }, { version: 15 }, { version: 14, height: 1, force: true }])
        await expect(platform.activateProtocol(input)).rejects.toBeInstanceOf(InputError);
      expect((await platform.status()).protocolVersion).toBe(13);
      await platform.activateProtocol({ version: 14, force: true });
      await expect(platform.activateProtocol({ version: 14 })).rejects.toMatchObject({
        expected: 'no activation: there is no later protocol',
      });
      await expect(platform.getProof()).rejects.toThrow('the trees of protocol 14 are not published');
    }, at13));

  it('loses no call that is made meanwhile', () =>
    withPreview(async (room) => {
      const { platform, alice } = room;
      const contractId = await register(room, BEFORE);
      const { create } = writerOf(room, contractId);
      const made = Array.from({ length: 10 }, async (_, stars) => create(alice, 'note', { stars }));
      const activated = platform.activateProtocol({ version: 14, force: true });
      const later = Array.from({ length: 10 }, async (_, stars) => create(alice, 'note', { stars }));
      const ids = await Promise.all([...made, ...later]);
      await activated;
      expect(new Set(ids).size).toBe(20);
      expect(await platform.getDocumentsCount({ contractId, documentType: 'note' })).toMatchObject({
        count: 20n,
      });
      expect(await platform.verify()).toMatchObject({ ok: true });
    }, at13));

  it('stays with the store, and stops other programs that are at the earlier protocol', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dapikit-activation-'));
    const path = join(folder, 'state');
    const room = await openPreview({ ...at13, store: openLmdbStore({ path }) });
    const other = await createPlatform({ store: openLmdbStore({ path }), protocolVersion: 13 });
    await room.platform.activateProtocol({ version: 14, force: true });
    await expect(other.mineBlock()).rejects.toMatchObject({ reason: 'newer-protocol' });
    await other.close();
    const id = await register(room, AFTER);
    await room.platform.close();
    await expect(createPlatform({ store: openLmdbStore({ path }), protocolVersion: 13 })).rejects.toThrow(
      'protocol 14',
    );
    const again = await createPlatform({ store: openLmdbStore({ path }), protocolVersion: 14 });
    expect(await again.getContract({ id })).toBeDefined();
    expect(bytesOf(id)).toHaveLength(32);
    await again.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is not undone by a program at the earlier protocol that reverts or imports', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dapikit-activation-'));
    const path = join(folder, 'state');
    const room = await openPreview({ ...at13, store: openLmdbStore({ path }) });
    const other = await createPlatform({ store: openLmdbStore({ path }), protocolVersion: 13 });
    const { id } = await other.snapshot();
    const file = await other.exportState();
    await room.platform.activateProtocol({ version: 14, force: true });
    const contractId = await register(room, AFTER);
    for (const undo of [async () => other.revert({ id }), async () => other.importState(file)])
      await expect(undo()).rejects.toMatchObject({ reason: 'newer-protocol' });
    expect(await room.platform.getContract({ id: contractId })).toBeDefined();
    await room.platform.mineBlock();
    await other.close();
    await room.platform.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('reverts the state and not the protocol, which exports and imports keep', () =>
    withPreview(async (room) => {
      const { platform, alice } = room;
      const contractId = await register(room, BEFORE);
      const { create, find } = writerOf(room, contractId);
      const early = await create(alice, 'note', { stars: 1 });
      const { id } = await platform.snapshot();
      const file = await platform.exportState();
      await platform.activateProtocol({ version: 14, force: true });
      await create(alice, 'note', { stars: 2 });
      for (const back of [async () => platform.revert({ id }), async () => platform.importState(file)]) {
        expect(await back()).toMatchObject({ protocolVersion: 14 });
        expect(await find('note', early)).toBeDefined();
        expect(await platform.getDocumentsCount({ contractId, documentType: 'note' })).toMatchObject({
          count: 1n,
        });
        expect(await platform.verify()).toMatchObject({ ok: true });
      }
    }, at13));
});
