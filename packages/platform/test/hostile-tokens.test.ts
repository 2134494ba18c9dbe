import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { createClock, type Clock } from '../src/state/chain/clock.js';
import { ConsensusError } from '../src/base/errors/consensus-error.js';
import { InputError } from '../src/base/errors/input-error.js';
import { errorBytes } from '../src/base/error-bytes/error-bytes.js';
import { contractWithoutId, DASH, T0 } from './platform-fixture.js';
import { OWNED_TOKEN, rulesOf } from './sample-token.js';
import { NOTE } from './token-room.js';
import { costlyRuns } from '../../../scripts/property-runs.js';

const MINUTE = 60_000;
const U64 = 2n ** 64n;
const AMOUNTS: readonly unknown[] = [
  0,
  1,
  2,
  7,
  999,
  1000,
  1001,
  -1,
  1.5,
  2 ** 53,
  '3',
  'x',
  null,
  2n ** 48n - 1n,
  2n ** 48n,
  2n ** 63n - 1n,
  2n ** 63n,
  U64 - 1n,
  U64,
];
const PRICES: readonly unknown[] = [
  0,
  1,
  5,
  5,
  U64 - 1n,
  U64,
  -1,
  null,
  {},
  { 1: 3, 10: 2 },
  { 1: 3, 10: 2 },
  { 0: 3 },
  { 5: U64 - 1n },
  { x: 1 },
];
const AGREED: readonly (number | bigint)[] = [0, 1, 1000, 2 ** 50, 2 ** 50, U64 - 1n, U64];
const GROUP_0 = { $type: 'group', position: 0 };
const taker = (type: string, members: object = {}) => ({ $type: type, ...members });

interface Room {
  readonly platform: Platform;
  readonly clock: Clock;
  readonly contractId: string;
  readonly people: readonly string[];
  readonly proposed: { readonly position: number; readonly actionId: string }[];
}

/**
 * Three tokens of one contract: of the owner with a max supply, of a group with whose rules all can be changed, and one that is distributed
 * and near the limit of 63 bits.
 */
async function openRoom(): Promise<Room> {
  const clock = createClock({ time: T0, frozen: true });
  const platform = await createPlatform({ clock });
  const identity = async () => (await platform.createIdentity({ credits: 100n * DASH })).id;
  const people = [await identity(), await identity(), await identity(), await identity()];
  const [owner = '', a = '', b = '', c = ''] = people;
  const whole = contractWithoutId(NOTE);
  const groupRules = rulesOf(GROUP_0, {
    changingAuthorizedActionTakersToNoOneAllowed: true,
    changingAdminActionTakersToNoOneAllowed: true,
    selfChangingAdminActionTakersAllowed: true,
  });
  const { contractId } = await platform.registerContract({
    by: owner,
    contract: {
      ...whole,
      ownerId: owner,
      groups: {
        0: { $formatVersion: '0', members: { [a]: 1, [b]: 1, [c]: 2 }, requiredPower: 2 },
        1: { $formatVersion: '0', members: { [a]: 1, [owner]: 1 }, requiredPower: 2 },
      },
      tokens: {
        0: { ...OWNED_TOKEN, maxSupply: 2500, allowTransferToFrozenBalance: false },
        1: {
          ...OWNED_TOKEN,
          manualMintingRules: groupRules,
          manualBurningRules: groupRules,
          freezeRules: groupRules,
          emergencyActionRules: groupRules,
          maxSupplyChangeRules: groupRules,
          mainControlGroup: 0,
          mainControlGroupCanBeModified: GROUP_0,
        },
        2: {
          ...OWNED_TOKEN,
          baseSupply: String(2n ** 63n - 2000n),
          distributionRules: {
            ...OWNED_TOKEN.distributionRules,
            perpetualDistribution: {
              $formatVersion: '0',
              distributionType: {
                $type: 'timeBasedDistribution',
                interval: MINUTE,
                function: { $type: 'fixedAmount', amount: 10 },
              },
              distributionRecipient: { $type: 'contractOwner' },
            },
            preProgrammedDistribution: {
              $formatVersion: '0',
              distributions: { [T0 + MINUTE]: { [a]: 700, [b]: 800 }, [T0 + 2 * MINUTE]: { [a]: 900 } },
            },
          },
        },
      },
    },
  });
  return { platform, clock, contractId, people, proposed: [] };
}

