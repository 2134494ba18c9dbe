import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode, tokenConfigurationChangeItem, tokenPricingSchedule } from '@dapikit/protocol';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClock } from '../src/state/chain/clock.js';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { errorBytes } from '../src/base/error-bytes/error-bytes.js';
import { openLmdbStore } from '../src/store/lmdb-store.js';
import { TOKEN_HISTORY } from '../src/state/system-contract/system-ids.js';
import { balanceOf, contractWithoutId, DASH, rejection, T0 } from './platform-fixture.js';
import { distributedToken, OWNED_TOKEN, OWNER_RULES, rulesOf } from './sample-token.js';
import { NOTE } from './token-room.js';

interface TokenRoom {
  readonly platform: Platform;
  readonly contractId: string;
  readonly owner: string;
  readonly alice: string;
  readonly bob: string;
}

type People = Pick<TokenRoom, 'owner' | 'alice' | 'bob'>;

/** A platform with a token of which the owner has 1,000. */
async function openTokens(members: (people: People) => object = () => ({ tokens: { 0: OWNED_TOKEN } })) {
  const platform = await createPlatform({ clock: createClock({ time: T0, frozen: true }), proofs: false });
  const identity = async () => (await platform.createIdentity({ credits: 100n * DASH })).id;
  const people = { owner: await identity(), alice: await identity(), bob: await identity() };
  const whole = contractWithoutId(NOTE);
  const { contractId } = await platform.registerContract({
    by: people.owner,
    contract: { ...whole, ownerId: people.owner, ...members(people) },
  });
  return { platform, contractId, ...people };
}

const tokensOf = async ({ platform, contractId }: TokenRoom, identityId: string): Promise<bigint> =>
  (await platform.getTokenBalance({ contractId, identityId })).balance;

const history = async ({ platform }: TokenRoom, documentType: string) =>
  platform.getDocuments({ contractId: TOKEN_HISTORY, documentType });

/** An identity that may act, in the official JSON. */
const takerOf = (identity: string) => ({ $type: 'identity', identity });

/** Bytes in the JSON of a document. */
const bytesIn = (value: unknown): Buffer => {
  if (typeof value !== 'string') throw new TypeError('expected bytes as base64 text');
  return Buffer.from(value, 'base64');
};

/** Expects a rejection that the network can serialise. */
async function expectCode(work: Promise<unknown>, code: number): Promise<void> {
  const error = await rejection(work);
  expect(error.code).toBe(code);
  expect(errorBytes(error)).toBeInstanceOf(Uint8Array);
}

