import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { createClock } from '../src/state/chain/clock.js';
import { ConsensusError } from '../src/base/errors/consensus-error.js';
import type { Store } from '../src/store/store.js';
import { onEachEngine } from './engines.js';
import { contractWithoutId, DASH, T0 } from './platform-fixture.js';
import { distributedToken, rulesOf } from './sample-token.js';
import { NOTE } from './token-room.js';

const MINUTE = 60_000;
const FIXED = { $type: 'fixedAmount', amount: 3 };

/** A token of which the owner gets some every minute; the first group mints and burns. */
const tokenOf = (members: object): object => ({
  ...distributedToken({
    perpetualDistribution: {
      $formatVersion: '0',
      distributionType: { $type: 'timeBasedDistribution', interval: MINUTE, function: FIXED },
      distributionRecipient: { $type: 'contractOwner' },
    },
  }),
  maxSupply: 2500,
  ...members,
});

async function openTokens(platform: Platform) {
  const identity = async (seed: string) => (await platform.createIdentity({ seed, credits: 100n * DASH })).id;
  const people = [await identity('a'), await identity('b'), await identity('c')] as const;
  const [owner, ...members] = people;
  const whole = contractWithoutId(NOTE);
  const GROUP_RULES = rulesOf({ $type: 'group', position: 0 });
  const { contractId } = await platform.registerContract({
    by: owner,
    contract: {
      ...whole,
      ownerId: owner,
      groups: {
        0: {
          $formatVersion: '0',
          members: Object.fromEntries(members.map((id) => [id, 1])),
          requiredPower: 2,
        },
      },
      tokens: {
        0: tokenOf({}),
        1: tokenOf({ manualMintingRules: GROUP_RULES, manualBurningRules: GROUP_RULES }),
      },
    },
  });
  return { platform, people, contractId };
}

type Tokens = Awaited<ReturnType<typeof openTokens>>;

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'mint',
      'burn',
      'transfer',
      'freeze',
      'unfreeze',
      'destroy',
      'price',
      'buy',
      'claim',
    ),
    // The owner may do the most.
    by: fc.constantFrom(0, 0, 0, 1, 2),
    to: fc.nat(2),
    position: fc.nat(1),
    amount: fc.nat(600),
  }),
  { minLength: 8, maxLength: 14 },
);

type Step = { kind: string; by: number; to: number; position: number; amount: number };

/** Makes one change; in a group, the second member signs what the first one proposes. */
async function change({ platform, people, contractId }: Tokens, step: Step): Promise<unknown> {
  const { kind, position, amount } = step;
  const by = people[step.by] ?? '';
  const to = people[step.to] ?? '';
  const target = { by, contractId, position };
  const inGroup = position === 1 && (kind === 'mint' || kind === 'burn');
  const run = async (group: object, as = by): Promise<{ actionId?: string }> => {
    const signed = { ...target, by: as, ...group };
    if (kind === 'mint') return platform.mintTokens({ ...signed, recipientId: to, amount });
    return platform.burnTokens({ ...signed, amount });
  };
  if (inGroup) {
    const { actionId } = await run({ group: { position: 0 } });
    const other = people[step.by === 1 ? 2 : 1] ?? '';
    return run({ group: { position: 0, actionId } }, other);
  }
  switch (kind) {
    case 'mint':
    case 'burn':
      return run({});
    case 'transfer':
      return platform.transferTokens({ ...target, recipientId: to, amount });
    case 'freeze':
      return platform.freezeTokens({ ...target, identityId: to });
    case 'unfreeze':
      return platform.unfreezeTokens({ ...target, identityId: to });
    case 'destroy':
      return platform.destroyFrozenTokens({ ...target, identityId: to });
    case 'price':
      return platform.setTokenPrice({ ...target, price: amount });
    case 'buy':
      return platform.purchaseTokens({ ...target, amount, totalAgreedPrice: 1_000_000 });
    default:
      return platform.claimTokens({ ...target, distribution: 'perpetual' });
  }
}

async function checkSupplies({ platform, people, contractId }: Tokens): Promise<void> {
  for (const position of [0, 1]) {
    const token = await platform.getToken({ contractId, position });
    const accounts = await Promise.all(
      people.map(async (identityId) => platform.getTokenBalance({ contractId, position, identityId })),
    );
    expect(accounts.reduce((sum, { balance }) => sum + balance, 0n)).toBe(token?.totalSupply);
    expect(token?.totalSupply).toBeLessThanOrEqual(2500n);
  }
  expect(await platform.verify()).toMatchObject({ ok: true });
}

const LAST_BLOCK = 3;

/** Returns all entries of a state but its last block: a revert ends with a block above those that it removes. */
const entriesOf = async (store: Store): Promise<string[]> =>
  store.read(async (view) =>
    (await view.scan({ from: Uint8Array.of(2), to: Uint8Array.of(0xff) }))
      .filter(({ key }) => key[0] !== LAST_BLOCK)
      .map(
        (entry) => `${Buffer.from(entry.key).toString('hex')} ${Buffer.from(entry.value).toString('hex')}`,
      ),
  );

onEachEngine(({ open }) => {
  it('has as many tokens as its accounts together, whatever is done, also elsewhere and after a revert', async () => {
    const clock = createClock({ time: T0, frozen: true });
    const store = await open();
    const platform = await createPlatform({ store, clock });
    const tokens = await openTokens(platform);
    let executed = 0;
    let file = await platform.exportState();
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const { id } = await platform.snapshot();
        const before = await entriesOf(store);
        for (const step of sequence) {
          clock.advance(MINUTE);
          await change(tokens, step).then(
            () => (executed += 1),
            (error: unknown) => {
              if (!(error instanceof ConsensusError)) throw error;
            },
          );
        }
        await checkSupplies(tokens);
        file = await platform.exportState();
        await platform.revert({ id });
        expect(await entriesOf(store)).toEqual(before);
      }),
      { numRuns: 4 },
    );
    expect(executed).toBeGreaterThan(10);
    const other = await createPlatform({ store: await open(), clock: createClock({ time: T0 }) });
    await other.importState(file);
    await checkSupplies({ ...tokens, platform: other });
    await other.close();
    await platform.close();
  });
});
