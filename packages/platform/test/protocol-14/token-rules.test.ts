import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../src/base/bytes/identifier-order.js';
import { TOKEN_1000, tokenOf } from '../sample-token.js';
import { codeOf, register, TEXT, typeOf, withPreview, writerOf, type PreviewRoom } from './preview-room.js';

const AGREED = { create: { moderators: 9 } };
const agreement = {
  moderators: 9,
  feeMultiplier: { knownPermille: 1000, increaseTolerancePercent: 0 },
};

/** Registers notes that cost one token of the contract, and gives Alice ten of them. */
async function openShop(room: PreviewRoom, cost: object, type: object = {}, token: object = {}) {
  const { platform, owner, alice } = room;
  const types = {
    note: typeOf(
      { text: TEXT },
      { tokenCost: { create: { tokenPosition: 0, amount: 1, ...cost } }, ...type },
    ),
  };
  const moderation = { banlist: true, moderators: { $type: 'contractOwner' } };
  const config = { $formatVersion: '2', moderation };
  const contractId = await register(room, types, {
    config,
    tokens: { 0: { ...tokenOf({ $type: 'contractOwner' }), ...token } },
  });
  await platform.transferTokens({ by: owner, contractId, amount: 10n, recipientId: alice });
  const { create } = writerOf(room, contractId);
  return {
    contractId,
    pay: async (by: string, info?: object, more: object = {}) =>
      create(by, 'note', { text: 'a' }, { ...(info && { tokenPaymentInfo: info }), ...more }),
    credits: async (id: string) => (await platform.getIdentity({ id }))?.balance ?? 0n,
    tokens: async (identityId: string) =>
      (await platform.getTokenBalance({ contractId, identityId })).balance,
  };
}

/** Leaves an identity with few credits. */
async function impoverish({ platform, bob }: PreviewRoom, id: string, rest: bigint): Promise<void> {
  const { balance = 0n } = (await platform.getIdentity({ id })) ?? {};
  const { fee } = await platform.transferCredits({ by: id, recipientId: bob, credits: 100_000n });
  await platform.transferCredits({
    by: id,
    recipientId: bob,
    credits: balance - 100_000n - fee - fee - rest,
  });
}

describe('an optional cost', () => {
  it('is not paid by who leaves the payment out, and is by who does not', () =>
    withPreview(async (room) => {
      const { alice } = room;
      const { pay, tokens } = await openShop(room, { optional: true });
      await pay(alice);
      expect(await tokens(alice)).toBe(10n);
      await pay(alice, {});
      expect(await tokens(alice)).toBe(9n);
      expect(await codeOf(pay(room.bob, {}))).toBe(40_700);
      const required = await openShop(room, {});
      expect(await codeOf(required.pay(alice))).toBe(40_115);
    }));
});