describe('minting and burning', () => {
  it('changes the supply and records it', async () => {
    const room = await openTokens();
    const { platform, contractId, owner, alice } = room;
    const by = { by: owner, contractId };
    const minted = await platform.mintTokens({ ...by, amount: 50, recipientId: alice, note: 'for you' });
    expect(minted).toMatchObject({ isExecuted: true, amount: 50n });
    await platform.burnTokens({ ...by, amount: 300 });
    expect(await platform.getToken({ contractId })).toMatchObject({ totalSupply: 750n });
    expect([await tokensOf(room, owner), await tokensOf(room, alice)]).toEqual([700n, 50n]);
    const [mint] = await history(room, 'mint');
    expect(mint).toMatchObject({ $ownerId: owner, recipientId: alice, amount: 50, note: 'for you' });
    expect(await history(room, 'burn')).toMatchObject([{ burnFromId: owner, amount: 300 }]);
    expect((await platform.verify()).ok).toBe(true);
    await platform.close();
  });

  it('rejects what the rules of the token forbid', async () => {
    const room = await openTokens(() => ({ tokens: { 0: { ...OWNED_TOKEN, maxSupply: 1010 } } }));
    const { platform, contractId, owner, alice } = room;
    const mint = (members: object) => platform.mintTokens({ by: owner, contractId, amount: 5, ...members });
    await expectCode(mint({ by: alice, recipientId: alice }), 40_701);
    await expectCode(mint({}), 10_454);
    await expectCode(mint({ recipientId: alice, amount: 0 }), 10_458);
    await expectCode(mint({ recipientId: alice, amount: 2n ** 48n }), 10_458);
    await expectCode(mint({ recipientId: alice, amount: 11 }), 40_705);
    await expectCode(mint({ recipientId: contractId }), 40_216);
    await expectCode(mint({ recipientId: alice, note: 'é'.repeat(1025) }), 10_459);
    await expectCode(mint({ recipientId: alice, position: 1 }), 10_450);
    await expectCode(platform.burnTokens({ by: owner, contractId, amount: 1001 }), 40_700);
    await expectCode(platform.burnTokens({ by: alice, contractId, amount: 1 }), 40_701);
    expect(await platform.getToken({ contractId })).toMatchObject({ totalSupply: 1000n });
    await platform.close();
  });

  it('leaves the recipient to the contract where nobody may choose', async () => {
    const room = await openTokens(({ bob }) => ({
      tokens: {
        0: distributedToken({ mintingAllowChoosingDestination: false, newTokensDestinationIdentity: bob }),
      },
    }));
    const { platform, contractId, owner, alice, bob } = room;
    const mint = { by: owner, contractId, amount: 5 };
    await expectCode(platform.mintTokens({ ...mint, recipientId: alice }), 10_455);
    await platform.mintTokens(mint);
    expect(await tokensOf(room, bob)).toBe(1005n);
    await platform.close();
  });

  it('fails without a number above 2^63 - 1 tokens, as the network does', async () => {
    const room = await openTokens(() => ({
      tokens: { 0: { ...OWNED_TOKEN, baseSupply: String(2n ** 63n - 2n) } },
    }));
    const { platform, contractId, owner } = room;
    const mint = { by: owner, contractId, recipientId: owner };
    await expect(platform.mintTokens({ ...mint, amount: 2 })).rejects.toMatchObject({
      reason: 'invalid-input',
    });
    await platform.mintTokens({ ...mint, amount: 1 });
    await platform.close();
  });
});

