import * as fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../src/base/bytes/identifier-order.js';
import { documentKey } from '../../src/state/keys/key-spaces.js';
import { removalKey } from '../../src/state/keys/removal-keys.js';
import { openLmdbStore } from '../../src/store/lmdb-store.js';
import { documentIdIn, T0 } from '../platform-fixture.js';
import { codeOf, ID, register, typeOf, withPreview, writerOf, type PreviewRoom } from './preview-room.js';
import { costlyRuns } from '../../../../scripts/property-runs.js';

const HOUR = 3_600_000;
const PRICE = { type: 'integer', minimum: 0, maximum: 200 };
const TAG = { type: 'string', maxLength: 59 };

/** Bands of 30 that begin at 5, 15, 25 …, and below that at 0. */
const BANDS = { on: 'price', range: 30, step: 10, phase: 5 };

const TYPES = {
  topic: typeOf(
    { kind: TAG },
    { documentsMutable: false, canBeDeleted: false, moderatorAbilities: { delete: true } },
  ),
  genre: typeOf({ name: TAG }, { documentsMutable: false, canBeDeleted: false, required: ['name'] }),
  post: typeOf(
    {
      tag: TAG,
      price: PRICE,
      topicId: { ...ID, refersTo: { type: 'moderatedDocument', documentType: 'topic' } },
      genreId: { ...ID, refersTo: { type: 'permanentDocument', documentType: 'genre' } },
    },
    {
      required: ['price', '$createdAt'],
      immutable: ['topicId', 'genreId'],
      indices: [
        {
          name: 'byTag',
          properties: [{ tag: 'asc' }],
          averageable: 'price',
          rangeAverageable: true,
          rankedCountable: true,
          rankedSummable: true,
          rankedAverageable: true,
          skipIfAbsent: true,
        },
        {
          name: 'byBand',
          properties: [{ price: 'asc' }, { tag: 'asc' }],
          integerRange: BANDS,
          rangeCountable: true,
          rankedCountable: true,
        },
        {
          name: 'byHour',
          properties: [{ $createdAt: 'asc' }, { price: 'asc' }],
          timeRange: { on: '$createdAt', range: 7200, step: 3600 },
        },
        { name: 'byTopicOwner', properties: [{ 'topicId.$ownerId': 'asc' }, { price: 'asc' }] },
        { name: 'byGenre', properties: [{ 'genreId.name': 'asc' }], countable: 'countable' },
      ],
    },
  ),
  bid: typeOf(
    { price: PRICE, lot: TAG },
    {
      required: ['price'],
      indices: [
        {
          name: 'onePerBand',
          properties: [{ price: 'asc' }, { lot: 'asc' }],
          unique: true,
          integerRange: { on: 'price', range: 50, step: 50 },
        },
      ],
    },
  ),
};

async function openShop(room: PreviewRoom) {
  const moderation = { banlist: true, moderators: { $type: 'contractOwner' } };
  const contractId = await register(room, TYPES, { config: { $formatVersion: '2', moderation } });
  return { contractId, ...writerOf(room, contractId) };
}

type Post = { id: string; tag?: string; price: number; createdAt: number; topicId?: string; genre?: string };

const step = fc.record({
  action: fc.constantFrom('create', 'create', 'replace', 'delete', 'wait'),
  at: fc.nat(30),
  tag: fc.constantFrom(undefined, 'a', 'b', 'c'),
  price: fc.nat(60),
  link: fc.nat(2),
});

/** Returns the starts of the bands that hold a price, by their definition. */
const bandsOf = (price: number): number[] =>
  [0, ...Array.from({ length: 30 }, (_, at) => at * 10 + 5)].filter((start) =>
    start === 0 ? price < 25 : start <= price && price < start + 30,
  );

const hoursOf = (time: number): number[] => {
  const newest = Math.floor(time / HOUR) * HOUR;
  return [newest - HOUR, newest];
};

const sortedIds = (documents: readonly { readonly id: string }[]): string[] =>
  documents.map(({ id }) => id).toSorted();

