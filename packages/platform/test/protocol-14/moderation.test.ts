import { describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserAction } from '../../src/execution/moderation-transition/moderate-user.js';
import { moderatedUserKey } from '../../src/state/moderation/moderation-keys.js';
import { bytesOf } from '../../src/base/bytes/identifier-order.js';
import { openLmdbStore } from '../../src/store/lmdb-store.js';
import { T0 } from '../platform-fixture.js';
import { codeOf, register, TEXT, typeOf, withPreview, writerOf, type PreviewRoom } from './preview-room.js';

const NOBODY = '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF';

const POST = {
  post: typeOf(
    { text: TEXT, isRetracted: { type: 'boolean' } },
    { transferable: 1, tradeMode: 1, retractedWhen: { equal: ['isRetracted', 1] } },
  ),
};

const moderation = (members: object) => ({ config: { $formatVersion: '2', moderation: members } });

/** Registers posts whose contract keeps all lists; Alice is an appointed moderator. */
async function openForum(room: PreviewRoom) {
  const { platform, alice } = room;
  const lists = { banlist: true, suspensions: true, warnings: true };
  const moderators = { $type: 'appointedModerators', identities: [alice] };
  const contractId = await register(room, POST, moderation({ ...lists, moderators }));
  const moderate = async (by: string, action: UserAction, identityId: string, more: object = {}) =>
    platform.moderateUser({ by, contractId, action, identityId, ...more });
  return { contractId, moderate, ...writerOf(room, contractId) };
}

