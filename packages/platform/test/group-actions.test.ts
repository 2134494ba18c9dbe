import { groupActionId } from '@dapikit/protocol';
import { describe, expect, it } from 'vitest';
import { createClock } from '../src/state/chain/clock.js';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { identifierText } from '../src/base/bytes/identifier.js';
import { errorBytes } from '../src/base/error-bytes/error-bytes.js';
import { TOKEN_HISTORY } from '../src/state/system-contract/system-ids.js';
import { contractWithoutId, DASH, rejection, T0 } from './platform-fixture.js';
import { OWNED_TOKEN, OWNER_RULES, rulesOf } from './sample-token.js';
import { NOTE } from './token-room.js';

const GROUP_RULES = rulesOf({ $type: 'group', position: 0 });
const MAIN_RULES = rulesOf({ $type: 'mainGroup' });

const groupOf = (members: object, requiredPower: number) => ({
  $formatVersion: '0',
  members,
  requiredPower,
});

/** Alice and Bob have a power of 1 each, Carol one of 2; 2 decide in group 0, and 4 in group 1. */
async function openGroups(tokenMembers: object = {}) {
  const platform = await createPlatform({ clock: createClock({ time: T0, frozen: true }), proofs: false });
  const identity = async () => (await platform.createIdentity({ credits: 100n * DASH })).id;
  const [owner, alice, bob, carol] = [await identity(), await identity(), await identity(), await identity()];
  const whole = contractWithoutId(NOTE);
  const { contractId } = await platform.registerContract({
    by: owner,
    contract: {
      ...whole,
      ownerId: owner,
      groups: {
        0: groupOf({ [alice]: 1, [bob]: 1, [carol]: 2 }, 2),
        1: groupOf({ [alice]: 1, [bob]: 2, [carol]: 2 }, 4),
      },
      tokens: { 0: { ...OWNED_TOKEN, manualMintingRules: GROUP_RULES, ...tokenMembers } },
    },
  });
  return { platform, contractId, owner, alice, bob, carol };
}

type GroupRoom = Awaited<ReturnType<typeof openGroups>>;

const supply = async ({ platform, contractId }: GroupRoom) =>
  (await platform.getToken({ contractId }))?.totalSupply;

const actions = async ({ platform, contractId }: GroupRoom, status: 'active' | 'closed', position = 0) =>
  platform.getGroupActions({ contractId, position, status });

const history = async (platform: Platform, documentType: string) =>
  platform.getDocuments({ contractId: TOKEN_HISTORY, documentType });

async function expectCode(work: Promise<unknown>, code: number): Promise<void> {
  const error = await rejection(work);
  expect(error.code).toBe(code);
  expect(errorBytes(error)).toBeInstanceOf(Uint8Array);
}

