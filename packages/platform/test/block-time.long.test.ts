import { groupActionId, stateTransitionId } from '@dapikit/protocol';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { identifierText } from '../src/base/bytes/identifier.js';
import { onEachEngine } from './engines.js';
import { contractWithoutId, DASH } from './platform-fixture.js';
import { OWNED_TOKEN, rulesOf } from './sample-token.js';
import { NOTE } from './token-room.js';
import { keysFrom, signed, UNSIGNED } from './signer.js';

const [ALICE, BOB] = [300, 400];
const TRANSFER = 3;
/** No test waits for such a block: each makes it itself. */
const LONG_MS = 3_600_000;

const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => Reflect.get(Object(error), 'code'),
  );

const broadcast = async (platform: Platform, stateTransition: Uint8Array): Promise<string> =>
  (await platform.broadcastStateTransition({ stateTransition })).id;

onEachEngine((engine) => {
  /** A platform whose blocks are made by `mineBlock`, with two identities. */
  const open = async () => {
    let blockTime = 0;
    const platform = await createPlatform({
      store: await engine.open(),
      blockTime: () => blockTime,
      signsWithStore: true,
    });
    const create = async (first: number): Promise<string> =>
      (await platform.createIdentity({ credits: DASH, keys: keysFrom(first) })).id;
    const [alice, bob] = [await create(ALICE), await create(BOB)];
    // From here on, trees change with each block.
    await platform.getProof();
    blockTime = LONG_MS;
    const transferOf = (by: 'alice' | 'bob', nonce: number, amount: bigint): Uint8Array =>
      signed(
        {
          ...UNSIGNED,
          type: 'identityCreditTransfer',
          formatVersion: 0,
          identityId: bytesOf(by === 'alice' ? alice : bob),
          recipientId: bytesOf(by === 'alice' ? bob : alice),
          amount,
          nonce: BigInt(nonce),
        },
        by === 'alice' ? ALICE : BOB,
        TRANSFER,
      );
    const setBlockTime = (milliseconds: number): void => {
      blockTime = milliseconds;
    };
    return { platform, alice, bob, transferOf, setBlockTime };
  };
  it('state transitions share a block in the order in which they arrive', async () => {
    const { platform, alice, bob, transferOf } = await open();
    const before = await platform.status();
    const sent: string[] = [];
    for (const nonce of [1, 2, 3])
      sent.push(await broadcast(platform, transferOf('alice', nonce, 1_000_000n)));
    sent.push(await broadcast(platform, transferOf('bob', 1, 2_000_000n)));
    const known = platform.broadcastStateTransition({ stateTransition: transferOf('bob', 1, 2_000_000n) });
    await expect(known).rejects.toMatchObject({ reason: 'known-transition', place: 'mempool' });
    expect((await platform.status()).block).toEqual(before.block);
    const waiting = sent.map(async (id) => platform.waitForStateTransition({ id }));
    await platform.mineBlock();
    const executed = await Promise.all(waiting);
    const height = (before.block?.height ?? 0n) + 1n;
    expect(executed.map((one) => [one?.block.height, one?.rejection])).toEqual(
      sent.map(() => [height, undefined]),
    );
    expect((await platform.listStateTransitions({})).transitions.map(({ id }) => id)).toEqual(
      sent.toReversed(),
    );
    const page = await platform.listStateTransitions({ limit: 2 });
    expect(page.transitions.map(({ id }) => id)).toEqual(sent.toReversed());
    const fees = executed.map((one) => one?.fee ?? 0n);
    expect((await platform.getIdentity({ id: alice }))?.balance).toBe(
      DASH - 1_000_000n - fees.slice(0, 3).reduce((sum, fee) => sum + fee, 0n),
    );
    expect((await platform.getIdentity({ id: bob }))?.balance).toBe(DASH + 1_000_000n - (fees[3] ?? 0n));
    expect((await platform.getProof()).metadata.height).toBe(height + 1n);
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    await platform.close();
  });

  it('what layer 1 knows comes at once, and lets the transitions wait for their block', async () => {
    const { platform, transferOf } = await open();
    const id = await broadcast(platform, transferOf('alice', 1, 1_000_000n));
    const { proTxHash } = await platform.registerMasternode();
    await platform.changeVotingAddress({ proTxHash, votingAddress: 'ab'.repeat(20) });
    expect(await platform.listMasternodes()).toMatchObject([{ proTxHash, votingAddress: 'ab'.repeat(20) }]);
    await platform.removeMasternode({ proTxHash });
    expect(await platform.getStateTransition({ id })).toBeUndefined();
    const { block: last } = await platform.status();
    await platform.mineBlock();
    const { block } = (await platform.getStateTransition({ id })) ?? {};
    expect(block?.height).toBe((last?.height ?? 0n) + 1n);
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    await platform.close();
  });

  it('a transition that the block rejects leaves those around it as they are', async () => {
    const { platform, alice, transferOf } = await open();
    const rest = 2_000_000_000n;
    const first = await broadcast(platform, transferOf('alice', 1, DASH - rest));
    // Alone it would be executed, and passes the check.
    const second = transferOf('alice', 2, DASH - rest);
    const rejected = await broadcast(platform, second);
    const third = await broadcast(platform, transferOf('alice', 3, 1_000_000n));
    const waiting = codeOf(platform.waitForStateTransition({ id: rejected }));
    await platform.mineBlock();
    expect(await waiting).toBe(40_210);
    expect(await codeOf(platform.waitForStateTransition({ id: rejected }))).toBe(40_210);
    const [one, other] = await Promise.all(
      [first, third].map(async (id) => platform.getStateTransition({ id })),
    );
    expect([one?.rejection, other?.rejection]).toEqual([undefined, undefined]);
    expect(other?.block).toEqual(one?.block);
    expect(await platform.getStateTransition({ id: rejected })).toBeUndefined();
    expect((await platform.getIdentity({ id: alice }))?.balance).toBe(
      rest - 1_000_000n - (one?.fee ?? 0n) - (other?.fee ?? 0n),
    );
    expect(bytesToHex(stateTransitionId(second))).toBe(rejected);
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    await platform.close();
  });

  it('unsigned calls share a block, and a rejected one has no effect', async () => {
    const { platform, alice, bob } = await open();
    const height = (await platform.status()).block?.height ?? 0n;
    const transfer = async (credits: bigint) =>
      platform.transferCredits({ by: alice, recipientId: bob, credits });
    const calls = [
      transfer(1_000_000n),
      transfer(2n * DASH),
      platform.createIdentity({ credits: 5n }),
      transfer(2_000_000n),
    ] as const;
    const settled = Promise.allSettled(calls);
    await platform.mineBlock();
    const outcomes = await settled;
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    const [one, four] = await Promise.all([calls[0], calls[3]]);
    expect([one.block.height, four.block.height]).toEqual([height + 1n, height + 1n]);
    // All are rejected: there is no block.
    const late = codeOf(transfer(2n * DASH));
    const { block } = await platform.mineBlock();
    expect(await late).toBe(40_210);
    expect(block.height).toBe(height + 3n);
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    await platform.close();
  });

  it('an action of a group that is closed in the block of its proposal leaves the trees sound', async () => {
    let onQueued: (() => void) | undefined;
    const platform = await createPlatform({
      store: await engine.open(),
      // A call asks for the interval when it is about to wait for its block.
      blockTime: () => {
        onQueued?.();
        return onQueued === undefined ? 0 : LONG_MS;
      },
      signsWithStore: true,
    });
    const identity = async (): Promise<string> =>
      (await platform.createIdentity({ credits: 100n * DASH })).id;
    const [owner, alice, bob] = [await identity(), await identity(), await identity()];
    const whole = contractWithoutId(NOTE);
    const { contractId } = await platform.registerContract({
      by: owner,
      contract: {
        ...whole,
        ownerId: owner,
        groups: { 0: { $formatVersion: '0', members: { [alice]: 1, [bob]: 1 }, requiredPower: 2 } },
        tokens: { 0: { ...OWNED_TOKEN, manualMintingRules: rulesOf({ $type: 'group', position: 0 }) } },
      },
    });
    await platform.getProof();
    const { id: tokenId = '' } = (await platform.getToken({ contractId })) ?? {};
    const action = {
      action: 'mint',
      amount: 7n,
      issuedToIdentityId: undefined,
      publicNote: undefined,
    } as const;
    const origin = { tokenId: bytesOf(tokenId), proposerId: bytesOf(alice), nonce: 5n, protocolVersion: 13 };
    const id = groupActionId(action, origin);
    if (id === undefined) throw new Error('expected an id');
    let queued = 0;
    const bothQueued = new Promise<void>((resolve) => {
      onQueued = () => {
        queued += 1;
        if (queued === 2) resolve();
      };
    });
    const input = { contractId, recipientId: bob, amount: 7 };
    const proposing = platform.mintTokens({ ...input, by: alice, nonce: 5, group: { position: 0 } });
    const signing = platform.mintTokens({
      ...input,
      by: bob,
      group: { position: 0, actionId: identifierText(id) },
    });
    // Both read before they wait for their block.
    await bothQueued;
    await platform.mineBlock();
    const [proposed, closed] = await Promise.all([proposing, signing]);
    expect(closed).toMatchObject({ isExecuted: true });
    expect(closed.block).toEqual(proposed.block);
    expect((await platform.getProof()).metadata.height).toBe(closed.block.height + 1n);
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    await platform.close();
  });

  it('a transition is not accepted where too many wait for their block', async () => {
    const { platform, alice, bob, transferOf } = await open();
    const height = (await platform.status()).block?.height ?? 0n;
    const waiting = Array.from({ length: 5_000 }, async () =>
      platform.transferCredits({ by: alice, recipientId: bob, credits: 2n * DASH }),
    );
    const settled = Promise.allSettled(waiting);
    const stateTransition = transferOf('alice', 1, 1_000_000n);
    const busy = { reason: 'busy', isTransient: true };
    await expect(platform.broadcastStateTransition({ stateTransition })).rejects.toMatchObject(busy);
    // All are rejected: there is no block.
    await platform.mineBlock();
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
    const id = await broadcast(platform, stateTransition);
    expect((await platform.mineBlock()).block.height).toBe(height + 3n);
    expect((await platform.getStateTransition({ id }))?.rejection).toBeUndefined();
    await platform.close();
  });

  it('what waits is in a snapshot, and gone after a revert and an import', async () => {
    const { platform, alice, transferOf } = await open();
    const first = await broadcast(platform, transferOf('alice', 1, 1_000_000n));
    const { id } = await platform.snapshot();
    const file = await platform.exportState();
    const { balance } = (await platform.getIdentity({ id: alice })) ?? {};
    const replaced = [async () => platform.revert({ id }), async () => platform.importState(file)];
    for (const [at, replace] of replaced.entries()) {
      const second = await broadcast(platform, transferOf('alice', 2 + at, 1_000_000n));
      await replace();
      await platform.mineBlock();
      expect((await platform.getStateTransition({ id: first }))?.rejection).toBeUndefined();
      expect(await platform.getStateTransition({ id: second })).toBeUndefined();
      expect((await platform.getIdentity({ id: alice }))?.balance).toBe(balance);
    }
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });
    await platform.close();
  });

  it('an interval that falls to 0 does not leave behind what waits', async () => {
    const { platform, transferOf, setBlockTime } = await open();
    const first = await broadcast(platform, transferOf('alice', 1, 1_000_000n));
    setBlockTime(0);
    const second = await broadcast(platform, transferOf('alice', 2, 1_000_000n));
    const [one, other] = await Promise.all(
      [first, second].map(async (id) => platform.getStateTransition({ id })),
    );
    expect(other?.block.height).toBe((one?.block.height ?? 0n) + 1n);
    await platform.close();
  });

  it('an invalid interval rejects a state transition, which can be sent again', async () => {
    const { platform, transferOf, setBlockTime } = await open();
    setBlockTime(0.5);
    const stateTransition = transferOf('alice', 1, 1_000_000n);
    const error = { reason: 'invalid-input' };
    await expect(platform.broadcastStateTransition({ stateTransition })).rejects.toMatchObject(error);
    setBlockTime(0);
    const id = await broadcast(platform, stateTransition);
    expect((await platform.getStateTransition({ id }))?.rejection).toBeUndefined();
    await platform.close();
  });

  it('changes that wait are stored before the platform closes', async () => {
    const name = 'closed';
    const platform = await createPlatform({ store: await engine.open(name), blockTime: () => LONG_MS });
    const creating = platform.createIdentity({ credits: 7n });
    await platform.close();
    const { id } = await creating;
    const again = await createPlatform({ store: await engine.open(name) });
    expect((await again.getIdentity({ id }))?.balance).toBe(7n);
    await again.close();
  });
});

it('blocks come by themselves', async () => {
  const platform = await createPlatform({ blockTime: () => 100 });
  const ids = await Promise.all([1, 2, 3].map(async () => platform.createIdentity()));
  expect(new Set(ids.map(({ id }) => id)).size).toBe(3);
  await platform.close();
});

it.each([-1, 0.5, 3_600_001, Number.NaN])('an interval of %d ms is rejected', async (milliseconds) => {
  const platform = await createPlatform({ blockTime: () => milliseconds });
  await expect(platform.createIdentity()).rejects.toMatchObject({ reason: 'invalid-input' });
  await platform.close();
});
