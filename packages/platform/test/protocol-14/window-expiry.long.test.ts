import * as fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bytesOf } from '../../src/base/bytes/identifier-order.js';
import { documentKey, KEY_SPACES } from '../../src/state/keys/key-spaces.js';
import { openLmdbStore } from '../../src/store/lmdb-store.js';
import { T0 } from '../platform-fixture.js';
import { register, typeOf, withPreview, writerOf } from './preview-room.js';
import { costlyRuns } from '../../../../scripts/property-runs.js';

const HOUR = 3_600_000;
const TAG = { type: 'string', maxLength: 59 };

const TYPES = {
  post: typeOf(
    { tag: TAG, price: { type: 'integer', minimum: 0, maximum: 9 } },
    {
      required: ['$createdAt', 'tag', 'price'],
      indices: [
        {
          name: 'trending',
          properties: [{ $createdAt: 'asc' }, { tag: 'asc' }],
          timeRange: { on: '$createdAt', range: 7200, step: 3600, ttl: 7200 },
          averageable: 'price',
          rangeAverageable: true,
          rankedCountable: true,
        },
        { name: 'byTag', properties: [{ tag: 'asc' }], countable: true },
      ],
    },
  ),
};

/** The start of the window that began last. */
const lastStart = (time: number): number => Math.floor(time / HOUR) * HOUR;

it('entries go with their windows, and documents, other entries and totals stay as an oracle in memory has them', async () => {
  const step = fc.record({
    action: fc.constantFrom('create', 'create', 'create', 'replace', 'remove', 'wait'),
    at: fc.nat(20),
    tag: fc.constantFrom('a', 'b'),
    price: fc.nat(9),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 45 }), async (steps) =>
      withPreview(async (room) => {
        const { platform, clock, alice } = room;
        const contractId = await register(room, TYPES);
        const { create, replace, remove } = writerOf(room, contractId);
        const on = { contractId, documentType: 'post' };
        const posts: { id: string; time: number; tag: string; price: number }[] = [];
        let now = T0;
        for (const { action, at, tag, price } of steps) {
          const target = posts[at % Math.max(posts.length, 1)];
          if (action === 'wait') {
            now += HOUR;
            clock.set(now);
            await platform.mineBlock();
          } else if (action === 'create') {
            posts.push({ id: await create(alice, 'post', { tag, price }), time: now, tag, price });
          } else if (target !== undefined && action === 'replace') {
            await replace(alice, 'post', target.id, { tag, price });
            posts[posts.indexOf(target)] = { ...target, tag, price };
          } else if (target !== undefined) {
            await remove(alice, 'post', target.id);
            posts.splice(posts.indexOf(target), 1);
          }
          expect(await platform.verify()).toMatchObject({ ok: true });
        }
        for (const start of [lastStart(now), lastStart(now) - HOUR]) {
          const timeRange = { field: '$createdAt', start };
          const inWindow = posts.filter(({ time }) =>
            [lastStart(time), lastStart(time) - HOUR].includes(start),
          );
          const found = await platform.getDocuments({ ...on, timeRange });
          expect(found).toHaveLength(inWindow.length);
          const where = [['tag', '==', 'a']] as const;
          const tagged = inWindow.filter(({ tag }) => tag === 'a');
          expect(
            await platform.getDocumentsAverage({ ...on, timeRange, where, property: 'price' }),
          ).toMatchObject({
            count: BigInt(tagged.length),
            sum: BigInt(tagged.reduce((sum, { price }) => sum + price, 0)),
          });
        }
        const over = { field: '$createdAt', start: lastStart(now) - 2 * HOUR };
        await expect(platform.getDocuments({ ...on, timeRange: over })).rejects.toThrow('query a later one');
        const { count } = await platform.getDocumentsCount({ ...on, where: [['tag', '==', 'b']] });
        expect(count).toBe(BigInt(posts.filter(({ tag }) => tag === 'b').length));
      }),
    ),
    { numRuns: costlyRuns(10), seed: 7200 },
  );
});

it('a write removes at most 16 entries of windows that are over, the oldest first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-windows-'));
  const store = openLmdbStore({ path: join(folder, 'state') });
  const { indexEntries } = KEY_SPACES;
  const range = { from: Uint8Array.of(indexEntries), to: Uint8Array.of(indexEntries + 1) };
  const countEntries = async () => (await store.read(async (view) => view.scan(range))).length;
  await withPreview(
    async (room) => {
      const { platform, clock, alice } = room;
      const before = await countEntries();
      const contractId = await register(room, TYPES);
      const { create, remove } = writerOf(room, contractId);
      const ids = [];
      for (let made = 0; made < 20; made += 1)
        ids.push(await create(alice, 'post', { tag: 'a', price: made % 10 }));
      clock.set(T0 + 4 * HOUR);
      const left = [];
      for (let written = 0; written < 4; written += 1) {
        await create(alice, 'post', { tag: 'b', price: 1 });
        left.push((await countEntries()) - before);
        expect(await platform.verify()).toMatchObject({ ok: true });
      }
      // Each post has three entries, two of them in windows.
      expect(left).toEqual([47, 34, 29, 32]);
      for (const id of ids) await remove(alice, 'post', id);
      expect((await countEntries()) - before).toBe(12);
      expect(await platform.verify()).toMatchObject({ ok: true });
    },
    { store },
  );
  rmSync(folder, { recursive: true, force: true });
});

it('a write goes on where a document of a window that is over cannot be read, and verify reports it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-windows-'));
  const store = openLmdbStore({ path: join(folder, 'state') });
  await withPreview(
    async (room) => {
      const { platform, clock, alice } = room;
      const contractId = await register(room, TYPES);
      const { create } = writerOf(room, contractId);
      const id = await create(alice, 'post', { tag: 'a', price: 1 });
      const location = { contractId: bytesOf(contractId), documentType: 'post' };
      const key = documentKey(location, bytesOf(id));
      await store.write(async (view) => view.put(key, Uint8Array.of(9)));
      clock.set(T0 + 4 * HOUR);
      for (const tag of ['b', 'c']) await create(alice, 'post', { tag, price: 1 });
      const { ok, documents } = await platform.verify();
      expect(ok).toBe(false);
      expect(documents).toContainEqual({ kind: 'document', key, found: Uint8Array.of(9) });
    },
    { store },
  );
  rmSync(folder, { recursive: true, force: true });
});