describe('indices of protocol 14', () => {
  it('have the documents that an oracle in memory has, in windows, under derived values and in rankings', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) =>
        withPreview(async (room) => {
          const { platform, clock, alice, bob, owner } = room;
          const { contractId, create, replace, remove } = await openShop(room);
          const topics = [await create(alice, 'topic', {}), await create(bob, 'topic', {})];
          const genres = [
            await create(alice, 'genre', { name: 'x' }),
            await create(alice, 'genre', { name: 'y' }),
          ];
          const posts: Post[] = [];
          let now = T0;
          for (const { action, at, tag, price, link } of steps) {
            const target = posts[at % Math.max(posts.length, 1)];
            const data = { price, ...(tag !== undefined && { tag }) };
            if (action === 'wait') {
              now += HOUR / 2;
              clock.set(now);
            } else if (action === 'create') {
              const [topicId, genreId] = [topics[link], genres[link]];
              const links = { ...(topicId && { topicId }), ...(genreId && { genreId }) };
              const id = await create(alice, 'post', { ...data, ...links });
              const genre = ['x', 'y'][link];
              posts.push({
                id,
                createdAt: now,
                ...data,
                ...(topicId && { topicId }),
                ...(genre && { genre }),
              });
            } else if (target !== undefined && action === 'replace') {
              const { topicId, genre } = target;
              const genreId = genre === undefined ? undefined : genres[genre === 'x' ? 0 : 1];
              const links = { ...(topicId && { topicId }), ...(genreId && { genreId }) };
              await replace(alice, 'post', target.id, { ...data, ...links });
              const { tag: _tag, ...rest } = target;
              posts[posts.indexOf(target)] = { ...rest, ...data };
            } else if (target !== undefined) {
              await remove(alice, 'post', target.id);
              posts.splice(posts.indexOf(target), 1);
            }
          }
          // Its record has the owner, under whom the posts stay.
          await platform.removeDocument({
            by: owner,
            contractId,
            documentType: 'topic',
            id: topics[0] ?? '',
          });
          const on = { contractId, documentType: 'post' };
          const idsOf = async (query: Parameters<typeof platform.getDocuments>[0]) =>
            (await platform.getDocuments(query)).map(documentIdIn).toSorted();
          for (const tag of ['a', 'b', 'c'])
            expect(await idsOf({ ...on, where: [['tag', '==', tag]] })).toEqual(
              sortedIds(posts.filter((post) => post.tag === tag)),
            );
          for (const start of [0, 5, 15, 35]) {
            const integerRange = { field: 'price', start };
            const inBand = posts.filter(({ price }) => bandsOf(price).includes(start));
            expect(await idsOf({ ...on, integerRange })).toEqual(sortedIds(inBand));
            const where = [['tag', '==', 'a']] as const;
            const counted = await platform.getDocumentsCount({ ...on, integerRange, where });
            expect(counted.count).toBe(BigInt(inBand.filter(({ tag }) => tag === 'a').length));
          }
          for (const [at, select] of (['oldest', 'newest'] as const).entries()) {
            const start = hoursOf((await platform.status()).time)[at] ?? 0;
            const inHour = posts.filter(({ createdAt }) => hoursOf(createdAt).includes(start));
            expect(await idsOf({ ...on, timeRange: { field: '$createdAt', start } })).toEqual(
              sortedIds(inHour),
            );
            expect(await idsOf({ ...on, timeRange: { field: '$createdAt', select } })).toEqual(
              sortedIds(inHour),
            );
          }
          for (const [at, ownerId] of [alice, bob].entries())
            expect(await idsOf({ ...on, where: [['topicId.$ownerId', '==', ownerId]] })).toEqual(
              sortedIds(posts.filter(({ topicId }) => topicId === topics[at])),
            );
          for (const name of ['x', 'y']) {
            const where = [['genreId.name', '==', name]] as const;
            const { count } = await platform.getDocumentsCount({ ...on, where });
            expect(count).toBe(BigInt(posts.filter(({ genre }) => genre === name).length));
          }
          for (const by of ['count', 'sum', 'average'] as const)
            for (const direction of ['asc', 'desc'] as const) {
              const property = by === 'count' ? {} : { property: 'price' };
              const ranking = { ...on, by, ...property, groupBy: 'tag', direction, limit: 2, offset: 1 };
              const { groups, skipped } = await platform.getDocumentsRanking(ranking);
              const expected = rank(posts, by, direction);
              expect(skipped).toBe(Math.min(1, expected.length));
              expect(groups.map(({ values }) => values['tag'])).toEqual(expected.slice(1, 3));
            }
          expect(await platform.verify()).toMatchObject({ ok: true });
        }),
      ),
      { numRuns: costlyRuns(12), seed: 140 },
    );
  });

  it('with unique windows have one document a window: 40105', () =>
    withPreview(async (room) => {
      const { alice, bob } = room;
      const { create, replace } = await openShop(room);
      const first = await create(alice, 'bid', { price: 10, lot: 'a' });
      expect(await codeOf(create(bob, 'bid', { price: 49, lot: 'a' }))).toBe(40_105);
      expect(await codeOf(create(bob, 'bid', { price: 49, lot: 'b' }))).toBe('accepted');
      const second = await create(bob, 'bid', { price: 50, lot: 'a' });
      expect(await codeOf(replace(alice, 'bid', first, { price: 30, lot: 'a' }))).toBe('accepted');
      expect(await codeOf(replace(bob, 'bid', second, { price: 49, lot: 'a' }))).toBe(40_105);
    }));
});

