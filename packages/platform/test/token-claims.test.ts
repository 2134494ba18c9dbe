import { describe, expect, it } from 'vitest';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { createClock } from '../src/state/chain/clock.js';
import { createPlatform } from '../src/api/platform.js';
import { errorBytes } from '../src/base/error-bytes/error-bytes.js';
import { tokenId } from '../src/state/token/token-id.js';
import { wireContract } from '../src/trees/state-tree/wire-contract.js';
import { TOKEN_HISTORY } from '../src/state/system-contract/system-ids.js';
import { contractWithoutId, DASH, rejection, T0 } from './platform-fixture.js';
import { contractOf } from '../../proof/test/sample-contract.js';
import { distributedToken } from './sample-token.js';
import { keysFrom, signed, UNSIGNED } from './signer.js';
import { NOTE } from './token-room.js';

interface People {
  readonly owner: string;
  readonly alice: string;
}

const MINUTE = 60_000;
/** The number of the first private key of the owner. */
const FIRST_KEY = 100;
/** An epoch lasts so long on regtest. */
const EPOCH = 788_400_000;

async function openDistribution(rulesOf: (people: People) => object, tokenMembers: object = {}) {
  const clock = createClock({ time: T0, frozen: true });
  const platform = await createPlatform({ clock, proofs: false });
  const identity = async (members: object = {}) =>
    (await platform.createIdentity({ credits: 100n * DASH, ...members })).id;
  const people = { owner: await identity({ keys: keysFrom(FIRST_KEY) }), alice: await identity() };
  const whole = contractWithoutId(NOTE);
  const { contractId } = await platform.registerContract({
    by: people.owner,
    contract: {
      ...whole,
      ownerId: people.owner,
      tokens: { 0: { ...distributedToken(rulesOf(people)), ...tokenMembers } },
    },
  });
  const claim = async (by: string, distribution: 'perpetual' | 'preProgrammed' = 'perpetual') =>
    platform.claimTokens({ by, contractId, distribution });
  return { platform, clock, contractId, claim, ...people };
}

const perpetual = (type: string, interval: number, of: object, recipient: object) => ({
  perpetualDistribution: {
    $formatVersion: '0',
    distributionType: { $type: type, interval, function: of },
    distributionRecipient: recipient,
  },
});

const FIXED = { $type: 'fixedAmount', amount: 10 };
const OWNER = { $type: 'contractOwner' };

async function expectCode(work: Promise<unknown>, code: number): Promise<void> {
  const error = await rejection(work);
  expect(error.code).toBe(code);
  expect(errorBytes(error)).toBeInstanceOf(Uint8Array);
}

describe('a pre-programmed distribution', () => {
  it('pays each share once it is due, the earliest first', async () => {
    const { platform, clock, contractId, claim, alice, owner } = await openDistribution(
      ({ owner: first, alice: second }) => ({
        preProgrammedDistribution: {
          $formatVersion: '0',
          distributions: {
            [T0 + 2 * MINUTE]: { [first]: 7, [second]: 5 },
            [T0 + MINUTE]: { [second]: 3 },
          },
        },
      }),
    );
    await expectCode(claim(alice, 'preProgrammed'), 40_716);
    await expectCode(claim(alice), 40_715);
    clock.advance(3 * MINUTE);
    expect(await claim(alice, 'preProgrammed')).toMatchObject({ amount: 3n });
    expect(await claim(alice, 'preProgrammed')).toMatchObject({ amount: 5n });
    await expectCode(claim(alice, 'preProgrammed'), 40_716);
    expect(await claim(owner, 'preProgrammed')).toMatchObject({ amount: 7n });
    const records = await platform.getDocuments({ contractId: TOKEN_HISTORY, documentType: 'claim' });
    expect(records).toHaveLength(3);
    expect(records.find(({ amount }) => amount === 7)).toMatchObject({
      recipientType: 1,
      recipientId: owner,
      distributionType: 0,
    });
    expect(await platform.getToken({ contractId })).toMatchObject({ totalSupply: 1015n });
    expect((await platform.verify()).ok).toBe(true);
    await platform.close();
  });
});