describe('transfers and frozen accounts', () => {
  it('moves tokens, unless the token is paused or an account frozen', async () => {
    const room = await openTokens(() => ({
      tokens: { 0: { ...OWNED_TOKEN, allowTransferToFrozenBalance: false } },
    }));
    const { platform, contractId, owner, alice, bob } = room;
    const by = { by: owner, contractId };
    const send = () => platform.transferTokens({ ...by, recipientId: alice, amount: 10 });
    await send();
    await expectCode(platform.transferTokens({ ...by, recipientId: owner, amount: 1 }), 10_456);
    await expectCode(platform.transferTokens({ ...by, recipientId: contractId, amount: 1 }), 40_718);
    await platform.pauseToken(by);
    await expectCode(send(), 40_711);
    await expectCode(platform.pauseToken(by), 40_713);
    await platform.resumeToken(by);
    await expectCode(platform.resumeToken(by), 40_714);
    await platform.freezeTokens({ ...by, identityId: alice });
    await expectCode(send(), 40_702);
    await expectCode(platform.mintTokens({ ...by, recipientId: alice, amount: 1 }), 40_702);
    await expectCode(platform.transferTokens({ by: alice, contractId, recipientId: bob, amount: 1 }), 40_702);
    const frozen = await rejection(platform.freezeTokens({ ...by, identityId: alice }));
    expect(frozen.code).toBe(40_712);
    // Like the network, it names the signer.
    expect(frozen.message).toContain(owner);
    await expectCode(platform.freezeTokens({ ...by, identityId: contractId }), 40_217);
    await expectCode(platform.unfreezeTokens({ ...by, identityId: bob }), 40_703);
    await platform.unfreezeTokens({ ...by, identityId: alice });
    await send();
    expect(await tokensOf(room, alice)).toBe(20n);
    expect(await history(room, 'transfer')).toHaveLength(2);
    expect(await history(room, 'freeze')).toMatchObject([{ frozenIdentityId: alice }]);
    expect(await history(room, 'unfreeze')).toHaveLength(1);
    expect(new Set((await history(room, 'emergencyAction')).map(({ action }) => action))).toEqual(
      new Set([0, 1]),
    );
    await platform.close();
  });

  it('resumes a token that was never paused, once', async () => {
    const room = await openTokens();
    const { platform, contractId, owner } = room;
    await platform.resumeToken({ by: owner, contractId });
    expect(await history(room, 'emergencyAction')).toHaveLength(1);
    await expectCode(platform.resumeToken({ by: owner, contractId }), 40_714);
    expect((await platform.verify()).ok).toBe(true);
    await platform.close();
  });

  it('burns what a frozen account has', async () => {
    const room = await openTokens();
    const { platform, contractId, owner, alice, bob } = room;
    const by = { by: owner, contractId };
    await platform.transferTokens({ ...by, recipientId: alice, amount: 40 });
    await expectCode(platform.destroyFrozenTokens({ ...by, identityId: bob }), 40_700);
    await expectCode(platform.destroyFrozenTokens({ ...by, identityId: alice }), 40_703);
    await platform.freezeTokens({ ...by, identityId: alice });
    await expectCode(platform.destroyFrozenTokens({ by: bob, contractId, identityId: alice }), 40_701);
    await platform.destroyFrozenTokens({ ...by, identityId: alice });
    expect(await platform.getToken({ contractId })).toMatchObject({ totalSupply: 960n });
    expect(await history(room, 'destroyFrozenFunds')).toMatchObject([
      { frozenIdentityId: alice, destroyedAmount: 40 },
    ]);
    expect((await platform.verify()).ok).toBe(true);
    await platform.close();
  });

  it('charges for a rejection and uses the nonce', async () => {
    const { platform, contractId, owner, alice } = await openTokens();
    const before = await balanceOf({ platform }, owner);
    const burn = { by: owner, contractId, amount: 1001, nonce: 2 };
    const { fee = 0n } = await rejection(platform.burnTokens(burn));
    expect(fee).toBeGreaterThan(0n);
    expect(await balanceOf({ platform }, owner)).toBe(before - fee);
    await expectCode(platform.transferTokens({ ...burn, recipientId: alice, amount: 1 }), 40_204);
    await platform.close();
  });
});