describe('verify', () => {
  it('lists documents and records that are damaged, to which documents with derived values refer', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dapikit-derived-'));
    const store = openLmdbStore({ path: join(folder, 'state') });
    await withPreview(
      async (room) => {
        const { platform, alice, owner } = room;
        const { contractId, create } = await openShop(room);
        const topicId = await create(alice, 'topic', {});
        const genreId = await create(alice, 'genre', { name: 'x' });
        const referring = [
          await create(alice, 'post', { price: 1, topicId }),
          await create(alice, 'post', { price: 2, genreId }),
        ];
        await platform.removeDocument({ by: owner, contractId, documentType: 'topic', id: topicId });
        const locationOf = (documentType: string) => ({ contractId: bytesOf(contractId), documentType });
        const record = removalKey(locationOf('topic'), bytesOf(topicId));
        const genre = documentKey(locationOf('genre'), bytesOf(genreId));
        await store.write(async (view) => {
          for (const key of [record, genre]) view.put(key, Uint8Array.of(9));
        });
        const { ok, entries, documents } = await platform.verify();
        expect(ok).toBe(false);
        expect(entries).toContainEqual({ kind: 'moderation', key: record, found: Uint8Array.of(9) });
        expect(documents).toContainEqual({ kind: 'document', key: genre, found: Uint8Array.of(9) });
        for (const id of referring) {
          const key = documentKey(locationOf('post'), bytesOf(id));
          expect(documents).toContainEqual(expect.objectContaining({ kind: 'document', key }));
        }
      },
      { store },
    );
    rmSync(folder, { recursive: true, force: true });
  });
});

/** Ranks the tags of posts, by the definition. */
function rank(posts: readonly Post[], by: 'count' | 'sum' | 'average', direction: 'asc' | 'desc'): string[] {
  const prices = new Map<string, number[]>();
  for (const { tag, price } of posts)
    if (tag !== undefined) prices.set(tag, [...(prices.get(tag) ?? []), price]);
  const scoreOf = (values: readonly number[]): number => {
    const sum = values.reduce((all, one) => all + one, 0);
    return by === 'count' ? values.length : by === 'sum' ? sum : sum / values.length;
  };
  const ascending = [...prices]
    .map(([tag, values]) => ({ tag, score: scoreOf(values) }))
    .toSorted((a, b) => a.score - b.score || (a.tag < b.tag ? -1 : 1))
    .map(({ tag }) => tag);
  return direction === 'asc' ? ascending : ascending.toReversed();
}

