import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentJson } from '../../src/state/document/json-form.js';
import { documentIdIn, T0 } from '../platform-fixture.js';
import { codeOf, register, typeOf, withPreview, writerOf, type PreviewRoom } from './preview-room.js';
import { costlyRuns } from '../../../../scripts/property-runs.js';

const HOUR = 3_600_000;
const TEXT = { type: 'string', maxLength: 59 };

const ENTRIES = { indexOnly: true, documentsMutable: false };

const TYPES = {
  like: typeOf(
    { page: TEXT, tag: TEXT },
    {
      ...ENTRIES,
      required: ['page'],
      indices: [
        {
          name: 'byPage',
          properties: [{ page: 'asc' }],
          rangeCountable: true,
          rankedCountable: true,
        },
        { name: 'byLiker', properties: [{ $ownerId: 'asc' }], terminal: 'page' },
        {
          name: 'byTag',
          properties: [{ tag: 'asc' }, { page: 'asc' }],
          skipIfAbsent: ['tag'],
          countable: true,
        },
      ],
    },
  ),
  answer: typeOf(
    { request: { type: 'bytes', size: 4 }, text: TEXT },
    {
      ...ENTRIES,
      required: ['request', 'text'],
      indices: [{ name: 'byRequest', terminal: ['request', '$ownerId'] }],
      entryPayload: ['text'],
    },
  ),
  visit: typeOf(
    { page: TEXT },
    {
      ...ENTRIES,
      required: ['page', '$createdAt'],
      indices: [
        { name: 'byVisitor', properties: [{ page: 'asc' }] },
        {
          name: 'byHour',
          properties: [{ $createdAt: 'asc' }, { page: 'asc' }],
          timeRange: { on: '$createdAt', range: 7200, step: 3600 },
          rangeCountable: true,
        },
      ],
    },
  ),
  lasting: typeOf(
    { page: TEXT },
    {
      ...ENTRIES,
      canBeDeleted: false,
      required: ['page'],
      indices: [{ name: 'a', properties: [{ page: 'asc' }] }],
    },
  ),
  note: typeOf({ page: TEXT }),
};

async function openPages(room: PreviewRoom) {
  const { platform } = room;
  const contractId = await register(room, TYPES);
  const on = (documentType: string) => ({ contractId, documentType });
  return {
    contractId,
    ...writerOf(room, contractId),
    on,
    erase: async (
      by: string,
      documentType: string,
      data: Readonly<Record<string, unknown>>,
      more: object = {},
    ) => platform.deleteIndexOnlyDocument({ by, ...on(documentType), data, ...more }),
  };
}

const valuesOf = (documents: readonly DocumentJson[], ...names: readonly string[]) =>
  documents.map((document) => names.map((name) => document[name]));

const sorted = (rows: readonly unknown[][]) =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

