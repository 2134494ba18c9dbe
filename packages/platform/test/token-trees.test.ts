import { describe, expect, it } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { createClock } from '../src/state/chain/clock.js';
import { DASH, T0 } from './platform-fixture.js';
import { contractOf } from '../../proof/test/sample-contract.js';
import { distributedToken, OWNED_TOKEN, rulesOf } from './sample-token.js';
import { NOTE } from './token-room.js';
import { signer } from './quorum-signer.js';

const rootOf = async (platform: Platform): Promise<string> =>
  platform.readProvenState(async ({ proofs }) =>
    Promise.resolve(Buffer.from(proofs.rootHash).toString('hex')),
  );

const GROUP = { $type: 'group', position: 0 };

/** A platform with a plain token, one that is distributed in both ways, and one that a group mints. */
async function openTokens() {
  const clock = createClock({ time: T0, frozen: true });
  const platform = await createPlatform({ signer, clock });
  const identity = async () => (await platform.createIdentity({ credits: 100n * DASH })).id;
  const [owner, alice, bob] = [await identity(), await identity(), await identity()];
  await rootOf(platform);
  const given = distributedToken({
    perpetualDistribution: {
      $formatVersion: '0',
      distributionType: {
        $type: 'blockBasedDistribution',
        interval: 1,
        function: { $type: 'fixedAmount', amount: 5 },
      },
      distributionRecipient: { $type: 'contractOwner' },
    },
    preProgrammedDistribution: {
      $formatVersion: '0',
      distributions: {
        [T0 + 1000]: { [alice]: 7, [bob]: 8 },
        [T0 + 2000]: { [alice]: 9 },
        [T0 + 9_000_000]: { [alice]: 10 },
      },
    },
  });
  const whole: { readonly config?: object } = contractOf(NOTE);
  const contract = {
    ...whole,
    config: { ...whole.config, canBeDeleted: true },
    ownerId: owner,
    groups: { 0: { $formatVersion: '0', members: { [owner]: 1, [alice]: 1, [bob]: 1 }, requiredPower: 2 } },
    tokens: { 0: OWNED_TOKEN, 1: given, 2: { ...OWNED_TOKEN, manualMintingRules: rulesOf(GROUP) } },
  };
  const { id: _id, ...own } = { id: '', ...contract };
  const { contractId } = await platform.registerContract({ by: owner, contract: own });
  return { platform, clock, contractId, owner, alice, bob };
}

type Room = Awaited<ReturnType<typeof openTokens>>;

/** Every change of tokens and groups that the trees have. */
const CHANGES: readonly ((room: Room) => Promise<unknown>)[] = [
  async ({ platform, contractId, owner, alice }) =>
    platform.mintTokens({ by: owner, contractId, recipientId: alice, amount: 5 }),
  async ({ platform, contractId, alice, bob }) =>
    platform.transferTokens({ by: alice, contractId, recipientId: bob, amount: 5 }),
  async ({ platform, contractId, owner }) => platform.burnTokens({ by: owner, contractId, amount: 1 }),
  async ({ platform, contractId, owner, bob }) =>
    platform.freezeTokens({ by: owner, contractId, identityId: bob }),
  async ({ platform, contractId, owner, bob }) =>
    platform.destroyFrozenTokens({ by: owner, contractId, identityId: bob }),
  async ({ platform, contractId, owner, bob }) =>
    platform.unfreezeTokens({ by: owner, contractId, identityId: bob }),
  async ({ platform, contractId, owner }) => platform.pauseToken({ by: owner, contractId }),
  async ({ platform, contractId, owner }) => platform.resumeToken({ by: owner, contractId }),
  async ({ platform, contractId, owner }) => platform.setTokenPrice({ by: owner, contractId, price: 3n }),
  async ({ platform, contractId, owner }) =>
    platform.setTokenPrice({ by: owner, contractId, price: { 1: 3n, 10: 2n } }),
  async ({ platform, contractId, owner }) => platform.setTokenPrice({ by: owner, contractId, price: null }),
  async ({ platform, contractId, owner }) =>
    platform.claimTokens({ by: owner, contractId, position: 1, distribution: 'perpetual' }),
  async ({ platform, contractId, alice }) =>
    platform.claimTokens({ by: alice, contractId, position: 1, distribution: 'preProgrammed' }),
  async ({ platform, contractId, alice }) =>
    platform.claimTokens({ by: alice, contractId, position: 1, distribution: 'preProgrammed' }),
  async ({ platform, contractId, owner }) =>
    platform.updateTokenConfiguration({ by: owner, contractId, item: { $type: 'maxSupply', value: 5000 } }),
  async ({ platform, contractId, owner }) =>
    platform.mintTokens({
      by: owner,
      contractId,
      position: 2,
      recipientId: owner,
      amount: 5,
      group: { position: 0 },
    }),
  async ({ platform, contractId, alice, owner }) => {
    const [action] = await platform.getGroupActions({ contractId, position: 0 });
    return platform.mintTokens({
      by: alice,
      contractId,
      position: 2,
      recipientId: owner,
      amount: 5,
      group: { position: 0, actionId: action?.actionId ?? '' },
    });
  },
];

describe('the trees of tokens and groups', () => {
  it('have what the store has after each change', async () => {
    const room = await openTokens();
    const { platform, clock } = room;
    clock.advance(5000);
    await rootOf(platform);
    for (const change of CHANGES) {
      const before = await rootOf(platform);
      await change(room);
      expect(await rootOf(platform)).not.toBe(before);
    }
    expect(await platform.getGroupActions({ contractId: room.contractId, position: 0 })).toEqual([]);
    expect((await platform.verify()).entries).toEqual([]);
    const imported = await createPlatform({ signer });
    await imported.importState(await platform.exportState());
    expect(await rootOf(imported)).toBe(await rootOf(platform));
    await imported.close();
    await platform.close();
  });

  it('have the tokens of a contract that was deleted, but not its groups', async () => {
    const { platform, contractId, owner } = await openTokens();
    await platform.mintTokens({
      by: owner,
      contractId,
      position: 2,
      recipientId: owner,
      amount: 5,
      group: { position: 0 },
    });
    await rootOf(platform);
    await platform.deleteContract({ by: owner, contractId });
    await rootOf(platform);
    expect((await platform.verify()).entries).toEqual([]);
    await platform.close();
  });
});
