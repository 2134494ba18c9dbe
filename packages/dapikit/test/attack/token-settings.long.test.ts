import { expect, it } from 'vitest';
import { changeableSettings } from '../../src/attack/search/token-settings.js';
import { ACTORS, type ActorName } from '../../src/attack/step/step.js';
import { brokenBy, inRoom } from './attack-fixture.js';
import { CLOSED, closedToken } from './closed-token.js';
import { tokenContract } from './token-contract.js';

const BOB = '4GJwNxkWgF52PZ6MvMzf4AQr9v1kgVSuJtyKDYg5e3Ri';
const CAROL = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';
const OWNER = 'BFq9qeVFp3iG7HEvjkuJzehy8fzL7hMoffQsBpZCVWTw';

const group = (...members: readonly string[]): object => ({
  $formatVersion: '0',
  members: Object.fromEntries(members.map((id) => [id, 1])),
  requiredPower: members.length,
});

const settingsOf = async (contract: object, members: readonly ActorName[] = []): Promise<readonly string[]> =>
  inRoom(contract, async (room) => {
    const groups = new Map(members.length === 0 ? [] : [[0, members] as const]);
    const actorOf = (name: string): ActorName | undefined =>
      name === 'contractOwner' ? 'owner' : ACTORS.find((actor) => room.idOf(actor) === name);
    const options = { actorOf, members: groups, timeLeft: () => Infinity };
    const { settings, isCut } = await changeableSettings(room, 0, options);
    expect(isCut).toBe(false);
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
