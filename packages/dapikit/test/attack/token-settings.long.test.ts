import { expect, it } from 'vitest';
import { changeableSettings } from '../../src/attack/search/token-settings.js';
import type { ActorName } from '../../src/attack/step/step.js';
import { brokenBy, inRoom } from './attack-fixture.js';
import { tokenContract } from './token-contract.js';

const BOB = '4GJwNxkWgF52PZ6MvMzf4AQr9v1kgVSuJtyKDYg5e3Ri';
const CAROL = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';
const OWNER = 'BFq9qeVFp3iG7HEvjkuJzehy8fzL7hMoffQsBpZCVWTw';

const NO_ONE = { $type: 'noOne' };
/** Rules that name nobody, neither now nor later. */
const CLOSED = {
  $formatVersion: '0',
  authorizedToMakeChange: NO_ONE,
  adminActionTakers: NO_ONE,
  changingAuthorizedActionTakersToNoOneAllowed: false,
  changingAdminActionTakersToNoOneAllowed: false,
  selfChangingAdminActionTakersAllowed: false,
};
const group = (...members: readonly string[]): object => ({
  $formatVersion: '0',
  members: Object.fromEntries(members.map((id) => [id, 1])),
  requiredPower: members.length,
});

/** Makes a contract of a token whose rules are closed, other than some. */
function closedToken(open: object, groups?: object): object {
  const contract = Object(tokenContract(0));
  const token = contract.tokens[0];
  const { distributionRules, marketplaceRules } = token;
  const rules = [
    'conventionsChangeRules',
    'maxSupplyChangeRules',
    'manualMintingRules',
    'manualBurningRules',
    'freezeRules',
    'unfreezeRules',
    'destroyFrozenFundsRules',
    'emergencyActionRules',
  ];
  const closed = {
    ...token,
    ...Object.fromEntries(rules.map((name) => [name, CLOSED])),
    distributionRules: {
      ...distributionRules,
      perpetualDistributionRules: CLOSED,
      newTokensDestinationIdentityRules: CLOSED,
      mintingAllowChoosingDestinationRules: CLOSED,
      changeDirectPurchasePricingRules: CLOSED,
    },
    marketplaceRules: { ...marketplaceRules, tradeModeChangeRules: CLOSED },
    mainControlGroupCanBeModified: NO_ONE,
    ...open,
  };
  const { tokenCost: _, ...post } = contract.documentSchemas.post;
  return { ...contract, documentSchemas: { post }, tokens: { 0: closed }, ...(groups && { groups }) };
}

const settingsOf = async (contract: object, members: readonly ActorName[] = []): Promise<readonly string[]> =>
  inRoom(contract, async (room) => {
    const groups = new Map(members.length === 0 ? [] : [[0, members] as const]);
    const { settings } = await changeableSettings(room, 0, groups, () => Infinity);
    expect(room.steps).toEqual([]);
    return [...new Set(settings.map(({ item }) => item.$type))];
  });

const ADMIN = { ...CLOSED, adminActionTakers: { $type: 'contractOwner' } };

it('finds the settings that somebody can change, alone or in a group', { timeout: 120_000 }, async () => {
  expect(await settingsOf(closedToken({}))).toEqual([]);
  expect(await settingsOf(closedToken({ manualMintingRules: ADMIN }))).toEqual(['manualMinting']);
  const byGroup = { ...CLOSED, authorizedToMakeChange: { $type: 'group', position: 0 } };
  const contract = closedToken({ maxSupplyChangeRules: byGroup }, { 0: group(BOB, CAROL) });
  expect(await settingsOf(contract, ['bob', 'carol'])).toEqual(['maxSupply']);
  expect((await settingsOf(tokenContract(0))).length).toBeGreaterThan(10);
});

it('finds who mints a token that nobody mints, by way of its settings', { timeout: 300_000 }, async () => {
  const broken = await brokenBy(closedToken({ manualMintingRules: ADMIN }), ({ never }) => [
    never('tokens are minted', (_now, _before, { step }) => step.action === 'mint'),
    never('a stranger mints', (_now, _before, { step }) => step.action === 'mint' && step.by === 'alice'),
  ]);
  expect(broken).toEqual({
    'never "tokens are minted" is broken': ['changeSetting', 'mint'],
    'never "a stranger mints" is broken': ['changeSetting', 'mint'],
  });
});

it('finds who gets to mint among many settings, documents and costs', { timeout: 300_000 }, async () => {
  const broken = await brokenBy(tokenContract(0), ({ never }) => [
    never('bob mints', (_now, _before, { step }) => step.action === 'mint' && step.by === 'bob'),
  ]);
  expect(broken['never "bob mints" is broken']?.slice(-2)).toEqual(['changeSetting', 'mint']);
});

it('finds how another main control group takes over', { timeout: 300_000 }, async () => {
  const byMain = { ...CLOSED, authorizedToMakeChange: { $type: 'mainGroup' } };
  const contract = closedToken(
    {
      manualMintingRules: byMain,
      mainControlGroup: 0,
      mainControlGroupCanBeModified: { $type: 'contractOwner' },
    },
    { 0: group(BOB, CAROL), 1: group(OWNER, BOB) },
  );
  const broken = await brokenBy(contract, ({ never }) => [
    never('tokens are minted without carol', (_now, _before, { step, outcome }) => {
      const isExecuted = outcome.accepted && outcome.pending !== true;
      return step.action === 'mint' && isExecuted && step.group?.position === 1;
    }),
  ]);
  expect(broken).toEqual({
    'never "tokens are minted without carol" is broken': ['changeSetting', 'mint', 'mint'],
  });
});
