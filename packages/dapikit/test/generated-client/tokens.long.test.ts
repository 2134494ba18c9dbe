import { readFileSync } from 'node:fs';
import { ClientError, identifier, identifierText } from '@dapikit/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DapikitProcess } from '../dev-process.js';
import { keyOn, LocalNetwork } from '../facade/local-network.js';
import { createClub, type Club } from './club/index.js';

const CONTRACT: Readonly<Record<string, unknown>> = JSON.parse(
  readFileSync(new URL('club.json', import.meta.url), 'utf8'),
);
/** Blocks between two claims. */
const INTERVAL = 100;

describe('tokens and groups of a generated client against dapikit dev', { timeout: 300_000 }, () => {
  const server = new DapikitProcess(['dev', '--port', '0']);
  let network: LocalNetwork;
  let ownerId = identifier(new Uint8Array(32));
  let memberId = ownerId;
  let owner: Club;
  let member: Club;

  beforeAll(async () => {
    await server.started();
    network = await LocalNetwork.connect(server.url);
    const [first, second] = [await network.account(0, 0), await network.account(0, 1)];
    [ownerId, memberId] = [identifier(first.id), identifier(second.id)];
    const groups = {
      0: { $formatVersion: '0', members: { [first.id]: 1, [second.id]: 1 }, requiredPower: 2 },
    };
    const { contractId } = await network.call('platform', 'registerContract', {
      by: first.id,
      contract: { ...CONTRACT, ownerId: first.id, groups },
    });
    const clientOf = async (identityId: string, index: number): Promise<Club> => {
      const privateKey = (await keyOn(0, `m/9'/1'/5'/0'/0'/${index}'/2'`)).toWIF();
      return createClub(network.sdk, {
        contractId: String(contractId),
        signer: { identityId, privateKey },
      });
    };
    owner = await clientOf(first.id, 0);
    member = await clientOf(second.id, 1);
  }, 300_000);
  afterAll(() => server.stop());

  it('mints, sends and burns tokens, which a model counts along', async () => {
    const { coin } = owner.$tokens;
    expect([await coin.balance(), await coin.supply()]).toEqual([1000n, 1000n]);
    await coin.mint(50n, { to: memberId, note: 'welcome' });
    await coin.mint(7n, { to: ownerId });
    await coin.transfer(memberId, 100n);
    await coin.burn(5n);
    await member.$tokens.coin.transfer(ownerId, 1n);
    const balances = await coin.balances([ownerId, memberId]);
    expect([balances.get(identifierText(ownerId)), balances.get(identifierText(memberId))]).toEqual([
      1000n + 7n - 100n - 5n + 1n,
      50n + 100n - 1n,
    ]);
    expect(await coin.supply()).toBe(1052n);
    expect(await member.$tokens.coin.balance()).toBe(149n);
  });

  it('freezes an identity, and destroys its tokens', async () => {
    const { coin } = owner.$tokens;
    await coin.freeze(memberId);
    expect([await coin.isFrozen(memberId), await coin.isFrozen()]).toEqual([true, false]);
    await expect(member.$tokens.coin.transfer(ownerId, 1n)).rejects.toMatchObject({
      code: 40_702,
      reason: 'IdentityTokenAccountFrozenError',
    });
    await coin.destroyFrozen(memberId);
    await coin.unfreeze(memberId);
    expect([await coin.balance(memberId), await coin.isFrozen(memberId)]).toEqual([0n, false]);
  });

  it('pauses and resumes transfers', async () => {
    const { coin } = owner.$tokens;
    await coin.pause();
    expect(await coin.isPaused()).toBe(true);
    await expect(coin.transfer(memberId, 1n)).rejects.toMatchObject({ code: 40_711 });
    await coin.resume();
    expect(await coin.isPaused()).toBe(false);
    await coin.transfer(memberId, 1n);
  });

  it('sells tokens at one price, or by amount, until the price is removed', async () => {
    const { coin } = owner.$tokens;
    await coin.setPrice(7n);
    expect(await coin.price()).toBe(7n);
    const before = await coin.balance(memberId);
    await member.$tokens.coin.buy(3n, 21n);
    expect(await coin.balance(memberId)).toBe(before + 3n);
    await coin.setPrice(
      new Map([
        [1n, 10n],
        [5n, 8n],
      ]),
    );
    await member.$tokens.coin.buy(5n, 40n);
    await expect(member.$tokens.coin.buy(1n, 9n)).rejects.toMatchObject({ code: 40_719 });
    await coin.setPrice(undefined);
    await expect(member.$tokens.coin.buy(1n, 100n)).rejects.toMatchObject({ code: 40_721 });
    expect(await coin.price()).toBeUndefined();
  });

  it('claims tokens of a distribution', async () => {
    for (let block = 0; block < INTERVAL; block += 1) await network.call('platform', 'mineBlock', {});
    const before = await owner.$tokens.coin.balance();
    await owner.$tokens.coin.claim('perpetual');
    expect(await owner.$tokens.coin.balance()).toBeGreaterThan(before);
    await expect(owner.$tokens.coin.claim('perpetual')).rejects.toMatchObject({ code: 40_716 });
  });

  it('executes actions of a group when enough members approved them', async () => {
    const group = owner.$groups[0];
    expect([await group.requiredPower(), [...(await group.members()).values()]]).toEqual([2, [1, 1]]);
    const [share, other] = [owner.$tokens.share, member.$tokens.share];
    const steps: readonly ((actions: ReturnType<typeof share.propose>) => Promise<unknown>)[] = [
      async (actions) => actions.mint(30n, { to: memberId, note: 'a gift' }),
      async (actions) => actions.burn(2n),
      async (actions) => actions.freeze(memberId),
      async (actions) => actions.unfreeze(memberId),
      async (actions) => actions.pause(),
      async (actions) => actions.resume(),
      async (actions) => actions.setPrice(undefined),
      async (actions) =>
        actions.setPrice(
          new Map([
            [300n, 2n ** 33n],
            [1n, 70_000n],
          ]),
        ),
      async (actions) => actions.setPrice(5n),
    ];
    for (const step of steps) {
      const actionId = identifier(Object(await step(share.propose())));
      expect((await group.actions()).map(identifierText)).toContain(identifierText(actionId));
      expect([...(await group.approvals(actionId)).keys()]).toEqual([identifierText(ownerId)]);
      await step(other.approve(actionId));
      expect((await group.actions('closed')).map(identifierText)).toContain(identifierText(actionId));
    }
    expect([await share.balance(memberId), await share.price()]).toEqual([30n, 5n]);
    expect(await share.supply()).toBe(1028n);
  });

  it('reads and writes tokens of a contract without document types', async () => {
    const groups = {
      0: {
        ...Object(CONTRACT['groups'])[0],
        members: { [identifierText(ownerId)]: 1, [identifierText(memberId)]: 1 },
      },
    };
    const { contractId } = await network.call('platform', 'registerContract', {
      by: identifierText(ownerId),
      contract: { ...CONTRACT, ownerId: identifierText(ownerId), documentSchemas: {}, groups },
    });
    const privateKey = (await keyOn(0, "m/9'/1'/5'/0'/0'/0'/2'")).toWIF();
    // An SDK of its own knows no contract.
    const { sdk } = await LocalNetwork.connect(server.url);
    const signer = { identityId: ownerId, privateKey };
    const { coin } = createClub(sdk, { contractId: String(contractId), signer }).$tokens;
    await coin.transfer(memberId, 10n);
    expect(await coin.balance(memberId)).toBe(10n);
  });

  it('sends no amounts and prices that have no 64 bits, and goes on', async () => {
    const { coin, share } = owner.$tokens;
    await expect(coin.transfer(memberId, -1n)).rejects.toThrow('out of u64 range');
    await expect(coin.transfer(memberId, 2n ** 64n + 1n)).rejects.toThrow(ClientError);
    await expect(share.propose().setPrice(2n ** 64n + 5n)).rejects.toThrow('a price is from 0 to 2^64 - 1');
    const before = await coin.balance(memberId);
    await coin.transfer(memberId, 1n);
    expect(await coin.balance(memberId)).toBe(before + 1n);
  });

  it('does not send an action of a group that is not the one that was proposed', async () => {
    const actionId = await owner.$tokens.share.propose().mint(5n, { to: memberId });
    await expect(member.$tokens.share.approve(actionId).mint(50n, { to: memberId })).rejects.toMatchObject({
      code: 40_804,
    });
  });
});

/** Lists calls that do not compile: the compiler checks them, and nothing runs them. */
export async function rejectedByTheCompiler(club: Club): Promise<void> {
  // @ts-expect-error -- a group decides
  await club.$tokens.share.mint;
  // @ts-expect-error -- nobody mints this token
  await club.$tokens.token2.mint;
  // @ts-expect-error -- the contract does not say who gets the tokens
  await club.$tokens.coin.mint(1n);
  // @ts-expect-error -- there is no such distribution
  await club.$tokens.coin.claim('preProgrammed');
  // @ts-expect-error -- it is not for sale
  await club.$tokens.token2.buy(1n, 1n);
}
