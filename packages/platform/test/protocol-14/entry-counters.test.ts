import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Platform } from '../../src/api/platform.js';
import { T0 } from '../platform-fixture.js';
import { codeOf, ID, register, typeOf, withPreview, writerOf, type PreviewRoom } from './preview-room.js';

const HOUR = 3_600_000;
/** The start of the window of the first block. */
const START = T0 - (T0 % HOUR);
const TAG = { type: 'string', minLength: 1, maxLength: 59 };

/** Likes of posts: an entry each by post, a counter for each post by author and by tag, and windows that deletes leave as they are. */
const typesOf = (preallocated: boolean) => ({
  post: typeOf(
    { tag: TAG },
    {
      documentsMutable: false,
      canBeDeleted: false,
      indices: [{ name: 'byTag', properties: [{ tag: 'asc' }] }],
    },
  ),
  like: typeOf(
    {
      postId: {
        ...ID,
        refersTo: {
          type: 'permanentDocument',
          documentType: 'post',
          where: { tag: 'tag', $ownerId: 'postAuthor' },
        },
      },
      tag: TAG,
      postAuthor: ID,
    },
    {
      indexOnly: true,
      documentsMutable: false,
      required: ['postId', 'postAuthor', '$createdAt'],
      indices: [
        { name: 'byPost', properties: [{ postId: 'asc' }], countable: true },
        {
          name: 'byTag',
          properties: [{ tag: 'asc' }, { postId: 'asc' }],
          skipIfAbsent: ['tag'],
          rangeCountable: true,
          preallocated,
        },
        {
          name: 'byAuthorPost',
          properties: [{ postAuthor: 'asc' }, { postId: 'asc' }],
          summableOffCountIndex: 'byPost',
          rangeCountable: true,
          rangeSummable: true,
          rankedSummable: { at: ['postAuthor', 'postId'] },
          rankedAverageable: { at: ['postAuthor'] },
          preallocated,
        },
        {
          name: 'trend',
          properties: [{ $createdAt: 'asc' }, { postId: 'asc' }],
          timeRange: { on: '$createdAt', range: 3600, step: 3600, ttl: 7200 },
          countable: true,
          outlivesDelete: true,
        },
      ],
    },
  ),
});

type Ranking = Omit<Parameters<Platform['getDocumentsRanking']>[0], 'contractId' | 'documentType' | 'limit'>;
type Counting = Omit<Parameters<Platform['getDocumentsCount']>[0], 'contractId' | 'documentType'>;

const equal = (field: string, value: string) => [field, '==', value] as const;

async function openLikes(room: PreviewRoom, preallocated = true) {
  const { platform } = room;
  const contractId = await register(room, typesOf(preallocated));
  const like = { contractId, documentType: 'like' };
  const { create } = writerOf(room, contractId);
  const count = async (query: Counting) =>
    (await platform.getDocumentsCount({ ...like, ...query })).count ?? 0n;
  const likesBy = async (field: string, value: string) => {
    const { groups = [] } = await platform.getDocumentsCount({
      ...like,
      where: [equal(field, value), ['postId', '>', '1'.repeat(32)]],
      groupBy: ['postId'],
    });
    return new Map(groups.map(({ values, count: likes }) => [values['postId'], likes]));
  };
  return {
    like,
    post: async (by: string, tag?: string) => create(by, 'post', tag === undefined ? {} : { tag }),
    add: async (by: string, data: Readonly<Record<string, unknown>>) => codeOf(create(by, 'like', data)),
    remove: async (by: string, data: Readonly<Record<string, unknown>>, more: object = {}) =>
      codeOf(platform.deleteIndexOnlyDocument({ by, ...like, data, ...more })),
    ofPost: async (author: string, postId: string) =>
      count({
        where: [equal('postAuthor', author), equal('postId', postId)],
      }),
    inWindow: async (postId: string, start: number) =>
      count({
        timeRange: { field: '$createdAt', start },
        where: [equal('postId', postId)],
      }),
    ranking: async (query: Ranking) =>
      (await platform.getDocumentsRanking({ ...like, limit: 100, ...query })).groups,
    postsOf: async (author: string) => likesBy('postAuthor', author),
    postsWith: async (tag: string) => likesBy('tag', tag),
  };
}