describe('prices and purchases', () => {
  it('sells new tokens at the price of the amount', async () => {
    const room = await openTokens(() => ({ tokens: { 0: { ...OWNED_TOKEN, maxSupply: 1100 } } }));
    const { platform, contractId, owner, alice } = room;
    const buy = (amount: number, totalAgreedPrice: number) =>
      platform.purchaseTokens({ by: alice, contractId, amount, totalAgreedPrice });
    await expectCode(buy(1, 100), 40_721);
    await expectCode(platform.setTokenPrice({ by: alice, contractId, price: 7 }), 40_701);
    await platform.setTokenPrice({ by: owner, contractId, price: { 2: 1000, 10: 900 } });
    await expectCode(buy(1, 5000), 40_720);
    await expectCode(buy(10, 8999), 40_719);
    await expectCode(buy(101, 10_000_000), 40_705);
    const [before, credits] = [await balanceOf(room, alice), await balanceOf(room, owner)];
    const { fee } = await buy(10, 100_000);
    expect(await balanceOf(room, alice)).toBe(before - fee - 9000n);
    expect(await balanceOf(room, owner)).toBe(credits + 9000n);
    expect(await tokensOf(room, alice)).toBe(10n);
    expect(await history(room, 'directPurchase')).toMatchObject([
      { $ownerId: alice, tokenAmount: 10, purchaseCost: 9000 },
    ]);
    const schedule = {
      type: 'setPrices',
      prices: new Map([
        [2n, 1000n],
        [10n, 900n],
      ]),
    } as const;
    const [pricing] = await history(room, 'directPricing');
    expect(bytesIn(pricing?.['priceSchedule'])).toEqual(Buffer.from(encode(tokenPricingSchedule, schedule)));
    await platform.setTokenPrice({ by: owner, contractId, price: null });
    await expectCode(buy(10, 100_000), 40_721);
    expect(await platform.getToken({ contractId })).not.toHaveProperty('price');
    await platform.close();
  });

  it('rejects a price by amount that exceeds 64 bits, which costs the fee', async () => {
    const room = await openTokens();
    const { platform, contractId, owner, alice } = room;
    await platform.setTokenPrice({ by: owner, contractId, price: { 1: 2n ** 63n } });
    const before = await balanceOf(room, alice);
    const error = await rejection(
      platform.purchaseTokens({ by: alice, contractId, amount: 2, totalAgreedPrice: 0 }),
    );
    expect(error).toMatchObject({ code: 10_700, isPaid: true });
    expect(errorBytes(error)).toBeInstanceOf(Uint8Array);
    expect(await balanceOf(room, alice)).toBe(before - (error.fee ?? 0n));
    expect(error.fee).toBeGreaterThan(0n);
    expect(await tokensOf(room, alice)).toBe(0n);
    await platform.close();
  });

  it('costs the owner of the contract nothing', async () => {
    const room = await openTokens();
    const { platform, contractId, owner } = room;
    await platform.setTokenPrice({ by: owner, contractId, price: 1_000_000 });
    const before = await balanceOf(room, owner);
    const { fee } = await platform.purchaseTokens({
      by: owner,
      contractId,
      amount: 5,
      totalAgreedPrice: 5_000_000,
    });
    expect(await balanceOf(room, owner)).toBe(before - fee);
    expect(await tokensOf(room, owner)).toBe(1005n);
    await platform.close();
  });

  it('rejects who does not have the price, also an owner of the contract', async () => {
    const room = await openTokens();
    const { platform, contractId, owner, alice } = room;
    const buy = (by: string, totalAgreedPrice: bigint) =>
      platform.purchaseTokens({ by, contractId, amount: 1, totalAgreedPrice });
    await platform.setTokenPrice({ by: owner, contractId, price: 2n ** 63n });
    await expectCode(buy(alice, 2n ** 64n - 1n), 40_210);
    await expectCode(buy(owner, 2n ** 64n - 1n), 40_210);
    const { fee } = await platform.setTokenPrice({ by: owner, contractId, price: 1n });
    const price = (await balanceOf(room, owner)) - fee - 1_000_000n;
    await platform.setTokenPrice({ by: owner, contractId, price });
    // The price alone is there, the fee on top is not.
    const before = await balanceOf(room, owner);
    expect(before).toBeGreaterThanOrEqual(price);
    await expectCode(buy(owner, price), 40_210);
    expect(await balanceOf(room, owner)).toBe(before);
    expect(await tokensOf(room, owner)).toBe(1000n);
    await platform.close();
  });
});

