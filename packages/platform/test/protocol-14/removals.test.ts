import * as fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../src/base/bytes/identifier-order.js';
import type { DocumentJson } from '../../src/state/document/json-form.js';
import { removalKey } from '../../src/state/keys/removal-keys.js';
import { openLmdbStore } from '../../src/store/lmdb-store.js';
import { T0 } from '../platform-fixture.js';
import {
  codeOf,
  COUNT,
  ID,
  register,
  TEXT,
  typeOf,
  withPreview,
  writerOf,
  type PreviewRoom,
} from './preview-room.js';
import { costlyRuns } from '../../../../scripts/property-runs.js';

const HOUR = 3_600_000;
const WEEK = 604_800_000;

const ABILITIES = {
  delete: true,
  deleteWithin: 3600,
  deleteKeepsFields: ['title', '$createdAt'],
};

const TYPES = {
  post: typeOf(
    { title: TEXT, text: TEXT, label: TEXT, stars: COUNT },
    {
      required: ['$createdAt', '$updatedAt', 'title'],
      canBeDeleted: false,
      immutable: ['title', 'text'],
      moderatorAbilities: { ...ABILITIES, changeFields: ['label', 'stars'] },
      propertyConstraints: { few: { lessThan: ['stars', 10] } },
      indices: [
        { name: 'byTitle', properties: [{ title: 'asc' }], unique: true },
        { name: 'byLabel', properties: [{ label: 'asc' }] },
      ],
    },
  ),
  reply: typeOf({
    postId: {
      ...ID,
      refersTo: {
        type: 'moderatedDocument',
        documentType: 'post',
        where: { title: 'title' },
      },
    },
    title: TEXT,
  }),
  quote: typeOf({
    postId: { ...ID, refersTo: { type: 'moderatedDocument', documentType: 'post', where: { text: 'text' } } },
    text: TEXT,
  }),
  plain: typeOf({ text: TEXT }),
  fleeting: typeOf(
    { text: TEXT },
    {
      required: ['$createdAt'],
      ttl: 3600,
      moderatorAbilities: { delete: true, deleteRefundsOwner: true },
    },
  ),
  quiet: typeOf({ text: TEXT }, { moderatorAbilities: { delete: true, deleteKeepsRecord: false } }),
  fixed: typeOf(
    { label: TEXT },
    { documentsMutable: false, moderatorAbilities: { changeFields: ['label'] } },
  ),
  named: typeOf(
    { who: { ...ID, distinctFrom: '$ownerId' }, label: TEXT },
    { moderatorAbilities: { changeFields: ['who', 'label'] } },
  ),
  timed: typeOf(
    { label: TEXT },
    {
      required: ['$updatedAt'],
      moderatorAbilities: { changeFields: ['label'] },
      indices: [{ name: 'byTime', properties: [{ $ownerId: 'asc' }, { $updatedAt: 'asc' }], unique: true }],
    },
  ),
};

/** Registers the types; Alice moderates beside the owner, and Bob writes. */
async function openForum(room: PreviewRoom) {
  const { platform, alice, bob } = room;
  const moderators = { $type: 'appointedModerators', identities: [alice] };
  const config = {
    $formatVersion: '2',
    moderation: { banlist: true, moderators },
  };
  const contractId = await register(room, TYPES, { config });
  const writer = writerOf(room, contractId);
  const on = (by: string, documentType: string) => ({
    by,
    contractId,
    documentType,
  });
  return {
    contractId,
    ...writer,
    post: async (title: string, more: object = {}) => writer.create(bob, 'post', { title, ...more }),
    read: async (documentType: string, id: string): Promise<DocumentJson> => {
      const found = await writer.find(documentType, id);
      if (found === undefined) throw new RangeError(`no document ${id}`);
      return found;
    },
    erase: async (by: string, documentType: string, id: string, reason = '') =>
      platform.removeDocument({ ...on(by, documentType), id, reason }),
    restore: async (by: string, documentType: string, document: DocumentJson) =>
      platform.restoreDocument({ ...on(by, documentType), document }),
    change: async (documentType: string, id: string, fields: object) =>
      platform.changeDocumentFields({
        ...on(alice, documentType),
        id,
        fields: { ...fields },
      }),
    removals: async (documentType: string) =>
      platform.getContractDocumentRemovals({ contractId, documentType }),
  };
}