describe('fees', () => {
  it('are paid by the owner of the contract, who offers it, for who asks for it, with the fees of actions', () =>
    withPreview(async (room) => {
      const { platform, owner, alice, bob } = room;
      for (const [offered, asked] of [
        [1, 1],
        [1, 2],
        [2, 'PreferContractOwner'],
      ]) {
        const { contractId, pay, credits } = await openShop(
          room,
          { gasFeesPaidBy: offered },
          { actionFees: AGREED },
        );
        const [alices, owners] = [await credits(alice), await credits(owner)];
        await pay(alice, { gasFeesPaidBy: asked }, { actionFeeAgreement: agreement });
        expect(await credits(alice)).toBe(alices);
        expect(await credits(owner)).toBeLessThan(owners);
        const { moderators } = await platform.getContractFeePots({ contractId });
        expect(moderators.credits).toBe(9n);
        const own = await credits(owner);
        await pay(alice, {}, { actionFeeAgreement: agreement });
        expect(await credits(owner)).toBe(own);
        expect(await credits(alice)).toBeLessThan(alices);
      }
      const { contractId, pay, credits } = await openShop(room, { gasFeesPaidBy: 1 });
      const { id: poor } = await platform.createIdentity({ credits: 0n });
      await platform.transferTokens({ by: owner, contractId, amount: 2n, recipientId: poor });
      expect(await codeOf(pay(poor, {}))).toBe(40_210);
      expect(await codeOf(pay(poor, { gasFeesPaidBy: 1 }))).toBe('accepted');
      expect(await credits(poor)).toBe(0n);
      expect(await codeOf(pay(bob, { gasFeesPaidBy: 1 }))).toBe(40_700);
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('are not asked of an owner who does not offer that: 40129', () =>
    withPreview(async (room) => {
      const { alice } = room;
      const [none, preferred] = [await openShop(room, {}), await openShop(room, { gasFeesPaidBy: 2 })];
      expect(await codeOf(none.pay(alice, { gasFeesPaidBy: 1 }))).toBe(40_129);
      expect(await codeOf(preferred.pay(alice, { gasFeesPaidBy: 'ContractOwner' }))).toBe(40_129);
      expect(await codeOf(none.pay(alice, { gasFeesPaidBy: 2 }))).toBe('accepted');
      await expect(none.pay(alice, { gasFeesPaidBy: 3 })).rejects.toThrow('tokenPaymentInfo.gasFeesPaidBy');
    }));

  it('are those of the signer where the owner cannot pay, and only prefers to (40222)', () =>
    withPreview(async (room) => {
      const { owner, alice } = room;
      const { pay, credits, tokens } = await openShop(room, { gasFeesPaidBy: 1 });
      await impoverish(room, owner, 1000n);
      const [alices, owners] = [await credits(alice), await credits(owner)];
      expect(await codeOf(pay(alice, { gasFeesPaidBy: 1 }))).toBe(40_222);
      const after = await credits(alice);
      expect(after).toBeLessThan(alices);
      expect(await tokens(alice)).toBe(10n);
      expect(await codeOf(pay(alice, { gasFeesPaidBy: 2 }))).toBe('accepted');
      expect(await credits(alice)).toBeLessThan(after);
      expect(await credits(owner)).toBe(owners);
      expect(await tokens(alice)).toBe(9n);
    }));
});

describe('a cost', () => {
  it('is not paid in a paused token: 40711', () =>
    withPreview(async (room) => {
      const { platform, owner: by, alice } = room;
      const { contractId, pay } = await openShop(room, { effect: 1 });
      await platform.pauseToken({ by, contractId });
      expect(await codeOf(pay(alice, {}))).toBe(40_711);
      await platform.resumeToken({ by, contractId });
      expect(await codeOf(pay(alice, {}))).toBe('accepted');
    }));

  it('goes to a frozen owner only where the token allows it: 40702', () =>
    withPreview(async (room) => {
      const { platform, owner, alice } = room;
      for (const allowTransferToFrozenBalance of [false, true]) {
        const { contractId, pay } = await openShop(room, {}, {}, { allowTransferToFrozenBalance });
        await platform.freezeTokens({ by: owner, contractId, identityId: owner });
        expect(await codeOf(pay(alice, {}))).toBe(allowTransferToFrozenBalance ? 'accepted' : 40_702);
      }
    }));

  it('of another contract is not in a token that cannot be transferred, which nobody gives away: 40726', () =>
    withPreview(async (room) => {
      const { platform, owner, alice } = room;
      const fixed = { ...TOKEN_1000, $formatVersion: '1', transferable: false };
      const tokens = { tokens: { 0: fixed } };
      const contractId = await register(room, { note: typeOf({ text: TEXT }) }, tokens);
      const transfer = platform.transferTokens({ by: owner, contractId, amount: 1n, recipientId: alice });
      expect(await codeOf(transfer)).toBe(40_726);
      const cost = { tokenPosition: 0, amount: 1, contractId: [...bytesOf(contractId)] };
      const priced = { note: typeOf({ text: TEXT }, { tokenCost: { create: cost } }) };
      expect(await codeOf(register(room, priced))).toBe(40_726);
    }));
});
