import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesOf } from '../../src/base/bytes/identifier-order.js';
import { FEE_POT_FORM, feePotKey } from '../../src/state/moderation/fee-pots.js';
import { openLmdbStore } from '../../src/store/lmdb-store.js';
import { codeOf, register, TEXT, typeOf, withPreview, writerOf, type PreviewRoom } from './preview-room.js';

const FEES = { create: { owner: 1000, moderators: 501 }, delete: { moderators: 7 } };
const AGREED = {
  owner: 1000,
  moderators: 501,
  feeMultiplier: { knownPermille: 1000, increaseTolerancePercent: 0 },
};
const DELETED = { ...AGREED, owner: 0, moderators: 7 };

const EPOCH = 10 * 86_400_000;

const TYPES = {
  post: typeOf({ text: TEXT }, { actionFees: FEES }),
  note: typeOf({ text: TEXT }, { actionFees: { pricing: 'fixed', create: { owner: 3 } } }),
};

/** Registers the types; Alice and Bob moderate, or those of another config do. */
async function openForum(room: PreviewRoom, moderators?: object) {
  const { platform, alice, bob } = room;
  const appointed = { $type: 'appointedModerators', identities: [alice, bob] };
  const moderation = { banlist: true, moderators: moderators ?? appointed };
  const contractId = await register(room, TYPES, { config: { $formatVersion: '2', moderation } });
  const { create } = writerOf(room, contractId);
  return {
    contractId,
    create,
    post: async (by: string, actionFeeAgreement?: object) =>
      create(by, 'post', { text: 'a' }, { actionFeeAgreement }),
    remove: async (by: string, id: string) =>
      platform.deleteDocument({ by, contractId, documentType: 'post', id, actionFeeAgreement: DELETED }),
    claim: async (by: string, pot: 'owner' | 'moderators') =>
      platform.claimContractFees({ by, contractId, pot }),
    pots: async () => {
      const { owner, moderators: theirs } = await platform.getContractFeePots({ contractId });
      return [owner.credits, theirs.credits];
    },
    balance: async (id: string) => (await platform.getIdentity({ id }))?.balance ?? 0n,
  };
}

