import { readFileSync } from 'node:fs';
import { identifier, identifierText } from '@dapikit/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DapikitProcess } from '../dev-process.js';
import { keyOn, LocalNetwork } from '../facade/local-network.js';
import { RejectingPeer } from './rejecting-peer.js';
import { createClub, type Club } from './club/index.js';
import { createMarket, type Market } from './market/index.js';

const contractOf = (name: string): object =>
  JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'));

describe('a generated client whose executed broadcasts are rejected', { timeout: 300_000 }, () => {
  const server = new DapikitProcess(['dev', '--port', '0']);
  let peer: RejectingPeer;
  let market: Market;
  let rival: Market;
  let club: Club;
  let rivalClub: Club;
  let ownerId = identifier(new Uint8Array(32));
  let otherId = ownerId;

  beforeAll(async () => {
    await server.started();
    peer = await RejectingPeer.start(server.url);
    const network = await LocalNetwork.connect(peer.url);
    const [owner, other] = [await network.account(0, 0), await network.account(0, 1)];
    [ownerId, otherId] = [identifier(owner.id), identifier(other.id)];
    const signer = {
      identityId: owner.id,
      privateKey: (await keyOn(0, "m/9'/1'/5'/0'/0'/0'/2'")).toWIF(),
    };
    const register = async (contract: object): Promise<string> => {
      const { contractId } = await network.call('platform', 'registerContract', { by: owner.id, contract });
      return String(contractId);
    };
    const marketId = await register(contractOf('market'));
    market = createMarket(network.sdk, { contractId: marketId, signer });
    rival = createMarket(network.sdk, { contractId: marketId, signer });
    const groups = {
      0: { $formatVersion: '0', members: { [owner.id]: 1, [other.id]: 1 }, requiredPower: 2 },
    };
    const clubId = await register({ ...contractOf('club'), ownerId: owner.id, groups });
    club = createClub(network.sdk, { contractId: clubId, signer });
    rivalClub = createClub(network.sdk, { contractId: clubId, signer });
  }, 300_000);
  afterAll(async () => {
    peer.stop();
    await server.stop();
  });

  it('says that another client of the identity was faster', async () => {
    const polls = ['first', 'second'];
    const settled = await Promise.allSettled(
      [market, rival].map(async (client, at) => client.vote.create({ poll: polls[at] ?? '', weight: 1 })),
    );
    const rejected = settled.filter(({ status }) => status === 'rejected');
    expect(rejected).toMatchObject([{ reason: { reason: 'InvalidIdentityNonceError' } }]);
    expect(await market.vote.all().toArray()).toHaveLength(1);
    expect(peer.knowsRejection).toBe(true);
  });

  it('returns what was written, not the rejection', async () => {
    peer.isRejecting = true;
    const written = await market.offer.create({
      topic: 'once',
      seller: ownerId,
      code: Uint8Array.of(1),
      size: 5n,
    });
    expect(written).toMatchObject({ topic: 'once', $revision: 1n });
    const changed = await market.offer.replace(written, { topic: 'twice' });
    expect(changed).toMatchObject({ topic: 'twice', $revision: 2n });
    const priced = await market.offer.setPrice(changed, 10n);
    const given = await market.offer.transfer(priced, otherId);
    expect(identifierText(given.$ownerId)).toBe(identifierText(otherId));
    const other = await market.offer.create({
      topic: 'x',
      seller: ownerId,
      code: Uint8Array.of(2),
      size: 5n,
    });
    await market.offer.delete(other);
    expect(await market.offer.get(other.$id)).toBeUndefined();
    expect(await market.offer.all().toArray()).toEqual([given]);
    expect(peer.rejected).toBe(6);
  });

  it('returns from actions on tokens that were executed', async () => {
    peer.isRejecting = true;
    const { coin } = club.$tokens;
    await coin.transfer(otherId, 3n);
    await coin.mint(5n, { to: otherId });
    expect(await coin.balance(otherId)).toBe(8n);
    expect(peer.rejected).toBe(8);
  });

  it('says that another client of the identity was faster with its tokens', async () => {
    peer.isRejecting = false;
    // Now it knows its key as the other one does, and is as fast.
    await rivalClub.$tokens.coin.transfer(otherId, 1n);
    const settled = await Promise.allSettled(
      [club, rivalClub].map(async ({ $tokens: { coin } }, at) => coin.transfer(otherId, BigInt(10 + at))),
    );
    expect([19n, 20n]).toContain(await club.$tokens.coin.balance(otherId));
    const rejected = settled.filter(({ status }) => status === 'rejected');
    expect(rejected).toMatchObject([
      { reason: { code: 40_204, reason: 'InvalidIdentityNonceError', fix: expect.any(String) } },
    ]);
  });
});