describe('a moderator', () => {
  it('bans an identity, which writes nothing any more but deletes and retracts (41107)', () =>
    withPreview(async (room) => {
      const { platform, alice, bob, owner } = room;
      const { contractId, moderate, create, replace, remove } = await openForum(room);
      const on = { by: bob, contractId, documentType: 'post' };
      const [kept, retracted, sold] = [
        await create(bob, 'post', { text: 'a' }),
        await create(bob, 'post', { text: 'b' }),
        await create(alice, 'post', { text: 'c' }),
      ];
      await platform.updateDocumentPrice({ ...on, by: alice, id: sold, price: 5n });
      expect(await moderate(alice, 'ban', bob, { reason: 'spam' })).toMatchObject({
        ban: { moderatorId: alice, reason: 'spam', time: T0 },
      });
      expect(await codeOf(create(bob, 'post', { text: 'd' }))).toBe(41_107);
      expect(await codeOf(replace(bob, 'post', kept, { text: 'e' }))).toBe(41_107);
      expect(await codeOf(platform.transferDocument({ ...on, id: kept, recipientId: alice }))).toBe(41_107);
      expect(await codeOf(platform.updateDocumentPrice({ ...on, id: kept, price: 5n }))).toBe(41_107);
      expect(await codeOf(platform.purchaseDocument({ ...on, id: sold, price: 5n }))).toBe(41_107);
      // The ban comes before what the state says of the document.
      expect(await codeOf(replace(bob, 'post', sold, { text: 'e' }))).toBe(41_107);
      expect(await codeOf(replace(bob, 'post', contractId, { text: 'e' }))).toBe(41_107);
      expect(await codeOf(remove(bob, 'post', sold))).toBe(40_102);
      expect(await codeOf(create(bob, 'post', { text: 5 }))).toBe(10_101);
      expect(await codeOf(replace(bob, 'post', retracted, { isRetracted: true }))).toBe('accepted');
      expect(await codeOf(remove(bob, 'post', kept))).toBe('accepted');
      expect(await codeOf(moderate(owner, 'ban', bob))).toBe(41_103);
      await moderate(owner, 'unban', bob);
      expect(await codeOf(create(bob, 'post', { text: 'd' }))).toBe('accepted');
      expect(await codeOf(moderate(owner, 'unban', bob))).toBe(41_104);
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('suspends an identity until a time (41108), and lifts that', () =>
    withPreview(async (room) => {
      const { platform, alice, bob } = room;
      const { moderate, create } = await openForum(room);
      expect(await codeOf(moderate(alice, 'suspend', bob, { until: T0 }))).toBe(41_106);
      expect(await codeOf(moderate(alice, 'lift', bob))).toBe(41_105);
      await moderate(alice, 'suspend', bob, { until: T0 + 1000 });
      expect(await codeOf(create(bob, 'post', { text: 'a' }))).toBe(41_108);
      await platform.advanceTime({ milliseconds: 1000 });
      expect(await codeOf(create(bob, 'post', { text: 'a' }))).toBe('accepted');
      await moderate(alice, 'suspend', bob, { until: T0 + 5000 });
      await moderate(alice, 'lift', bob);
      expect(await codeOf(create(bob, 'post', { text: 'b' }))).toBe('accepted');
    }));

  it('warns an identity at most 16 times (41118), and removes a warning (41117)', () =>
    withPreview(async (room) => {
      const { platform, alice, bob } = room;
      const { contractId, moderate } = await openForum(room);
      expect(await codeOf(moderate(alice, 'removeWarning', bob))).toBe(41_117);
      for (let made = 0; made < 16; made += 1) await moderate(alice, 'warn', bob, { reason: `${made}` });
      expect(await codeOf(moderate(alice, 'warn', bob))).toBe(41_118);
      await moderate(alice, 'removeWarning', bob, { warning: 3 });
      const { warnings } = await platform.getModeratedUser({ contractId, identityId: bob });
      expect(warnings.map(({ reason }) => reason)).not.toContain('3');
      expect(warnings).toHaveLength(15);
    }));

  it('bars who gives and takes documents of others: 41114', () =>
    withPreview(async (room) => {
      const { platform, alice, bob, owner } = room;
      const { contractId, moderate, create } = await openForum(room);
      const on = { contractId, documentType: 'post' };
      const [given, sold] = [await create(alice, 'post', {}), await create(bob, 'post', {})];
      await platform.updateDocumentPrice({ ...on, by: bob, id: sold, price: 5n });
      await moderate(alice, 'ban', bob);
      expect(await codeOf(platform.transferDocument({ ...on, by: alice, id: given, recipientId: bob }))).toBe(
        41_114,
      );
      expect(await codeOf(platform.purchaseDocument({ ...on, by: owner, id: sold, price: 5n }))).toBe(41_114);
    }));

  it('is the owner or an appointed identity, moderates no moderator, and only by lists that are kept', () =>
    withPreview(async (room) => {
      const { platform, owner, alice, bob } = room;
      const { moderate } = await openForum(room);
      const { id: carol } = await platform.createIdentity({ credits: 10n ** 13n });
      expect(await codeOf(moderate(bob, 'ban', carol))).toBe(41_101);
      expect(await codeOf(moderate(alice, 'ban', owner))).toBe(41_102);
      expect(await codeOf(moderate(owner, 'ban', alice))).toBe(41_102);
      expect(await codeOf(moderate(alice, 'ban', alice))).toBe(10_901);
      expect(await codeOf(moderate(alice, 'ban', NOBODY))).toBe(41_109);
      expect(await codeOf(moderate(alice, 'ban', bob, { reason: 'é'.repeat(513) }))).toBe(10_903);
      const contractId = await register(
        room,
        POST,
        moderation({ banlist: true, moderators: { $type: 'contractOwner' } }),
      );
      const warn = platform.moderateUser({ by: owner, contractId, action: 'warn', identityId: bob });
      expect(await codeOf(warn)).toBe(41_100);
    }));

  it('exists where a contract appoints it: 41110', () =>
    withPreview(async (room) => {
      const moderators = { $type: 'appointedModerators', identities: [NOBODY] };
      expect(await codeOf(register(room, POST, moderation({ banlist: true, moderators })))).toBe(41_110);
    }));

  it('leaves statements that a revert takes back, an export keeps and verify checks', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dapikit-moderation-'));
    const store = openLmdbStore({ path: join(folder, 'state') });
    await withPreview(
      async (room) => {
        const { platform, alice, bob } = room;
        const { contractId, moderate } = await openForum(room);
        const said = async () => platform.getModeratedUser({ contractId, identityId: bob });
        const { id } = await platform.snapshot();
        await moderate(alice, 'ban', bob);
        const file = await platform.exportState();
        await platform.revert({ id });
        expect(await said()).toEqual({ ban: undefined, suspension: undefined, warnings: [] });
        await platform.importState(file);
        expect(await said()).toMatchObject({ ban: { moderatorId: alice } });
        expect(await platform.verify()).toMatchObject({ ok: true });
        const key = Uint8Array.from(moderatedUserKey(bytesOf(contractId), bytesOf(NOBODY)));
        await store.write(async (view) => Promise.resolve(view.put(key, Buffer.from('{"warnings":[]}'))));
        expect(await platform.verify()).toMatchObject({ ok: false, entries: [{ kind: 'moderation', key }] });
      },
      { store },
    );
    rmSync(folder, { recursive: true, force: true });
  });
});