describe('a query', () => {
  it('uses no index that skips documents, or has windows, unless it excludes the others', () =>
    withPreview(async (room) => {
      const { platform } = room;
      const { contractId } = await openShop(room);
      const on = { contractId, documentType: 'post' };
      const rejected = 'no index covers';
      await expect(platform.getDocuments({ ...on, orderBy: [['tag', 'asc']] })).rejects.toThrow(rejected);
      await expect(platform.getDocuments({ ...on, where: [['tag', '==', null]] })).rejects.toThrow(rejected);
      await expect(
        platform.getDocuments({ ...on, where: [['tag', '<', 'b']], orderBy: [['tag', 'asc']] }),
      ).rejects.toThrow(rejected);
      await expect(platform.getDocuments({ ...on, where: [['price', '==', 5]] })).rejects.toThrow('price');
      const above = { ...on, where: [['tag', '>', 'a']], orderBy: [['tag', 'asc']] } as const;
      expect(await platform.getDocuments(above)).toEqual([]);
    }));

  it('finds empty text in an index that skips documents without a value', () =>
    withPreview(async (room) => {
      const { platform, alice } = room;
      const { contractId, create } = await openShop(room);
      const [empty, a] = [
        await create(alice, 'post', { price: 1, tag: '' }),
        await create(alice, 'post', { price: 1, tag: 'a' }),
      ];
      await create(alice, 'post', { price: 1 });
      const find = async (operator: '==' | 'in' | '>=' | '>', value: string | readonly string[]) => {
        const where = [['tag', operator, value]] as const;
        const orderBy = operator === '==' ? [] : ([['tag', 'asc']] as const);
        const found = await platform.getDocuments({ contractId, documentType: 'post', where, orderBy });
        return found.map(documentIdIn);
      };
      expect(await find('==', '')).toEqual([empty]);
      expect(await find('in', ['', 'a'])).toEqual([empty, a]);
      expect(await find('>=', '')).toEqual([empty, a]);
      expect(await find('>', '')).toEqual([a]);
    }));

  it('has no total over a range of groups that are ranked', () =>
    withPreview(async (room) => {
      const { platform, alice } = room;
      const { contractId, create } = await openShop(room);
      for (const tag of ['a', 'b', 'b']) await create(alice, 'post', { price: 5, tag });
      const on = { contractId, documentType: 'post', where: [['tag', '>', 'a']] } as const;
      const rejected = 'index "byTag" ranks the values of "tag", and has no total over a range of them';
      await expect(platform.getDocumentsCount(on)).rejects.toThrow(rejected);
      await expect(platform.getDocumentsSum({ ...on, property: 'price' })).rejects.toThrow(rejected);
      const { groups } = await platform.getDocumentsCount({ ...on, groupBy: ['tag'] });
      expect(groups).toMatchObject([{ count: 2n }]);
      const equal = { ...on, where: [['tag', '==', 'b']] } as const;
      expect(await platform.getDocumentsSum({ ...equal, property: 'price' })).toMatchObject({ sum: 10n });
    }));

  it('names a window by its start, or the newest or oldest one of a time', () =>
    withPreview(async (room) => {
      const { platform } = room;
      const { contractId } = await openShop(room);
      const on = { contractId, documentType: 'post' };
      const ask = async (query: object) => platform.getDocuments({ ...on, ...query });
      await expect(ask({ integerRange: { field: 'price', start: 7 } })).rejects.toThrow('windows begin at 5');
      await expect(ask({ integerRange: { field: 'tag', start: 5 } })).rejects.toThrow('no index of "post"');
      await expect(ask({ timeRange: { field: '$createdAt', select: 'last' } })).rejects.toThrow('newest');
      const grid = { range: 20, step: 10, phase: 5 };
      await expect(ask({ integerRange: { field: 'price', start: 5, grid } })).rejects.toThrow('grid');
      const where = [['price', '==', 5]];
      await expect(ask({ integerRange: { field: 'price', start: 5 }, where })).rejects.toThrow('window');
      expect(
        await ask({ integerRange: { field: 'price', start: 5, grid: { range: 30, step: 10, phase: 5 } } }),
      ).toEqual([]);
    }));

  it('pages by derived values only where it fixes them', () =>
    withPreview(async (room) => {
      const { platform, alice } = room;
      const { contractId, create } = await openShop(room);
      const topicId = await create(alice, 'topic', {});
      const ids = [];
      for (const price of [3, 1, 2]) ids.push(await create(alice, 'post', { price, topicId }));
      const on = { contractId, documentType: 'post', orderBy: [['price', 'asc']] } as const;
      const where = [['topicId.$ownerId', '==', alice]] as const;
      const page = await platform.getDocuments({ ...on, where, startAfter: ids[1] ?? '' });
      expect(page.map(documentIdIn)).toEqual([ids[2], ids[0]]);
      const unbound = { ...on, orderBy: [['topicId.$ownerId', 'asc']], startAfter: ids[1] ?? '' } as const;
      await expect(platform.getDocuments(unbound)).rejects.toThrow('no document stores topicId.$ownerId');
    }));

  it('pages through a window', () =>
    withPreview(async (room) => {
      const { platform, alice } = room;
      const { contractId, create } = await openShop(room);
      const ids = [];
      for (const tag of ['a', 'b', 'c']) ids.push(await create(alice, 'post', { price: 40, tag }));
      const on = { contractId, documentType: 'post', orderBy: [['tag', 'asc']] } as const;
      const integerRange = { field: 'price', start: 15 };
      const page = await platform.getDocuments({ ...on, integerRange, startAfter: ids[0] ?? '' });
      expect(page.map(documentIdIn)).toEqual(ids.slice(1));
    }));

  it('of a ranking is rejected where no index has it', () =>
    withPreview(async (room) => {
      const { platform } = room;
      const { contractId } = await openShop(room);
      const on = { contractId, documentType: 'post', groupBy: 'tag', limit: 3 } as const;
      const ranked = platform.getDocumentsRanking({ ...on, by: 'sum', property: 'tag' });
      await expect(ranked).rejects.toThrow('rankedSummable');
      await expect(platform.getDocumentsRanking({ ...on, by: 'count', groupBy: 'price' })).rejects.toThrow(
        'rankedCountable',
      );
      const where = [['price', '==', 5]] as const;
      await expect(platform.getDocumentsRanking({ ...on, by: 'count', where })).rejects.toThrow(
        'rankedCountable',
      );
      await expect(platform.getDocumentsRanking({ ...on, by: 'count', limit: 101 })).rejects.toThrow(
        'from 1 to 100',
      );
    }));
});