describe('a document that is entries only', () => {
  it('is there once for the key of each index (40105), and is deleted by its values (40101)', () =>
    withPreview(async (room) => {
      const { alice, bob } = room;
      const { create, erase } = await openPages(room);
      await create(alice, 'like', { page: 'a' });
      expect(await codeOf(create(alice, 'like', { page: 'a' }))).toBe(40_105);
      await expect(create(alice, 'like', { page: 'a' })).rejects.toThrow(
        'another document has the same values',
      );
      expect(await codeOf(create(alice, 'like', { page: 'a', tag: 'x' }))).toBe(40_105);
      expect(await codeOf(create(bob, 'like', { page: 'a', tag: 'x' }))).toBe('accepted');
      expect(await codeOf(erase(bob, 'like', { page: 'a' }))).toBe(40_101);
      expect(await codeOf(erase(room.owner, 'like', { page: 'a', tag: 'x' }))).toBe(40_101);
      expect(await codeOf(erase(bob, 'like', { page: 'a', tag: 'x' }))).toBe('accepted');
      expect(await codeOf(erase(bob, 'like', { page: 7 }))).toBe(10_101);
      for (const data of [{}, { tag: 'x' }]) expect(await codeOf(erase(bob, 'like', data))).toBe(40_101);
      expect(await codeOf(erase(bob, 'like', { tag: 7 }))).toBe(10_101);
      expect(await codeOf(create(bob, 'like', { page: 'a' }))).toBe('accepted');
    }));

  it('has no id: it is not read, replaced (40101) or deleted by one (10404)', () =>
    withPreview(async (room) => {
      const { platform, alice } = room;
      const { create, find, remove, replace, erase, on } = await openPages(room);
      const id = await create(alice, 'like', { page: 'a' });
      expect(await find('like', id)).toBeUndefined();
      await expect(platform.getDocuments(on('like'))).rejects.toThrow('have no ids');
      const paged = { ...on('like'), where: [['page', '==', 'a']], startAfter: id } as const;
      await expect(platform.getDocuments(paged)).rejects.toThrow('have no ids');
      expect(await codeOf(remove(alice, 'like', id))).toBe(10_404);
      expect(await codeOf(replace(alice, 'like', id, { page: 'b' }))).toBe(40_101);
      expect(await codeOf(erase(alice, 'note', { page: 'a' }))).toBe(10_404);
      await create(alice, 'lasting', { page: 'a' });
      expect(await codeOf(erase(alice, 'lasting', { page: 'a' }))).toBe(10_404);
    }));

  it('is found as its index has it, with the payload of entries', () =>
    withPreview(async (room) => {
      const { platform, alice, bob } = room;
      const { create, on } = await openPages(room);
      const request = 'AQIDBA==';
      for (const by of [alice, bob]) await create(by, 'answer', { request, text: by });
      const found = await platform.getDocuments({ ...on('answer'), where: [['request', '==', request]] });
      expect(new Map(found.map(({ $ownerId, text }) => [$ownerId, text]))).toEqual(
        new Map([
          [alice, alice],
          [bob, bob],
        ]),
      );
      await create(alice, 'like', { page: 'a', tag: 'x' });
      const [byPage] = await platform.getDocuments({ ...on('like'), where: [['page', '==', 'a']] });
      expect(byPage).toMatchObject({ page: 'a', $ownerId: alice });
      expect(byPage).not.toHaveProperty('tag');
      const [byTag] = await platform.getDocuments({ ...on('like'), where: [['tag', '==', 'x']] });
      expect(byTag).toMatchObject({ page: 'a', tag: 'x' });
      expect(documentIdIn(byTag ?? {})).not.toBe(documentIdIn(byPage ?? {}));
    }));

  it('is deleted with the time of its creation, where its type has that', () =>
    withPreview(async (room) => {
      const { platform, clock, alice } = room;
      const { create, erase, on } = await openPages(room);
      await create(alice, 'visit', { page: 'a' });
      clock.set(T0 + HOUR);
      expect(await codeOf(erase(alice, 'visit', { page: 'a' }))).toBe(40_101);
      expect(await codeOf(erase(alice, 'visit', { page: 'a' }, { createdAt: T0 + HOUR }))).toBe(40_101);
      const timeRange = { field: '$createdAt', start: Math.floor(T0 / HOUR) * HOUR };
      const where = [['page', '==', 'a']] as const;
      const inHour = async () =>
        (await platform.getDocumentsCount({ ...on('visit'), timeRange, where })).count;
      expect(await inHour()).toBe(1n);
      await expect(platform.getDocuments({ ...on('visit'), timeRange })).rejects.toThrow('are in windows');
      expect(await codeOf(erase(alice, 'visit', { page: 'a' }, { createdAt: T0 }))).toBe('accepted');
      expect(await inHour()).toBe(0n);
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));
});

it('random creates and deletes leave the entries, counts and rankings that an oracle in memory has', async () => {
  const step = fc.record({
    by: fc.nat(2),
    isCreate: fc.boolean(),
    page: fc.constantFrom('a', 'b', 'c'),
    tag: fc.constantFrom(undefined, 'x', 'y'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) =>
      withPreview(async (room) => {
        const { platform, alice, bob, owner } = room;
        const { create, erase, on } = await openPages(room);
        const people = [owner, alice, bob];
        const likes = new Map<string, { by: string; page: string; tag: string | undefined }>();
        const found: unknown[] = [];
        const expected: unknown[] = [];
        for (const { by: number, isCreate, page, tag } of steps) {
          const by = people[number] ?? owner;
          const key = `${by} ${page}`;
          const known = likes.get(key);
          const data = { page, ...(tag !== undefined && { tag }) };
          if (isCreate) {
            expected.push(known === undefined ? 'accepted' : 40_105);
            found.push(await codeOf(create(by, 'like', data)));
            if (known === undefined) likes.set(key, { by, page, tag });
          } else {
            const isThere = known !== undefined && known.tag === tag;
            expected.push(isThere ? 'accepted' : 40_101);
            found.push(await codeOf(erase(by, 'like', data)));
            if (isThere) likes.delete(key);
          }
        }
        expect(found).toEqual(expected);
        const all = [...likes.values()];
        const like = on('like');
        for (const page of ['a', 'b', 'c']) {
          const where = [['page', '==', page]] as const;
          const likers = all.filter((one) => one.page === page).map(({ by }) => [by]);
          const documents = await platform.getDocuments({ ...like, where });
          expect(sorted(valuesOf(documents, '$ownerId'))).toEqual(sorted(likers));
          const { count } = await platform.getDocumentsCount({ ...like, where });
          expect(count).toBe(BigInt(likers.length));
        }
        for (const by of people) {
          const where = [
            ['$ownerId', '==', by],
            ['page', '>', 'a'],
          ] as const;
          const documents = await platform.getDocuments({
            ...like,
            where,
            orderBy: [['page', 'asc']],
            limit: 1,
          });
          const pages = all.filter((one) => one.by === by && one.page > 'a').map(({ page }) => [page]);
          expect(valuesOf(documents, 'page')).toEqual(sorted(pages).slice(0, 1));
        }
        for (const tag of ['x', 'y']) {
          const documents = await platform.getDocuments({ ...like, where: [['tag', '==', tag]] });
          const tagged = all.filter((one) => one.tag === tag).map(({ page, by }) => [page, by]);
          expect(sorted(valuesOf(documents, 'page', '$ownerId'))).toEqual(sorted(tagged));
        }
        const { groups } = await platform.getDocumentsRanking({
          ...like,
          by: 'count',
          groupBy: 'page',
          limit: 9,
        });
        const counts = ['a', 'b', 'c']
          .map((page) => ({ page, count: all.filter((one) => one.page === page).length }))
          .filter(({ count }) => count > 0)
          .toSorted((a, b) => b.count - a.count || (a.page > b.page ? -1 : 1));
        expect(groups.map(({ values, count }) => [values['page'], Number(count)])).toEqual(
          counts.map(({ page, count }) => [page, count]),
        );
        expect(await platform.verify()).toMatchObject({ ok: true });
      }),
    ),
    { numRuns: costlyRuns(12), seed: 1400 },
  );
});