describe('a fee of an action', () => {
  it('needs its agreement (40132) with the amounts and the pricing of the contract (40133) and the multiplier (40134)', () =>
    withPreview(async (room) => {
      const { alice } = room;
      const { create, post, pots } = await openForum(room);
      expect(await codeOf(post(alice))).toBe(40_132);
      expect(await codeOf(post(alice, { ...AGREED, owner: 999 }))).toBe(40_133);
      expect(await codeOf(post(alice, { ...AGREED, owner: 1501, moderators: 0 }))).toBe(40_133);
      expect(await codeOf(post(alice, { owner: 1000, moderators: 501 }))).toBe(40_133);
      const tolerating = (knownPermille: number, increaseTolerancePercent: number) => ({
        ...AGREED,
        feeMultiplier: { knownPermille, increaseTolerancePercent },
      });
      expect(await codeOf(post(alice, tolerating(800, 24)))).toBe(40_134);
      expect(await pots()).toEqual([0n, 0n]);
      expect(await codeOf(post(alice, tolerating(800, 25)))).toBe('accepted');
      expect(await codeOf(create(alice, 'note', {}, { actionFeeAgreement: AGREED }))).toBe(40_133);
      expect(await codeOf(create(alice, 'note', {}, { actionFeeAgreement: { owner: 3 } }))).toBe('accepted');
      expect(await pots()).toEqual([1003n, 501n]);
    }));

  it('is paid beside the fee of the network, in full or not at all', () =>
    withPreview(async (room) => {
      const { platform, alice, owner } = room;
      const { contractId, balance, pots } = await openForum(room);
      const write = { contractId, documentType: 'post', data: { text: 'a' }, actionFeeAgreement: AGREED };
      const before = await balance(alice);
      const { fee } = await platform.createDocument({ by: alice, ...write });
      expect(before - (await balance(alice))).toBe(fee + 1501n);
      // Owners would pay their own part to themselves.
      const had = await balance(owner);
      const { fee: own } = await platform.createDocument({ by: owner, ...write });
      expect(had - (await balance(owner))).toBe(own + 501n);
      expect(await pots()).toEqual([1000n, 1002n]);
      const invalid = platform.createDocument({ by: alice, ...write, data: { text: 7 } });
      expect(await codeOf(invalid)).toBe(10_101);
      const { id: poor } = await platform.createIdentity({ credits: 101_000n });
      expect(await codeOf(platform.createDocument({ by: poor, ...write }))).toBe(40_210);
      expect(await pots()).toEqual([1000n, 1002n]);
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('of a type that an elected team moderates is not lower without a team: 40139', () =>
    withPreview(async (room) => {
      const { alice } = room;
      const { post } = await openForum(room, {
        $type: 'elected',
        moderatedDocumentTypes: { post: ['ban'] },
        interim: { $type: 'contractOwner' },
      });
      expect(await codeOf(post(alice, { ...AGREED, moderators: 250 }))).toBe(40_139);
      expect(await codeOf(post(alice, { ...AGREED, moderators: 502 }))).toBe(40_133);
    }));
});

describe('a pot of fees', () => {
  it('is claimed by recipients (41113), once an epoch (41111), and only a credit each (41112)', () =>
    withPreview(async (room) => {
      const { platform, alice, bob, owner } = room;
      const { post, claim, pots, balance } = await openForum(room);
      expect(await codeOf(claim(owner, 'owner'))).toBe(41_112);
      await post(alice, AGREED);
      expect(await codeOf(claim(alice, 'owner'))).toBe(41_113);
      expect(await codeOf(claim(owner, 'moderators'))).toBe(41_113);
      const before = await balance(bob);
      expect(await claim(alice, 'moderators')).toMatchObject({ each: 250n, recipients: [alice, bob] });
      expect((await balance(bob)) - before).toBe(250n);
      expect(await pots()).toEqual([1000n, 1n]);
      await post(alice, AGREED);
      expect(await codeOf(claim(bob, 'moderators'))).toBe(41_111);
      expect(await claim(owner, 'owner')).toMatchObject({ each: 2000n, recipients: [owner] });
      await platform.advanceTime({ milliseconds: EPOCH });
      expect(await claim(bob, 'moderators')).toMatchObject({ each: 251n });
      expect(await pots()).toEqual([0n, 0n]);
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('goes to the owner with the contract, and nobody claims that of a team which is not elected', () =>
    withPreview(async (room) => {
      const { platform, alice, owner } = room;
      const moderation = {
        banlist: true,
        moderators: {
          $type: 'elected',
          moderatedDocumentTypes: { note: ['ban'] },
          interim: { $type: 'noModeration' },
        },
      };
      const config = { $formatVersion: '2', canBeDeleted: true, moderation };
      const contractId = await register(room, TYPES, { config });
      const { create } = writerOf(room, contractId);
      await create(alice, 'post', { text: 'a' }, { actionFeeAgreement: AGREED });
      const claim = platform.claimContractFees({ by: owner, contractId, pot: 'moderators' });
      expect(await codeOf(claim)).toBe(41_113);
      await platform.deleteContract({ by: owner, contractId });
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('is taken back by a revert, kept by an export, and checked by verify', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dapikit-pots-'));
    const store = openLmdbStore({ path: join(folder, 'state') });
    await withPreview(
      async (room) => {
        const { platform, alice } = room;
        const { contractId, post, pots } = await openForum(room);
        const { id } = await platform.snapshot();
        await post(alice, AGREED);
        const file = await platform.exportState();
        await platform.revert({ id });
        expect(await pots()).toEqual([0n, 0n]);
        await platform.importState(file);
        expect(await pots()).toEqual([1000n, 501n]);
        const key = Uint8Array.from(feePotKey(bytesOf(contractId), 'owner'));
        const damaged = FEE_POT_FORM.toBytes({ credits: -1n });
        await store.write(async (view) => Promise.resolve(view.put(key, damaged)));
        const { entries } = await platform.verify();
        expect(entries.map(({ kind }) => kind).toSorted()).toEqual(['credits', 'credits', 'moderation']);
      },
      { store },
    );
    rmSync(folder, { recursive: true, force: true });
  });
});

it('random writes and claims leave the credits in pots that an oracle in memory has', async () => {
  const step = fc.record({
    by: fc.nat(2),
    action: fc.constantFrom('post', 'remove', 'claim', 'epoch'),
    at: fc.nat(9),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) =>
      withPreview(async (room) => {
        const { platform, alice, bob, owner } = room;
        const { post, remove, claim, pots } = await openForum(room);
        const people = [owner, alice, bob];
        const posts: { id: string; by: string }[] = [];
        let [owned, moderated] = [0n, 0n];
        const claimed = { owner: false, moderators: false };
        for (const { by: number, action, at } of steps) {
          const by = people[number] ?? owner;
          const target = posts[at];
          if (action === 'post') {
            posts.push({ id: await post(by, AGREED), by });
            owned += by === owner ? 0n : 1000n;
            moderated += 501n;
          } else if (action === 'remove' && target !== undefined) {
            await remove(target.by, target.id);
            posts.splice(at, 1);
            moderated += 7n;
          } else if (action === 'epoch') {
            await platform.advanceTime({ milliseconds: EPOCH });
            claimed.owner = false;
            claimed.moderators = false;
          } else if (action === 'claim' && by === owner && !claimed.owner && owned > 0n) {
            await claim(by, 'owner');
            owned = 0n;
            claimed.owner = true;
          } else if (action === 'claim' && by !== owner && !claimed.moderators && moderated > 1n) {
            await claim(by, 'moderators');
            moderated %= 2n;
            claimed.moderators = true;
          }
        }
        expect(await pots()).toEqual([owned, moderated]);
        expect(await platform.verify()).toMatchObject({ ok: true });
      }),
    ),
    { numRuns: 12, seed: 40 },
  );
});