describe('a moderator deletes a document', () => {
  it('which its owner cannot delete, and whose record remains', () =>
    withPreview(async (room) => {
      const { platform, alice, bob } = room;
      const { post, erase, find, removals, remove } = await openForum(room);
      const id = await post('a', { text: 'b' });
      expect(await codeOf(remove(bob, 'post', id))).toBe(10_404);
      const record = {
        documentId: id,
        ownerId: bob,
        moderatorId: alice,
        reason: 'spam',
        time: T0,
        kept: { title: 'a', $createdAt: T0 },
      };
      expect(await erase(alice, 'post', id, 'spam')).toMatchObject(record);
      expect(await removals('post')).toEqual([{ ...record, restored: undefined }]);
      expect(await find('post', id)).toBeUndefined();
      expect(await codeOf(post('a'))).toBe('accepted');
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('within the time that its type gives (41116)', () =>
    withPreview(async (room) => {
      const { clock, alice, bob } = room;
      const { post, erase, replace } = await openForum(room);
      const [late, changed] = [await post('a'), await post('b')];
      clock.set(T0 + 1);
      await replace(bob, 'post', changed, { title: 'b' });
      clock.set(T0 + HOUR + 1);
      expect(await codeOf(erase(alice, 'post', late))).toBe(41_116);
      expect(await codeOf(erase(alice, 'post', changed))).toBe('accepted');
    }));

  it('of a type that has it (41115), as a moderator (41101), where it is there (40101), of nobody who moderates (41102)', () =>
    withPreview(async (room) => {
      const { alice, bob, owner } = room;
      const { create, post, erase } = await openForum(room);
      const [plain, id] = [await create(bob, 'plain', {}), await post('a')];
      expect(await codeOf(erase(alice, 'plain', plain))).toBe(41_115);
      expect(await codeOf(erase(bob, 'post', id))).toBe(41_101);
      expect(await codeOf(erase(alice, 'post', plain))).toBe(40_101);
      expect(await codeOf(erase(alice, 'nothing', plain))).toBe(10_406);
      const own = await create(owner, 'post', { title: 'b' });
      expect(await codeOf(erase(alice, 'post', own))).toBe(41_102);
      expect(await codeOf(erase(alice, 'post', id, 'é'.repeat(513)))).toBe(10_903);
    }));

  it('and its owner gets the storage back only where the type says so', () =>
    withPreview(async (room) => {
      const { platform, alice, bob } = room;
      const { create, post, erase } = await openForum(room);
      const balance = async () => (await platform.getIdentity({ id: bob }))?.balance ?? 0n;
      const [kept, refunded] = [await post('a'), await create(bob, 'fleeting', { text: 'a' })];
      const before = await balance();
      await erase(alice, 'post', kept);
      expect(await balance()).toBe(before);
      await erase(alice, 'fleeting', refunded);
      expect(await balance()).toBeGreaterThan(before);
    }));

  it('whose entropy gives no other document its id, as records are never deleted', () =>
    withPreview(async (room) => {
      const { platform, clock, alice, bob } = room;
      const { create, post, erase, restore, read, removals } = await openForum(room);
      const entropy = new Uint8Array(32).fill(7);
      const again = async (documentType: string) => create(bob, documentType, { title: 'b' }, { entropy });
      const removed = await again('post');
      await erase(alice, 'post', removed, 'first');
      const rejected = `entropy: it gives the id ${removed}, and moderators have deleted a document of this id`;
      await expect(again('post')).rejects.toThrow(rejected);
      expect(await removals('post')).toMatchObject([{ documentId: removed, reason: 'first' }]);
      expect(await codeOf(post('b'))).toBe('accepted');
      expect(await platform.verify()).toMatchObject({ ok: true });
      const fleeting = await create(bob, 'fleeting', {}, { entropy });
      const stored = await read('fleeting', fleeting);
      await erase(alice, 'fleeting', fleeting);
      await restore(alice, 'fleeting', stored);
      await expect(create(bob, 'fleeting', {}, { entropy })).rejects.toThrow('already');
      clock.set(T0 + HOUR);
      await platform.mineBlock();
      await expect(create(bob, 'fleeting', {}, { entropy })).rejects.toThrow('moderators have deleted');
    }));

  it('without a record where the type keeps none', () =>
    withPreview(async (room) => {
      const { alice, bob } = room;
      const { create, read, erase, restore, removals } = await openForum(room);
      const id = await create(bob, 'quiet', { text: 'a' });
      const document = await read('quiet', id);
      await erase(alice, 'quiet', id);
      expect(await removals('quiet')).toEqual([]);
      expect(await codeOf(restore(alice, 'quiet', document))).toBe(41_119);
    }));
});

it('a reference to a deleted document goes on to its record, which has only what it keeps (40145)', () =>
  withPreview(async (room) => {
    const { alice, bob } = room;
    const { create, post, erase } = await openForum(room);
    const postId = await post('a', { text: 'b' });
    await erase(alice, 'post', postId);
    expect(await codeOf(create(bob, 'reply', { postId, title: 'a' }))).toBe('accepted');
    expect(await codeOf(create(bob, 'reply', { postId, title: 'b' }))).toBe(40_127);
    expect(await codeOf(create(bob, 'reply', { postId: bob, title: 'a' }))).toBe(40_120);
    expect(await codeOf(create(bob, 'quote', { postId, text: 'b' }))).toBe(40_145);
  }));

describe('a moderator restores a document', () => {
  it('as it was, once (41122)', () =>
    withPreview(async (room) => {
      const { platform, clock, alice } = room;
      const { post, read, erase, restore, removals } = await openForum(room);
      const id = await post('a', { text: 'b' });
      const document = await read('post', id);
      await erase(alice, 'post', id);
      clock.set(T0 + 5);
      expect(await restore(alice, 'post', document)).toMatchObject({
        document,
      });
      expect(await read('post', id)).toEqual(document);
      expect(await removals('post')).toMatchObject([{ restored: { moderatorId: alice, time: T0 + 5 } }]);
      expect(await codeOf(restore(alice, 'post', document))).toBe(41_122);
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('that was deleted (41119) in the last week (41120), unchanged (41121), as a moderator (41101)', () =>
    withPreview(async (room) => {
      const { clock, alice, bob } = room;
      const { post, read, erase, restore } = await openForum(room);
      const id = await post('a');
      const document = await read('post', id);
      expect(await codeOf(restore(alice, 'post', document))).toBe(41_119);
      await erase(alice, 'post', id);
      expect(await codeOf(restore(alice, 'post', { ...document, title: 'b' }))).toBe(41_121);
      expect(await codeOf(restore(bob, 'post', document))).toBe(41_101);
      clock.set(T0 + WEEK + 1);
      expect(await codeOf(restore(alice, 'post', document))).toBe(41_120);
    }));

  it('whose unique values are free (40105), and which has not expired (40140)', () =>
    withPreview(async (room) => {
      const { clock, alice, bob } = room;
      const { create, post, read, erase, restore } = await openForum(room);
      const [id, fleeting] = [await post('a'), await create(bob, 'fleeting', { text: 'a' })];
      const documents = [await read('post', id), await read('fleeting', fleeting)] as const;
      await erase(alice, 'post', id);
      await erase(alice, 'fleeting', fleeting);
      await post('a');
      expect(await codeOf(restore(alice, 'post', documents[0]))).toBe(40_105);
      clock.set(T0 + HOUR);
      expect(await codeOf(restore(alice, 'fleeting', documents[1]))).toBe(40_140);
    }));
});

describe('a moderator changes fields of a document', () => {
  it('and nothing else: the revision rises, and the times stay', () =>
    withPreview(async (room) => {
      const { platform, clock, alice, bob, owner } = room;
      const { contractId, create, post, read, change } = await openForum(room);
      const [id, fixed] = [await post('a', { text: 'b' }), await create(bob, 'fixed', {})];
      const before = await read('post', id);
      clock.set(T0 + 7);
      const moderated = {
        $revision: 2,
        $moderatedAt: T0 + 7,
        $moderatedBy: alice,
      };
      expect((await change('post', id, { label: 'x' })).document).toEqual({
        ...before,
        ...moderated,
        label: 'x',
      });
      expect((await change('fixed', fixed, { label: 'x' })).document).toMatchObject(moderated);
      expect((await change('post', id, { label: null, stars: 2 })).document).not.toHaveProperty('label');
      const where = [['label', '==', 'x']] as const;
      expect(await platform.getDocuments({ contractId, documentType: 'post', where })).toEqual([]);
      expect(await codeOf(create(bob, 'post', { title: 'c', label: 'x' }))).toBe(41_124);
      expect(await codeOf(create(owner, 'post', { title: 'c', label: 'x' }))).toBe('accepted');
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('that stay distinct from the owner (10419)', () =>
    withPreview(async (room) => {
      const { alice, bob } = room;
      const { create, change } = await openForum(room);
      const id = await create(bob, 'named', {});
      expect(await codeOf(change('named', id, { who: bob }))).toBe(10_419);
      expect((await change('named', id, { who: alice, label: 'x' })).document).toMatchObject({ who: alice });
    }));

  it('whose time a unique index has', () =>
    withPreview(async (room) => {
      const { platform, alice, bob } = room;
      const { create, change } = await openForum(room);
      const id = await create(bob, 'timed', {});
      expect((await change('timed', id, { label: 'x' })).document).toMatchObject({
        label: 'x',
        $moderatedBy: alice,
        $updatedAt: T0,
      });
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('that its type lists (41123), that differ (10905), and that fit its schema and rules (10101, 10422)', () =>
    withPreview(async (room) => {
      const { platform, bob } = room;
      const { contractId, post, change } = await openForum(room);
      const id = await post('a');
      expect(await codeOf(change('post', id, {}))).toBe(10_905);
      expect(await codeOf(change('post', id, { $ownerId: bob }))).toBe(10_905);
      expect(await codeOf(change('post', id, { title: 'b' }))).toBe(41_123);
      expect(await codeOf(change('post', bob, { label: 'b' }))).toBe(40_101);
      expect(await codeOf(change('post', id, { label: 7 }))).toBe(10_101);
      expect(await codeOf(change('post', id, { stars: 10 }))).toBe(10_422);
      await change('post', id, { stars: 9 });
      expect(await codeOf(change('post', id, { stars: 9 }))).toBe(10_905);
      const by = {
        by: bob,
        contractId,
        documentType: 'post',
        id,
        fields: { stars: 1 },
      };
      expect(await codeOf(platform.changeDocumentFields(by))).toBe(41_101);
    }));
});

it('records are taken back by a revert, kept by an export, and checked by verify', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-removals-'));
  const store = openLmdbStore({ path: join(folder, 'state') });
  await withPreview(
    async (room) => {
      const { platform, alice } = room;
      const { contractId, post, erase, removals } = await openForum(room);
      const [id, other] = [await post('a'), await post('b')];
      const { id: snapshot } = await platform.snapshot();
      await erase(alice, 'post', id);
      const file = await platform.exportState();
      await platform.revert({ id: snapshot });
      expect(await removals('post')).toEqual([]);
      await platform.importState(file);
      expect(await removals('post')).toMatchObject([{ documentId: id }]);
      expect(await platform.verify()).toMatchObject({ ok: true });
      const location = {
        contractId: bytesOf(contractId),
        documentType: 'post',
      };
      const [right, wrong] = [id, other].map((one) => Uint8Array.from(removalKey(location, bytesOf(one))));
      await store.write(async (view) => {
        const record = await view.get(right ?? new Uint8Array());
        view.put(wrong ?? new Uint8Array(), record ?? new Uint8Array());
      });
      expect(await platform.verify()).toMatchObject({
        ok: false,
        entries: [{ kind: 'moderation', key: wrong }],
      });
    },
    { store },
  );
  rmSync(folder, { recursive: true, force: true });
});

it('a damaged record is named where it is read, and its id stays taken', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-removals-'));
  const store = openLmdbStore({ path: join(folder, 'state') });
  await withPreview(
    async (room) => {
      const { alice, bob } = room;
      const { contractId, create, read, erase, restore, removals } = await openForum(room);
      const entropy = new Uint8Array(32).fill(7);
      const id = await create(bob, 'post', { title: 'a' }, { entropy });
      const document = await read('post', id);
      await erase(alice, 'post', id);
      const location = { contractId: bytesOf(contractId), documentType: 'post' };
      await store.write(async (view) =>
        Promise.resolve(view.put(removalKey(location, bytesOf(id)), Uint8Array.of(9))),
      );
      const damaged = `the record of the deleted document ${id} of type "post" is damaged: verify the store`;
      await expect(removals('post')).rejects.toThrow(damaged);
      await expect(restore(alice, 'post', document)).rejects.toThrow(damaged);
      await expect(create(bob, 'reply', { postId: id, title: 'a' })).rejects.toThrow(damaged);
      await expect(create(bob, 'post', { title: 'a' }, { entropy })).rejects.toThrow(
        'moderators have deleted',
      );
    },
    { store },
  );
  rmSync(folder, { recursive: true, force: true });
});

it('records go with their contract', () =>
  withPreview(async (room) => {
    const { platform, owner, bob } = room;
    const moderation = { banlist: true, moderators: { $type: 'contractOwner' } };
    const config = { $formatVersion: '2', canBeDeleted: true, moderation };
    const contractId = await register(
      room,
      { quiet: typeOf({ text: TEXT }, { moderatorAbilities: { delete: true } }) },
      { config },
    );
    const id = await writerOf(room, contractId).create(bob, 'quiet', { text: 'a' });
    await platform.removeDocument({ by: owner, contractId, documentType: 'quiet', id });
    await platform.deleteContract({ by: owner, contractId });
    expect(await platform.verify()).toMatchObject({ ok: true });
  }));

const byId = (documents: readonly DocumentJson[]) => new Map(documents.map((one) => [one['$id'], one]));

/** One of the steps of a random history of posts: they are named by the number of their title. */
const step = fc.record({
  action: fc.constantFrom('create', 'erase', 'restore', 'change', 'replace'),
  post: fc.nat(3),
  value: fc.nat(9),
});

it('random deletions, restores and changes leave what a map of the documents says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) =>
      withPreview(async (room) => {
        const { platform, alice, bob, owner } = room;
        const { contractId, create, read, erase, restore, change, replace, removals } = await openForum(room);
        const ids = new Map<number, string>();
        const stored = new Map<string, DocumentJson>();
        const deleted = new Map<string, { document: DocumentJson; isRestored: boolean }>();
        const codes: unknown[] = [];
        const expected: unknown[] = [];
        const run = async (code: number | 'accepted', work: Promise<unknown>) => {
          expected.push(code);
          codes.push(await codeOf(work));
          return code === 'accepted';
        };
        for (const { action, post, value } of steps) {
          const title = `${post}`;
          const id = ids.get(post);
          if (id === undefined) {
            const made = action === 'create' ? await create(bob, 'post', { title }) : undefined;
            if (made === undefined) continue;
            ids.set(post, made);
            stored.set(made, await read('post', made));
            continue;
          }
          const document = stored.get(id);
          const known = deleted.get(id);
          const gone = document === undefined ? 40_101 : 'accepted';
          switch (action) {
            case 'erase':
              await run(gone, erase(owner, 'post', id));
              if (document !== undefined) deleted.set(id, { document, isRestored: false });
              stored.delete(id);
              break;
            case 'restore': {
              const sent = known?.document ?? document ?? {};
              const code = known === undefined ? 41_119 : known.isRestored ? 41_122 : 'accepted';
              if (!(await run(code, restore(alice, 'post', sent)))) break;
              stored.set(id, sent);
              deleted.set(id, { document: sent, isRestored: true });
              break;
            }
            case 'change': {
              const code = document?.['stars'] === value ? 10_905 : gone;
              if (!(await run(code, change('post', id, { stars: value })))) break;
              const { $revision = 0, $moderatedAt = 0, $moderatedBy = '' } = await read('post', id);
              stored.set(id, { ...document, stars: value, $revision, $moderatedAt, $moderatedBy });
              break;
            }
            default: {
              const { stars } = document ?? {};
              const data = { title, ...(stars !== undefined && { stars }) };
              if (await run(gone, replace(bob, 'post', id, data))) stored.set(id, await read('post', id));
            }
          }
        }
        expect(codes).toEqual(expected);
        const orderBy = [['title', 'asc']] as const;
        const all = await platform.getDocuments({ contractId, documentType: 'post', orderBy });
        expect(byId(all)).toEqual(byId([...stored.values()]));
        const records = await removals('post');
        expect(
          new Map(records.map(({ documentId, restored }) => [documentId, restored !== undefined])),
        ).toEqual(new Map([...deleted].map(([id, { isRestored }]) => [id, isRestored])));
        expect(await platform.verify()).toMatchObject({ ok: true });
      }),
    ),
    { numRuns: costlyRuns(15), seed: 14 },
  );
});