describe('changing the configuration', () => {
  it('makes another version of the contract and records the change', async () => {
    const room = await openTokens();
    const { platform, contractId, owner, alice } = room;
    const update = (item: object, by = owner) =>
      platform.updateTokenConfiguration({ by, contractId, item, note: 'why' });
    await update({ $type: 'maxSupply', value: 1200 });
    await expectCode(update({ $type: 'maxSupply', value: 999 }), 40_704);
    await expectCode(update({ $type: 'maxSupply', value: null }, alice), 40_701);
    const change = await history(room, 'configUpdate');
    expect(change).toMatchObject([{ changeItemType: 4, note: 'why' }]);
    const item = { type: 'maxSupply', value: 1200n } as const;
    expect(bytesIn(change[0]?.['changeItem'])).toEqual(
      Buffer.from(encode(tokenConfigurationChangeItem, item)),
    );
    const mint = { by: owner, contractId, recipientId: owner };
    await expectCode(platform.mintTokens({ ...mint, amount: 201 }), 40_705);
    const contract = await platform.getContract({ id: contractId });
    expect(contract).toMatchObject({ version: 2, contract: { version: 2, documentSchemas: NOTE } });
    expect((await platform.verify()).ok).toBe(true);
    await platform.close();
  });

  it('changes a contract that newer rules would not register', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dapikit-tokens-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const open = async (protocolVersion: number) =>
      createPlatform({
        store: openLmdbStore({ path: join(folder, 'state') }),
        clock: createClock({ time: T0, frozen: true }),
        proofs: false,
        protocolVersion,
      });
    const old = await open(11);
    const { id: owner } = await old.createIdentity({ credits: 100n * DASH });
    const whole = contractWithoutId(NOTE);
    const { sizedIntegerTypes: _sized, ...config } = { sizedIntegerTypes: true, ...Object(whole).config };
    const contract = {
      ...whole,
      config: { ...config, $formatVersion: '0' },
      ownerId: owner,
      tokens: { 0: OWNED_TOKEN },
    };
    const { contractId } = await old.registerContract({ by: owner, contract });
    await old.close();
    const platform = await open(13);
    await expect(platform.registerContract({ by: owner, contract })).rejects.toMatchObject({ code: 40_002 });
    const item = { $type: 'maxSupply', value: 1200 };
    await platform.updateTokenConfiguration({ by: owner, contractId, item });
    const mint = { by: owner, contractId, recipientId: owner };
    await expectCode(platform.mintTokens({ ...mint, amount: 201 }), 40_705);
    expect((await platform.verify()).ok).toBe(true);
    await platform.close();
  });

  it('changes a contract with many tokens', async () => {
    const tokens = Object.fromEntries(Array.from({ length: 36 }, (_, at) => [at, OWNED_TOKEN]));
    const { platform, contractId, owner } = await openTokens(() => ({ tokens }));
    // Each change writes all members of its token: the text of the contract grows.
    for (const position of [...Array.from({ length: 36 }).keys(), 0])
      await platform.updateTokenConfiguration({
        by: owner,
        contractId,
        position,
        item: { $type: 'maxSupply', value: 1200 },
      });
    expect(await platform.getContract({ id: contractId })).toMatchObject({ version: 38 });
    await platform.close();
  });

  it('is for whom the rules say, who replace each other', async () => {
    const room = await openTokens();
    const { platform, contractId, owner, alice, bob } = room;
    const update = (item: object, by = owner) => platform.updateTokenConfiguration({ by, contractId, item });
    await update({ $type: 'manualMinting', value: takerOf(alice) });
    await expectCode(platform.mintTokens({ by: owner, contractId, recipientId: bob, amount: 1 }), 40_701);
    await platform.mintTokens({ by: alice, contractId, recipientId: bob, amount: 1 });
    await expectCode(update({ $type: 'manualMinting', value: takerOf(contractId) }), 40_707);
    await expectCode(update({ $type: 'manualMinting', value: { $type: 'group', position: 0 } }), 40_708);
    await expectCode(update({ $type: 'manualMinting', value: { $type: 'mainGroup' } }), 40_709);
    await expectCode(update({ $type: 'manualMinting', value: { $type: 'noOne' } }), 40_701);
    await expectCode(update({ $type: 'manualMintingAdminGroup', value: takerOf(bob) }), 40_701);
    await expectCode(update({ $type: 'newTokensDestinationIdentity', value: contractId }), 40_706);
    await expectCode(update({ $type: 'mainControlGroup', value: 3 }), 40_710);
    await expectCode(update({ $type: 'tokenConfigurationNoChange' }), 10_457);
    await expectCode(update({ $type: 'perpetualDistribution', value: null }), 10_006);
    await update({ $type: 'newTokensDestinationIdentity', value: bob });
    await platform.mintTokens({ by: alice, contractId, amount: 4 });
    expect(await tokensOf(room, bob)).toBe(5n);
    await platform.close();
  });

  it('lets admins replace themselves only where that is allowed', async () => {
    const free = rulesOf(
      { $type: 'contractOwner' },
      {
        selfChangingAdminActionTakersAllowed: true,
        changingAuthorizedActionTakersToNoOneAllowed: true,
      },
    );
    const room = await openTokens(() => ({ tokens: { 0: { ...OWNED_TOKEN, freezeRules: free } } }));
    const { platform, contractId, owner, alice } = room;
    const update = (item: object, by = owner) => platform.updateTokenConfiguration({ by, contractId, item });
    await expectCode(update({ $type: 'freezeAdminGroup', value: { $type: 'noOne' } }), 40_701);
    await update({ $type: 'freezeAdminGroup', value: { $type: 'identity', identity: alice } });
    await expectCode(update({ $type: 'freeze', value: { $type: 'noOne' } }), 40_701);
    await update({ $type: 'freeze', value: { $type: 'noOne' } }, alice);
    await expectCode(platform.freezeTokens({ by: owner, contractId, identityId: alice }), 40_701);
    expect(await history(room, 'configUpdate')).toHaveLength(2);
    await platform.close();
  });

  it('is what a later update of the contract must repeat', async () => {
    const room = await openTokens();
    const { platform, contractId, owner } = room;
    await platform.updateTokenConfiguration({
      by: owner,
      contractId,
      item: { $type: 'maxSupply', value: 5000 },
    });
    const { contract = {} } = (await platform.getContract({ id: contractId })) ?? {};
    const stale = { ...contract, version: 3, tokens: { 0: OWNED_TOKEN } };
    await expect(platform.updateContract({ by: owner, contract: stale })).rejects.toMatchObject({
      code: 40_004,
    });
    await platform.updateContract({ by: owner, contract: { ...contract, version: 3 } });
    expect(await platform.getContract({ id: contractId })).toMatchObject({ version: 3 });
    await platform.close();
  });
});