const step = fc.record({
  kind: fc.constantFrom(
    'mint',
    'burn',
    'transfer',
    'freeze',
    'unfreeze',
    'destroy',
    'pause',
    'resume',
    'price',
    'buy',
    'claim',
    'programmed',
    'config',
    'wait',
  ),
  // The owner may do the most; the last one is nobody.
  by: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3, 4),
  to: fc.nat(5),
  position: fc.constantFrom(0, 0, 1, 1, 1, 2, 2, 3),
  amount: fc.constantFrom(...AMOUNTS),
  price: fc.constantFrom(...PRICES),
  agreed: fc.constantFrom(...AGREED),
  item: fc.nat(11),
  group: fc.constantFrom('none', 'none', 'propose', 'sign', 'sign', 'sign', 'other', 'unknown'),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const itemOf = ({ item, amount }: Step, people: readonly string[]): unknown =>
  [
    { $type: 'maxSupply', value: amount },
    { $type: 'maxSupply', value: null },
    { $type: 'manualMinting', value: taker('noOne') },
    { $type: 'manualMinting', value: GROUP_0 },
    { $type: 'manualMinting', value: taker('group', { position: 9 }) },
    { $type: 'manualMintingAdminGroup', value: taker('mainGroup') },
    { $type: 'manualBurning', value: taker('identity', { identity: people[1] }) },
    { $type: 'freeze', value: taker('identity', { identity: '1'.repeat(32) }) },
    { $type: 'mainControlGroup', value: 1 },
    { $type: 'mainControlGroup', value: 7 },
    { $type: 'tokenConfigurationNoChange' },
    { $type: 'newTokensDestinationIdentity', value: people[2] },
  ][item];

/** The group of a step: it proposes, signs what was proposed before, or names something else. */
function groupOf({ group, position }: Step, { proposed }: Room): object {
  const last = proposed.findLast((one) => one.position === position) ?? proposed.at(-1);
  switch (group) {
    case 'propose':
      return { group: { position: 0 } };
    case 'sign':
      return { group: { position: 0, actionId: last?.actionId ?? '1'.repeat(32) } };
    case 'other':
      return { group: { position: 1 } };
    case 'unknown':
      return { group: { position: 9, actionId: '1'.repeat(32) } };
    default:
      return {};
  }
}

async function run(room: Room, one: Step): Promise<{ readonly actionId?: string } | undefined> {
  const { platform, clock, contractId, people } = room;
  const { kind, position } = one;
  const nobody = '1'.repeat(32);
  const by = people[one.by] ?? nobody;
  const to = people[one.to] ?? nobody;
  const target = { by, contractId, position, ...groupOf(one, room) };
  // Hostile values are of any type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- on purpose
  const [amount, price] = [one.amount as number, one.price as number];
  switch (kind) {
    case 'mint':
      return platform.mintTokens({ ...target, amount, recipientId: to });
    case 'burn':
      return platform.burnTokens({ ...target, amount });
    case 'transfer':
      return platform.transferTokens({ ...target, recipientId: to, amount });
    case 'freeze':
      return platform.freezeTokens({ ...target, identityId: to });
    case 'unfreeze':
      return platform.unfreezeTokens({ ...target, identityId: to });
    case 'destroy':
      return platform.destroyFrozenTokens({ ...target, identityId: to });
    case 'pause':
      return platform.pauseToken(target);
    case 'resume':
      return platform.resumeToken(target);
    case 'price':
      return platform.setTokenPrice({ ...target, price });
    case 'buy':
      return platform.purchaseTokens({ ...target, amount, totalAgreedPrice: one.agreed });
    case 'claim':
      return platform.claimTokens({ ...target, distribution: 'perpetual' });
    case 'programmed':
      return platform.claimTokens({ ...target, distribution: 'preProgrammed' });
    case 'config':
      return platform.updateTokenConfiguration({ ...target, item: itemOf(one, people) });
    default:
      clock.advance(MINUTE / 2);
      await platform.mineBlock();
      return undefined;
  }
}

async function checkSupplies({ platform, people, contractId }: Room): Promise<void> {
  for (const position of [0, 1, 2]) {
    const token = await platform.getToken({ contractId, position });
    const accounts = await Promise.all(
      people.map(async (identityId) => platform.getTokenBalance({ contractId, position, identityId })),
    );
    expect(accounts.reduce((sum, { balance }) => sum + balance, 0n)).toBe(token?.totalSupply);
    expect(token?.totalSupply).toBeLessThan(2n ** 63n);
    expect(accounts.every(({ balance }) => balance >= 0n)).toBe(true);
  }
  expect(await platform.verify()).toMatchObject({ ok: true });
}

/** Returns whether nothing but a rejection came of a step, with the bytes of the network where it has a number. */
function isRejection(error: unknown): boolean {
  if (error instanceof ConsensusError) return errorBytes(error) instanceof Uint8Array;
  return error instanceof InputError;
}

it('rejects hostile changes of tokens, and neither creates nor loses any', async () => {
  let [executed, rejected] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const room = await openRoom();
      for (const one of steps) {
        const outcome = await run(room, one).then(
          (receipt) => ({ receipt }),
          (error: unknown) => ({ error }),
        );
        if ('error' in outcome) {
          rejected += 1;
          if (!isRejection(outcome.error)) throw outcome.error;
        } else {
          executed += 1;
          const { actionId } = outcome.receipt ?? {};
          if (actionId !== undefined) room.proposed.push({ position: one.position, actionId });
        }
      }
      await checkSupplies(room);
      await room.platform.close();
    }),
    { numRuns: costlyRuns(40) },
  );
  expect(Math.min(executed, rejected)).toBeGreaterThan(costlyRuns(100));
});