describe('an action of a group', () => {
  it('is executed once, when enough members signed it', async () => {
    const room = await openGroups();
    const { platform, contractId, alice, bob, carol } = room;
    const group = { position: 0 };
    const mint = { contractId, recipientId: carol, amount: 30 };
    const proposed = await platform.mintTokens({ ...mint, by: alice, group, note: 'for Carol' });
    expect(proposed).toMatchObject({ isExecuted: false });
    expect(proposed).not.toHaveProperty('amount');
    const { actionId = '' } = proposed;
    expect(await supply(room)).toBe(1000n);
    expect(await actions(room, 'active')).toMatchObject([
      { actionId, signers: [{ identityId: alice, power: 1 }] },
    ]);
    const signed = { ...mint, group: { ...group, actionId } };
    await expectCode(platform.mintTokens({ ...signed, by: alice }), 40_803);
    await expectCode(platform.mintTokens({ ...signed, by: bob, note: 'me too' }), 10_460);
    expect(await platform.mintTokens({ ...signed, by: bob })).toMatchObject({
      isExecuted: true,
      actionId,
      amount: 30n,
    });
    expect(await supply(room)).toBe(1030n);
    expect(await actions(room, 'active')).toEqual([]);
    const [closed] = await actions(room, 'closed');
    expect(closed?.signers.map(({ identityId }) => identityId).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
      [alice, bob].toSorted((a, b) => (a < b ? -1 : 1)),
    );
    await expectCode(platform.mintTokens({ ...signed, by: carol }), 40_802);
    // The record is that of the member that closed the action, with the note of the proposal.
    expect(await history(platform, 'mint')).toMatchObject([
      { $ownerId: bob, recipientId: carol, amount: 30, note: 'for Carol' },
    ]);
    expect((await platform.verify()).ok).toBe(true);
    await platform.close();
  });

  it('is closed at once where one member has the power', async () => {
    const room = await openGroups();
    const { platform, contractId, carol } = room;
    const mint = { by: carol, contractId, recipientId: carol, amount: 1 };
    expect(await platform.mintTokens({ ...mint, group: { position: 0 } })).toMatchObject({
      isExecuted: true,
    });
    // It can act without the group as well.
    await platform.mintTokens(mint);
    expect(await actions(room, 'closed')).toHaveLength(1);
    expect(await supply(room)).toBe(1002n);
    await platform.close();
  });

  it('has the id that follows from the token, the proposer, the nonce and the amount', async () => {
    const { platform, contractId, alice, carol } = await openGroups();
    const { id: tokenId = '' } = (await platform.getToken({ contractId })) ?? {};
    const { actionId } = await platform.mintTokens({
      by: alice,
      nonce: 5,
      contractId,
      recipientId: carol,
      amount: 7,
      group: { position: 0 },
    });
    const action = {
      action: 'mint',
      amount: 7n,
      issuedToIdentityId: undefined,
      publicNote: undefined,
    } as const;
    const id = groupActionId(action, {
      tokenId: bytesOf(tokenId),
      proposerId: bytesOf(alice),
      nonce: 5n,
      protocolVersion: 13,
    });
    expect(actionId).toBe(id && identifierText(id));
    await platform.close();
  });

  it('must be signed as it was proposed', async () => {
    const { platform, contractId, alice, bob, carol } = await openGroups({ freezeRules: GROUP_RULES });
    const group = { position: 0 };
    const { actionId = '' } = await platform.mintTokens({
      by: alice,
      contractId,
      recipientId: carol,
      amount: 5,
      group,
    });
    const signed = { by: bob, contractId, group: { ...group, actionId } };
    const other = await rejection(platform.mintTokens({ ...signed, recipientId: bob, amount: 6 }));
    expect(other).toMatchObject({
      code: 40_804,
      payload: {
        original: 'Token: mint',
        modified: 'Token: mint',
        changedInternalFields: ['mint_amount', 'recipient'],
      },
    });
    expect(await rejection(platform.freezeTokens({ ...signed, identityId: carol }))).toMatchObject({
      code: 40_804,
      payload: { modified: 'Token: freeze', changedInternalFields: [] },
    });
    await platform.close();
  });

  it('is for members of the right group', async () => {
    const { platform, contractId, owner, alice, bob, carol } = await openGroups({
      mainControlGroup: 1,
      manualBurningRules: MAIN_RULES,
    });
    const mint = { contractId, recipientId: carol, amount: 5 };
    await expectCode(platform.mintTokens({ ...mint, by: owner, group: { position: 0 } }), 40_800);
    await expectCode(platform.mintTokens({ ...mint, by: alice, group: { position: 2 } }), 40_710);
    await expectCode(platform.mintTokens({ ...mint, by: alice, group: { position: 1 } }), 40_701);
    await expectCode(platform.mintTokens({ ...mint, by: alice }), 40_701);
    await expectCode(
      platform.mintTokens({ ...mint, by: alice, group: { position: 0, actionId: contractId } }),
      40_801,
    );
    const group = { position: 0 };
    await expectCode(
      platform.transferTokens({ by: owner, contractId, recipientId: bob, amount: 1, group }),
      10_351,
    );
    // A group burns the tokens of the proposer, not of the member that closes the action.
    await platform.transferTokens({ by: owner, contractId, recipientId: alice, amount: 10 });
    const burn = { contractId, amount: 4 };
    const { actionId = '' } = await platform.burnTokens({ ...burn, by: alice, group: { position: 1 } });
    await platform.burnTokens({ ...burn, by: bob, group: { position: 1, actionId } });
    await platform.burnTokens({ ...burn, by: carol, group: { position: 1, actionId } });
    expect(await platform.getTokenBalance({ contractId, identityId: alice })).toMatchObject({ balance: 6n });
    expect(await history(platform, 'burn')).toMatchObject([{ $ownerId: carol, burnFromId: alice }]);
    await platform.close();
  });

  it('can be each that a group decides about', async () => {
    const room = await openGroups({
      manualBurningRules: GROUP_RULES,
      freezeRules: GROUP_RULES,
      unfreezeRules: GROUP_RULES,
      destroyFrozenFundsRules: GROUP_RULES,
      emergencyActionRules: GROUP_RULES,
      maxSupplyChangeRules: GROUP_RULES,
      distributionRules: { ...OWNED_TOKEN.distributionRules, changeDirectPurchasePricingRules: GROUP_RULES },
    });
    const { platform, contractId, owner, alice, bob } = room;
    await platform.transferTokens({ by: owner, contractId, recipientId: alice, amount: 10 });
    const target = { identityId: alice };
    const decided = [
      ['burnTokens', { amount: 2 }],
      ['freezeTokens', target],
      ['destroyFrozenTokens', target],
      ['unfreezeTokens', target],
      ['pauseToken', {}],
      ['resumeToken', {}],
      ['setTokenPrice', { price: { 1: 5, 10: 4 } }],
      ['updateTokenConfiguration', { item: { $type: 'maxSupply', value: 2000 } }],
    ] as const;
    for (const [name, members] of decided) {
      const change = async (by: string, actionId: object) => {
        const call: unknown = Reflect.get(platform, name);
        if (typeof call !== 'function') throw new TypeError(`no method ${name}`);
        const receipt: { isExecuted: boolean; actionId: string } = await Reflect.apply(call, platform, [
          { by, contractId, group: { position: 0, ...actionId }, ...members },
        ]);
        return receipt;
      };
      const { isExecuted, actionId } = await change(alice, {});
      expect(isExecuted).toBe(false);
      expect(await change(bob, { actionId })).toMatchObject({ isExecuted: true });
    }
    expect(await actions(room, 'closed')).toHaveLength(decided.length);
    expect(await supply(room)).toBe(990n);
    const page = await platform.getGroupActions({ contractId, position: 0, status: 'closed', limit: 3 });
    const next = await platform.getGroupActions({
      contractId,
      position: 0,
      status: 'closed',
      startAfter: page[2]?.actionId ?? '',
    });
    expect([...page, ...next]).toEqual(await actions(room, 'closed'));
    expect((await platform.verify()).ok).toBe(true);
    await platform.close();
  });
});

it('hands the say over to another group', async () => {
  const { platform, contractId, owner, alice, bob, carol } = await openGroups({
    manualMintingRules: OWNER_RULES,
  });
  const update = (item: object) => platform.updateTokenConfiguration({ by: owner, contractId, item });
  await update({ $type: 'mainControlGroup', value: 1 });
  await update({ $type: 'manualMinting', value: { $type: 'mainGroup' } });
  const mint = { contractId, recipientId: bob, amount: 5 };
  await expectCode(platform.mintTokens({ ...mint, by: owner }), 40_701);
  const { actionId = '' } = await platform.mintTokens({ ...mint, by: bob, group: { position: 1 } });
  const signed = { ...mint, group: { position: 1, actionId } };
  expect(await platform.mintTokens({ ...signed, by: alice })).toMatchObject({ isExecuted: false });
  expect(await platform.mintTokens({ ...signed, by: carol })).toMatchObject({ isExecuted: true });
  await platform.close();
});
