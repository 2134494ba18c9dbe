import { stateTransitionId, type StateTransition } from '@dapikit/protocol';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { createPlatform } from '../src/api/platform.js';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { onEachEngine } from './engines.js';
import { contractWithoutId, DASH } from './platform-fixture.js';
import { OWNED_TOKEN } from './sample-token.js';
import { keysFrom, signed, UNSIGNED } from './signer.js';
import { NOTE } from './token-room.js';

const ALICE = 300;
const TRANSFER = 3;
const COUNT = 5;

onEachEngine((engine) => {
  it('lists executed transitions in pages, the newest first, also those of one identity', async () => {
    const platform = await createPlatform({ store: await engine.open() });
    const create = async (first: number) =>
      (await platform.createIdentity({ credits: 10n * DASH, keys: keysFrom(first) })).id;
    const [alice, bob, carol] = [await create(ALICE), await create(400), await create(500)];
    const sent: string[] = [];
    const send = async (at: number): Promise<void> => {
      const transfer: StateTransition = {
        ...UNSIGNED,
        type: 'identityCreditTransfer',
        formatVersion: 0,
        identityId: bytesOf(alice),
        recipientId: bytesOf(at % 2 === 0 ? bob : carol),
        amount: 1_000_000n,
        nonce: BigInt(at + 1),
      };
      const stateTransition = signed(transfer, ALICE, TRANSFER);
      sent.unshift(bytesToHex(stateTransitionId(stateTransition)));
      await platform.broadcastStateTransition({ stateTransition });
    };
    for (let at = 0; at < COUNT; at += 1) await send(at);
    const page = async (input: Parameters<typeof platform.listStateTransitions>[0]) => {
      const { transitions, nextBeforeHeight } = await platform.listStateTransitions(input);
      return [transitions.map(({ id }) => sent.indexOf(id)), nextBeforeHeight !== undefined];
    };
    expect(await page({})).toEqual([[0, 1, 2, 3, 4], false]);
    expect(await page({ limit: 2 })).toEqual([[0, 1], true]);
    const { nextBeforeHeight = 0n } = await platform.listStateTransitions({ limit: 2 });
    expect(await page({ limit: 2, beforeHeight: nextBeforeHeight })).toEqual([[2, 3], true]);
    expect(await page({ identityId: carol })).toEqual([[1, 3], false]);
    expect(await page({ identityId: bob, limit: 1 })).toEqual([[0], true]);
    const [newest] = (await platform.listStateTransitions({ limit: 1 })).transitions;
    const stored = await platform.getStateTransition({ id: sent[0] ?? '' });
    expect(newest).toEqual(stored);
    expect(stored?.id).toBe(sent[0]);
    expect(await platform.getIdentityNonce({ id: alice })).toEqual({ nonce: BigInt(COUNT) });
    expect(await platform.getIdentityNonce({ id: bob })).toEqual({ nonce: 0n });

    const ofCarol = await platform.listStateTransitions({ identityId: carol });
    const snapshot = await platform.snapshot();
    await send(COUNT);
    expect((await platform.listStateTransitions({ identityId: carol })).transitions).toHaveLength(3);
    await platform.revert(snapshot);
    expect(await platform.listStateTransitions({ identityId: carol })).toEqual(ofCarol);
    const other = await createPlatform({ store: await engine.open() });
    await other.importState(await platform.exportState());
    expect(await other.listStateTransitions({ identityId: carol })).toEqual(ofCarol);
    for (const one of [platform, other]) {
      expect(await one.verify()).toMatchObject({ ok: true, entries: [] });
      await one.close();
    }
  });

  it('lists identities, tokens and their accounts in pages', async () => {
    const platform = await createPlatform({ store: await engine.open() });
    const create = async () => (await platform.createIdentity({ credits: 100n * DASH })).id;
    const ids = [await create(), await create(), await create()];
    const [owner = '', bob = '', carol = ''] = ids;
    const whole = contractWithoutId(NOTE);
    const { contractId } = await platform.registerContract({
      by: owner,
      contract: { ...whole, ownerId: owner, tokens: { 0: OWNED_TOKEN, 1: OWNED_TOKEN } },
    });
    const all = await platform.listIdentities();
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    const paged: string[] = [];
    for (;;) {
      const startAfter = paged.at(-1);
      const page = await platform.listIdentities({ ...(startAfter && { startAfter }), limit: 2 });
      paged.push(...page.map(({ id }) => id));
      if (page.length < 2) break;
    }
    expect(paged).toEqual(all.map(({ id }) => id));
    expect(all.find(({ id }) => id === bob)?.balance).toBe(
      (await platform.getIdentity({ id: bob }))?.balance,
    );

    await platform.transferTokens({ by: owner, contractId, recipientId: bob, amount: 10 });
    await platform.setTokenFrozen({ contractId, identityId: bob, isFrozen: true });
    await platform.setTokenPrice({ by: owner, contractId, price: 20 });
    const tokens = await platform.listTokens();
    expect(tokens.map(({ id }) => id)).toEqual(
      tokens.map(({ id }) => id).toSorted((a, b) => Buffer.compare(bytesOf(a), bytesOf(b))),
    );
    for (const token of tokens) expect(token).toEqual(await platform.getToken({ tokenId: token.id }));
    expect(await platform.listTokens({ startAfter: tokens[0]?.id ?? '' })).toEqual(tokens.slice(1));
    const accounts = await platform.listTokenAccounts({ contractId });
    expect(new Map(accounts.map(({ identityId, ...account }) => [identityId, account]))).toEqual(
      new Map(
        await Promise.all(
          [owner, bob].map(
            async (identityId) =>
              [identityId, await platform.getTokenBalance({ contractId, identityId })] as const,
          ),
        ),
      ),
    );
    expect(accounts.map(({ identityId }) => identityId)).not.toContain(carol);
    await platform.close();
  });
});