describe('an index that counts the entries of another one', () => {
  it('has the likes of each post as counts, as sums by the name of the index, and ranked', () =>
    withPreview(async (room) => {
      const { platform, owner, alice, bob } = room;
      const { like, post, add, remove, ofPost, ranking, postsOf, postsWith } = await openLikes(room);
      const [first, second] = [await post(alice), await post(alice, 'dash')];
      const other = await post(bob);
      expect(await postsOf(alice)).toEqual(
        new Map([
          [first, 0n],
          [second, 0n],
        ]),
      );
      expect(await postsWith('dash')).toEqual(new Map([[second, 0n]]));
      const ofSecond = { postId: second, tag: 'dash', postAuthor: alice };
      for (const by of [alice, bob, owner]) expect(await add(by, ofSecond)).toBe('accepted');
      expect(await add(owner, { postId: other, postAuthor: bob })).toBe('accepted');
      expect(await postsWith('dash')).toEqual(new Map([[second, 3n]]));
      expect(await add(bob, ofSecond)).toBe(40_105);
      expect([await ofPost(alice, first), await ofPost(alice, second)]).toEqual([0n, 3n]);
      const ofAlice = { ...like, where: [equal('postAuthor', alice)] };
      expect(await platform.getDocumentsCount(ofAlice)).toEqual({ count: 3n });
      expect(await platform.getDocumentsAverage({ ...ofAlice, property: 'byPost' })).toEqual({
        count: 2n,
        sum: 3n,
        average: 1.5,
      });
      await expect(
        platform.getDocumentsCount({ ...like, where: [equal('postId', second), equal('tag', 'x')] }),
      ).resolves.toEqual({ count: 0n });
      const total = {
        ...like,
        property: 'byPost',
        where: [equal('postAuthor', alice), equal('postId', second)],
      };
      expect(await platform.getDocumentsSum(total)).toEqual({
        sum: 3n,
      });
      expect(await ranking({ by: 'count', groupBy: 'postAuthor' })).toMatchObject([
        { values: { postAuthor: alice }, count: 3n },
        { values: { postAuthor: bob }, count: 1n },
      ]);
      expect(
        await ranking({
          by: 'sum',
          property: 'byPost',
          groupBy: 'postAuthor',
          direction: 'asc',
        }),
      ).toMatchObject([{ sum: 1n }, { sum: 3n }]);
      expect(
        await ranking({
          by: 'average',
          property: 'byPost',
          groupBy: 'postAuthor',
        }),
      ).toMatchObject([
        { values: { postAuthor: alice }, count: 2n, sum: 3n },
        { values: { postAuthor: bob }, count: 1n, sum: 1n },
      ]);
      for (const by of [alice, bob, owner]) expect(await remove(by, ofSecond)).toBe('accepted');
      expect(await postsOf(alice)).toEqual(
        new Map([
          [first, 0n],
          [second, 0n],
        ]),
      );
      const found = platform.getDocuments({
        ...like,
        where: [equal('postAuthor', alice)],
      });
      await expect(found).rejects.toThrow('no index covers');
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('loses a group with its last entry where it is not made beforehand', () =>
    withPreview(async (room) => {
      const { platform, alice, bob } = room;
      const { post, add, remove, postsOf } = await openLikes(room, false);
      const postId = await post(alice);
      expect(await postsOf(alice)).toEqual(new Map());
      await add(bob, { postId, postAuthor: alice });
      expect(await postsOf(alice)).toEqual(new Map([[postId, 1n]]));
      await remove(bob, { postId, postAuthor: alice });
      expect(await postsOf(alice)).toEqual(new Map());
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));
});

describe('an index whose entries outlive a delete', () => {
  it('counts a deleted document until its window goes, and one that comes again once', () =>
    withPreview(async (room) => {
      const { platform, alice, bob, owner } = room;
      const { like, post, add, remove, inWindow } = await openLikes(room);
      const postId = await post(alice);
      const data = { postId, postAuthor: alice };
      await add(bob, data);
      expect(await remove(bob, data, { createdAt: T0 })).toBe(10_404);
      expect(await remove(bob, data)).toBe('accepted');
      expect(await inWindow(postId, START)).toBe(1n);
      expect(await platform.verify()).toMatchObject({ ok: true });
      expect(await add(bob, data)).toBe('accepted');
      expect(await add(owner, data)).toBe('accepted');
      expect(await inWindow(postId, START)).toBe(2n);
      expect(await add(bob, data)).toBe(40_105);
      expect(await remove(bob, data)).toBe('accepted');
      const ofWindow = {
        ...like,
        timeRange: { field: '$createdAt', start: START },
        where: [equal('postId', postId)],
      };
      await expect(platform.getDocuments(ofWindow)).rejects.toThrow('are in windows');
      await platform.advanceTime({ milliseconds: HOUR });
      expect(await add(bob, data)).toBe('accepted');
      expect([await inWindow(postId, START), await inWindow(postId, START + HOUR)]).toEqual([2n, 1n]);
      expect(await platform.verify()).toMatchObject({ ok: true });
      await platform.advanceTime({ milliseconds: HOUR });
      await expect(inWindow(postId, START)).rejects.toThrow('timeRange.start');
      await remove(owner, data);
      expect(await inWindow(postId, START + HOUR)).toBe(1n);
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));
});

it('counters and windows are as a list of likes has them, whatever comes and goes', async () => {
  const action = fc.record({
    kind: fc.constantFrom('like', 'like', 'unlike', 'post', 'hour'),
    by: fc.nat(2),
    post: fc.nat(5),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 24 }), fc.boolean(), (actions, preallocated) =>
      withPreview(async (room) => {
        const users = [room.owner, room.alice, room.bob] as const;
        const { post, add, remove, ofPost, inWindow, ranking } = await openLikes(room, preallocated);
        const posts: {
          readonly id: string;
          readonly author: string;
          readonly tag: string | undefined;
        }[] = [];
        const likes = new Set<string>();
        const seen = new Set<string>();
        const outcomes: (readonly [found: unknown, expected: unknown])[] = [];
        let time = START;
        for (const { kind, by, post: at } of actions) {
          const user = users[by] ?? room.owner;
          const target = posts[at % Math.max(posts.length, 1)];
          if (kind === 'hour') {
            await room.platform.advanceTime({ milliseconds: HOUR });
            time += HOUR;
          } else if (kind === 'post' || target === undefined) {
            const tag = at % 2 === 0 ? undefined : `tag ${at}`;
            posts.push({ id: await post(user, tag), author: user, tag });
          } else {
            const { id: postId, author: postAuthor, tag } = target;
            const data = {
              postId,
              postAuthor,
              ...(tag !== undefined && { tag }),
            };
            const name = `${user} ${postId}`;
            const isThere = likes.has(name);
            if (kind === 'like') {
              outcomes.push([await add(user, data), isThere ? 40_105 : 'accepted']);
              likes.add(name);
              if (!isThere) seen.add(`${name} ${time}`);
            } else {
              outcomes.push([await remove(user, data), isThere ? 'accepted' : 40_101]);
              likes.delete(name);
            }
          }
        }
        expect(outcomes.map(([found]) => found)).toEqual(outcomes.map(([, expected]) => expected));
        const likesOf = (id: string) => BigInt([...likes].filter((name) => name.endsWith(id)).length);
        for (const { id, author } of posts) {
          expect(await ofPost(author, id)).toBe(likesOf(id));
          const now = users.filter((user) => seen.has(`${user} ${id} ${time}`)).length;
          expect(await inWindow(id, time)).toBe(BigInt(now));
        }
        const ranked = new Map(
          (await ranking({ by: 'count', groupBy: 'postAuthor' })).map(({ values, count }) => [
            values['postAuthor'],
            count,
          ]),
        );
        for (const author of users) {
          const own = posts.filter((one) => one.author === author);
          const sum = own.reduce((total, { id }) => total + likesOf(id), 0n);
          const isListed = preallocated ? own.length > 0 : sum > 0n;
          expect(ranked.get(author)).toBe(isListed ? sum : undefined);
        }
        expect(await room.platform.verify()).toMatchObject({ ok: true });
      }),
    ),
    { numRuns: 12, seed: 14 },
  );
});