describe('a perpetual distribution', () => {
  it('pays the intervals of time since the registration or the last claim', async () => {
    const { platform, clock, claim, owner, alice } = await openDistribution(() =>
      perpetual('timeBasedDistribution', MINUTE, FIXED, OWNER),
    );
    // The registration is in the middle of an interval: T0 is 20 seconds behind its beginning.
    await expectCode(claim(owner), 40_716);
    await expectCode(claim(alice), 40_717);
    clock.advance(3 * MINUTE + 30_000);
    expect(await claim(owner)).toMatchObject({ amount: 30n });
    await expectCode(claim(owner), 40_716);
    clock.advance(MINUTE);
    expect(await claim(owner)).toMatchObject({ amount: 10n });
    await platform.close();
  });

  it('pays the same when the contract has the numbers of its tags', async () => {
    const numbered = (interval: number) => ({
      perpetualDistribution: {
        $formatVersion: 0,
        distributionType: { $type: 1, interval, function: { $type: 0, amount: 10 } },
        distributionRecipient: OWNER,
      },
    });
    const { platform, clock, contractId, claim, owner } = await openDistribution(() => numbered(MINUTE));
    clock.advance(MINUTE);
    expect(await claim(owner)).toMatchObject({ amount: 10n });
    const { contract } = (await platform.getContract({ id: contractId }))!;
    await platform.updateContract({ by: owner, contract: { ...contract, version: 2 } });
    clock.advance(2 * MINUTE);
    expect(await claim(owner)).toMatchObject({ amount: 20n });
    expect((await platform.verify()).ok).toBe(true);
    await platform.close();

    const wired = (members: object) =>
      wireContract({
        id: bytesOf(contractId),
        ownerId: bytesOf(owner),
        version: 1,
        text: JSON.stringify({
          ...contractOf(NOTE),
          ownerId: owner,
          tokens: { 0: distributedToken(members) },
        }),
        protocolVersion: 12,
        createdAt: { height: 1n, time: T0, coreHeight: 1, epoch: 0 },
      });
    expect(wired(numbered(MINUTE))).toEqual(wired(perpetual('timeBasedDistribution', MINUTE, FIXED, OWNER)));
  });

  it('pays a signed claim of what became due after the last block', async () => {
    const { platform, clock, contractId, owner } = await openDistribution(() =>
      perpetual('timeBasedDistribution', MINUTE, FIXED, OWNER),
    );
    const contract = bytesOf(contractId);
    const stateTransition = signed(
      {
        ...UNSIGNED,
        type: 'batch',
        formatVersion: 1,
        ownerId: bytesOf(owner),
        transitions: [
          {
            transition: 'token',
            action: 'claim',
            formatVersion: 0,
            base: {
              formatVersion: 0,
              identityContractNonce: 1n,
              tokenContractPosition: 0,
              dataContractId: contract,
              tokenId: tokenId(contract, 0),
              usingGroupInfo: undefined,
            },
            distributionType: 'Perpetual',
            publicNote: undefined,
          },
        ],
      },
      FIRST_KEY,
      1,
    );
    await expectCode(platform.broadcastStateTransition({ stateTransition }), 40_716);
    clock.advance(3 * MINUTE);
    const { id } = await platform.broadcastStateTransition({ stateTransition });
    expect((await platform.getStateTransition({ id }))?.rejection).toBeUndefined();
    expect(await platform.getToken({ contractId })).toMatchObject({ totalSupply: 1030n });
    await platform.close();
  });

  it('pays at most 128 intervals at once, or 32,767 of a fixed amount', async () => {
    const linear = { $type: 'linear', a: 1, d: 1, starting_amount: 1, start_step: 0 };
    const varying = await openDistribution(() => perpetual('timeBasedDistribution', MINUTE, linear, OWNER));
    varying.clock.advance(200 * MINUTE);
    await varying.claim(varying.owner);
    await varying.claim(varying.owner);
    await expectCode(varying.claim(varying.owner), 40_716);
    await varying.platform.close();
    const fixed = await openDistribution(() => perpetual('timeBasedDistribution', MINUTE, FIXED, OWNER));
    fixed.clock.advance(40_000 * MINUTE);
    expect(await fixed.claim(fixed.owner)).toMatchObject({ amount: 327_670n });
    expect(await fixed.claim(fixed.owner)).toMatchObject({ amount: 72_330n });
    await fixed.platform.close();
  });

  it('counts blocks for an identity', async () => {
    const { platform, claim, alice } = await openDistribution(({ alice: identity }) =>
      perpetual('blockBasedDistribution', 5, FIXED, { $type: 'identity', identity }),
    );
    for (let blocks = 0; blocks < 20; blocks += 1) await platform.mineBlock();
    const { amount = 0n } = await claim(alice);
    expect(amount % 10n).toBe(0n);
    expect(amount).toBeGreaterThanOrEqual(40n);
    const [record] = await platform.getDocuments({ contractId: TOKEN_HISTORY, documentType: 'claim' });
    expect(record).toMatchObject({ recipientType: 1, recipientId: alice, distributionType: 1 });
    await platform.close();
  });

  it('pays no epoch before it is over', async () => {
    const owned = await openDistribution(() => perpetual('epochBasedDistribution', 1, FIXED, OWNER));
    await expectCode(owned.claim(owned.owner), 40_716);
    owned.clock.advance(3 * EPOCH);
    await owned.platform.mineBlock();
    const { epoch } = (await owned.platform.mineBlock()).block;
    expect(epoch).toBeGreaterThan(1);
    expect(await owned.claim(owned.owner)).toMatchObject({ amount: 10n * BigInt(epoch - 1) });
    await expectCode(owned.claim(owned.owner), 40_716);
    await owned.platform.close();
  });

  it('pays evonodes nothing, as none proposes a block', async () => {
    const evonodes = { $type: 'evonodesByParticipation' };
    const { platform, clock, contractId, claim, alice } = await openDistribution(() =>
      perpetual('epochBasedDistribution', 1, FIXED, evonodes),
    );
    let epoch = 0;
    while (epoch < 3) {
      clock.advance(EPOCH);
      ({ epoch } = (await platform.mineBlock()).block);
    }
    await expectCode(claim(alice), 40_716);
    expect(await platform.getToken({ contractId })).toMatchObject({ totalSupply: 1000n });
    await platform.close();
  });

  it('mints no more than the max supply', async () => {
    const { platform, clock, contractId, claim, owner } = await openDistribution(
      () => perpetual('timeBasedDistribution', MINUTE, FIXED, OWNER),
      { maxSupply: 1005 },
    );
    clock.advance(MINUTE);
    await expectCode(claim(owner), 40_705);
    expect(await platform.getToken({ contractId })).toMatchObject({ totalSupply: 1000n });
    await platform.close();
  });

  it('fails without a number at an interval of 0, as the network does', async () => {
    const { platform, claim, owner } = await openDistribution(() =>
      perpetual('epochBasedDistribution', 0, FIXED, OWNER),
    );
    await expect(claim(owner)).rejects.toMatchObject({ reason: 'invalid-input' });
    await platform.close();
  });
});