describe('tokens that come with an update of a contract', () => {
  it('distribute nothing up to protocol 13', async () => {
    const room = await openTokens();
    const { platform, contractId, owner } = room;
    const { contract = {} } = (await platform.getContract({ id: contractId })) ?? {};
    const added = distributedToken({
      preProgrammedDistribution: { $formatVersion: '0', distributions: { [T0]: { [owner]: 9 } } },
    });
    await platform.updateContract({
      by: owner,
      contract: { ...contract, version: 2, tokens: { 0: OWNED_TOKEN, 1: added } },
    });
    const claim = { by: owner, contractId, position: 1, distribution: 'preProgrammed' } as const;
    await expect(platform.claimTokens(claim)).rejects.toMatchObject({ reason: 'invalid-input' });
    await platform.mintTokens({ by: owner, contractId, position: 1, recipientId: owner, amount: 1 });
    await platform.close();
  });
});

it('keeps no history where the token keeps none', async () => {
  const keepsHistory = {
    $formatVersion: '0',
    keepsTransferHistory: false,
    keepsFreezingHistory: false,
    keepsMintingHistory: false,
    keepsBurningHistory: false,
    keepsDirectPricingHistory: false,
    keepsDirectPurchaseHistory: false,
  };
  const room = await openTokens(() => ({
    tokens: { 0: { ...OWNED_TOKEN, keepsHistory, emergencyActionRules: OWNER_RULES } },
  }));
  const { platform, contractId, owner, alice } = room;
  const by = { by: owner, contractId };
  await platform.mintTokens({ ...by, amount: 50, recipientId: alice });
  await platform.burnTokens({ ...by, amount: 3 });
  await platform.transferTokens({ ...by, recipientId: alice, amount: 10 });
  await platform.freezeTokens({ ...by, identityId: alice });
  await platform.setTokenPrice({ ...by, price: 5 });
  await platform.purchaseTokens({ ...by, amount: 1, totalAgreedPrice: 5 });
  for (const type of ['mint', 'burn', 'transfer', 'freeze', 'directPricing', 'directPurchase'])
    expect(await history(room, type)).toEqual([]);
  // What ends in an emergency is always recorded.
  await platform.pauseToken(by);
  expect(await history(room, 'emergencyAction')).toHaveLength(1);
  await platform.close();
});
