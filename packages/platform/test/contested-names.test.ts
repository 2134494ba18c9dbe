import { describe, expect, it } from 'vitest';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { processingPool } from '../src/state/identity/credits.js';
import { DPNS } from '../src/state/system-contract/system-ids.js';
import { claim, INDEX, openNameRoom, ownerOf, PRICE, stateOf, vote, type NameRoom } from './dpns-fixture.js';
import { onEachEngine, type Engine } from './engines.js';
import { documentIdIn, rejection, T0 } from './platform-fixture.js';

const DAY = 86_400_000;
const END = 5_400_000;
const WINDOW = 2_700_000;

/** Votes and contenders of a poll by the names of people. */
async function talliesOf(room: NameRoom, label: string, ...names: readonly string[]): Promise<unknown[]> {
  const { contenders, lockVoteTally, abstainVoteTally } = await stateOf(room, label);
  const tally = async (name: string) => {
    const id = await room.who(name);
    return contenders.find(({ identityId }) => identityId === id)?.voteTally;
  };
  return [...(await Promise.all(names.map(tally))), lockVoteTally, abstainVoteTally];
}

const open = async (engine: Engine): Promise<NameRoom> => openNameRoom(await engine.open());

onEachEngine((engine) => {
  it('a contested name follows the calculated timeline on mainnet', async () => {
    const store = await engine.open();
    const room = await openNameRoom(store, { network: 'mainnet' });
    const { platform, clock } = room;
    const fund = async () => (await stateOf(room, 'quantum')).fund;
    const started = await claim(room, 'A', 'quantum');
    expect(started.contest).toEqual({
      pollId: '8cLBdc35uovu4yHKuMKy4JWYhRFVUPSnnm8KTJJaaJw4',
      endsAt: 1_701_209_600_000,
      credits: 20_000_000_000n,
    });
    expect(await fund()).toBe(20_000_000_000n);
    clock.set(T0 + DAY);
    await vote(room, 'E1', 'quantum', { for: 'A' });
    expect([await talliesOf(room, 'quantum', 'A'), await fund()]).toEqual([[4, 0, 0], 19_990_000_000n]);
    clock.set(T0 + 2 * DAY);
    await claim(room, 'B', 'quantum');
    expect(await fund()).toBe(39_990_000_000n);
    expect(await rejection(claim(room, 'A', 'quantum'))).toMatchObject({ code: 40112, isPaid: true });
    clock.set(T0 + 3 * DAY);
    await vote(room, 'M1', 'quantum', { for: 'B' });
    await vote(room, 'M2', 'quantum', { for: 'B' });
    expect(await rejection(vote(room, 'M1', 'quantum', { for: 'B' }))).toMatchObject({ code: 40304 });
    clock.set(T0 + 4 * DAY);
    await vote(room, 'M3', 'quantum', 'lock');
    await vote(room, 'M4', 'quantum', 'abstain');
    expect([await talliesOf(room, 'quantum', 'A', 'B'), await fund()]).toEqual([
      [4, 2, 1, 1],
      39_950_000_000n,
    ]);
    clock.set(1_700_604_800_000);
    const joined = await claim(room, 'C', 'quantum');
    clock.set(1_700_604_800_001);
    expect(await rejection(claim(room, 'D', 'quantum'))).toMatchObject({
      code: 40111,
      payload: { startedAt: T0, joinWindow: 604_800_000 },
    });
    clock.set(T0 + 8 * DAY);
    await vote(room, 'E1', 'quantum', { for: 'C' });
    clock.set(T0 + 9 * DAY);
    await vote(room, 'M1', 'quantum', { for: 'C' });
    expect([await talliesOf(room, 'quantum', 'A', 'B', 'C'), await fund()]).toEqual([
      [0, 1, 5, 1, 1],
      59_930_000_000n,
    ]);
    clock.set(T0 + 10 * DAY);
    await platform.removeMasternode({ proTxHash: await room.node('M2') });
    await platform.mineBlock();
    expect(await talliesOf(room, 'quantum', 'B', 'C')).toEqual([0, 5, 1, 1]);
    // It is no document yet.
    const place = { contractId: DPNS, documentType: 'domain', id: documentIdIn(joined.document) };
    expect(await platform.getDocument(place)).toBeUndefined();
    expect(await ownerOf(room, 'quantum')).toBeUndefined();
    clock.set(1_701_209_599_999);
    expect((await stateOf(room, 'quantum')).status).toBe('Started');
    const pool = await store.read(processingPool);
    clock.set(1_701_209_600_000);
    await platform.mineBlock();
    expect(await store.read(processingPool)).toBe(pool + 59_930_000_000n);
    expect(await stateOf(room, 'quantum')).toMatchObject({
      status: 'Awarded',
      fund: 0n,
      winner: { kind: 'wonByIdentity', identityId: await room.who('C') },
    });
    expect(await platform.getDocument(place)).toMatchObject({
      $ownerId: await room.who('C'),
      $createdAt: 1_700_604_800_000,
      label: 'quantum',
    });
    const late = await rejection(vote(room, 'E1', 'quantum', { for: 'C' }));
    expect(late).toMatchObject({
      code: 40302,
      payload: { status: { type: 'awarded', identity: bytesOf(await room.who('C')) } },
    });
    expect(await rejection(claim(room, 'A', 'quantum'))).toMatchObject({ code: 40105 });
    expect(await platform.verify()).toMatchObject({ ok: true });
  });

  describe('a contested name on regtest', () => {
    it('is won without votes and in a tie', async () => {
      const room = await open(engine);
      await claim(room, 'A', 'alone');
      room.clock.advance(10);
      await claim(room, 'A', 'tied');
      room.clock.advance(10);
      await claim(room, 'B', 'tied');
      await vote(room, 'M1', 'tied', { for: 'A' });
      await vote(room, 'M2', 'tied', { for: 'B' });
      await vote(room, 'M3', 'tied', 'lock');
      room.clock.advance(END);
      expect(await ownerOf(room, 'alone')).toBe(await room.who('A'));
      // The later one.
      expect(await ownerOf(room, 'tied')).toBe(await room.who('B'));
    });

    it.each([
      {
        voters: ['M1', 'M2', 'M3'],
        lockers: ['E1'],
        status: 'Locked',
        told: {
          code: 40110,
          payload: {
            storedInfo: { lockedCount: 1 },
            unlockCost: 400_000_000_000n,
          },
        },
      },
      { voters: ['M1', 'M2', 'M3', 'M4'], lockers: ['E1'], status: 'Awarded', told: { code: 40105 } },
    ])('with $voters.length masternodes against one evonode is $status', async (one) => {
      const room = await open(engine);
      await claim(room, 'A', 'quantum');
      for (const name of one.voters) await vote(room, name, 'quantum', { for: 'A' });
      for (const name of one.lockers) await vote(room, name, 'quantum', 'lock');
      room.clock.advance(END);
      expect((await stateOf(room, 'quantum')).status).toBe(one.status);
      expect(await rejection(claim(room, 'B', 'quantum'))).toMatchObject(one.told);
      const late = await rejection(vote(room, 'M9', 'quantum', 'abstain'));
      expect(late).toMatchObject({ code: 40302 });
      expect(late.message).toContain(one.status === 'Locked' ? 'Locked' : 'Awarded(');
    });

    it('can be joined up to the last millisecond of the window', async () => {
      const room = await open(engine);
      await claim(room, 'A', 'quantum');
      room.clock.set(T0 + WINDOW / 2);
      await claim(room, 'B', 'quantum');
      room.clock.set(T0 + WINDOW);
      await claim(room, 'C', 'quantum');
      room.clock.set(T0 + WINDOW + 1);
      expect(await rejection(claim(room, 'D', 'quantum'))).toMatchObject({ code: 40111 });
      expect((await stateOf(room, 'quantum')).contenders).toHaveLength(3);
    });

    it.each([
      { fund: undefined, paid: 0n },
      { fund: { indexName: 'parentNameAndLabel', credits: PRICE - 1n }, paid: PRICE - 1n },
      { fund: { indexName: 'parentNameAndLabel', credits: PRICE + 1n }, paid: PRICE + 1n },
    ])('is rejected with 40114 if the fund is $paid instead of the price', async ({ fund, paid }) => {
      const room = await open(engine);
      const work = claim(room, 'A', 'quantum', fund === undefined ? {} : { prefundedVotingBalance: fund });
      expect(await rejection(work)).toMatchObject({
        code: 40114,
        isPaid: true,
        payload: { expectedAmount: PRICE, paidAmount: paid },
      });
      expect((await stateOf(room, 'quantum')).status).toBe('NotStarted');
    });

    it('is stored at once if not contested, and opens a contest if it has a fund', async () => {
      const room = await open(engine);
      const stored = await claim(room, 'A', 'alice2');
      expect(stored.contest).toBeUndefined();
      expect(await ownerOf(room, 'alice2')).toBe(await room.who('A'));
      const fund = { indexName: 'parentNameAndLabel', credits: 5_000_000n };
      const opened = await claim(room, 'A', 'user3', { prefundedVotingBalance: fund });
      expect(opened.contest).toBeDefined();
      expect((await stateOf(room, 'user3')).fund).toBe(5_000_000n);
    });

    it('is rejected with 40210 if the identity cannot pay', async () => {
      const room = await open(engine);
      const poor = await room.platform.createIdentity({ credits: 15_000_000_000n, seed: 'poor' });
      expect(poor.id).toBe((await room.platform.getIdentity({ id: poor.id }))?.id);
      const error = await rejection(
        room.platform.createDocument({
          by: poor.id,
          contractId: DPNS,
          documentType: 'domain',
          data: { label: 'quantum', normalizedLabel: 'quantum' },
          prefundedVotingBalance: 'auto',
        }),
      );
      expect(error).toMatchObject({
        code: 40210,
        isPaid: false,
        payload: { requiredBalance: PRICE + 100_000n },
      });
    });

    it('accepts a vote and four changes of it', async () => {
      const room = await open(engine);
      await claim(room, 'A', 'quantum');
      await claim(room, 'B', 'quantum');
      for (let round = 0; round < 5; round += 1)
        await vote(room, 'M1', 'quantum', { for: round % 2 === 0 ? 'A' : 'B' });
      expect(await rejection(vote(room, 'M1', 'quantum', { for: 'B' }))).toMatchObject({
        code: 40303,
        payload: { timesAlreadyVoted: 5, maxTimesAllowed: 5 },
      });
      expect(await talliesOf(room, 'quantum', 'A', 'B')).toEqual([1, 0, 0, 0]);
    });

    it('rejects with 40113 the document id of a contender in another contest', async () => {
      const room = await open(engine);
      const entropy = new Uint8Array(32).fill(3);
      await claim(room, 'A', 'quantum', { prefundedVotingBalance: 'auto', entropy });
      const other = claim(room, 'A', 'lambda', { prefundedVotingBalance: 'auto', entropy });
      expect(await rejection(other)).toMatchObject({ code: 40113 });
      await vote(room, 'M1', 'quantum', 'lock');
      await claim(room, 'B', 'quantum');
      await vote(room, 'M2', 'quantum', { for: 'B' });
      room.clock.advance(END);
      // The loser is free again, but the name is not.
      const again = claim(room, 'A', 'quantum', { prefundedVotingBalance: 'auto', entropy });
      expect(await rejection(again)).toMatchObject({ code: 40105 });
    });

    it('ends two contests per block in the order of their ends', async () => {
      const room = await open(engine);
      for (const label of ['alpha', 'bravo', 'charm']) await claim(room, 'A', label);
      room.clock.set(T0 + END);
      const blocks = [await room.platform.mineBlock(), await room.platform.mineBlock()];
      expect(blocks.map(({ ended }) => ended.length)).toEqual([2, 1]);
      for (const label of ['alpha', 'bravo', 'charm'])
        expect(await ownerOf(room, label)).toBe(await room.who('A'));
    });

    it('reports contests that end with blocks of what waits', async () => {
      let blockTime = 0;
      const room = await openNameRoom(await engine.open(), { blockTime: () => blockTime });
      const { platform, clock } = room;
      const pollIds: (string | undefined)[] = [];
      for (const label of ['alpha', 'bravo']) {
        pollIds.push((await claim(room, 'A', label)).contest?.pollId);
        clock.advance(10);
      }
      blockTime = 3_600_000;
      const waiting = [platform.createIdentity()];
      const blocks = await platform.advanceTime({ to: T0 + END });
      expect(blocks.map(({ ended }) => ended)).toEqual([[pollIds[0]], []]);
      waiting.push(platform.createIdentity());
      clock.advance(10);
      const mined = await platform.mineBlock();
      expect(mined).toMatchObject({ ended: [pollIds[1]] });
      await Promise.all(waiting);
      await platform.close();
    });

    it('continues in another process', async () => {
      const room = await openNameRoom(await engine.open('goes_on'));
      await claim(room, 'A', 'quantum');
      await vote(room, 'M1', 'quantum', { for: 'A' });
      await room.platform.close();
      const again = await openNameRoom(await engine.open('goes_on'), { time: T0 + END });
      const A = (
        await again.platform.getVoteState({
          ...INDEX,
          indexValues: ['dash', 'quantum'],
        })
      ).winner;
      expect(A?.kind).toBe('wonByIdentity');
      expect(await ownerOf(again, 'quantum')).toBeDefined();
    });

    it('can be contested again only after an unlock', async () => {
      const room = await open(engine);
      await claim(room, 'A', 'quantum');
      await vote(room, 'M1', 'quantum', 'lock');
      room.clock.advance(END);
      await room.platform.mineBlock();
      expect(await rejection(claim(room, 'A', 'quantum'))).toMatchObject({ code: 40110 });
      const by = await room.who('B');
      await room.platform.unlockContest({ ...INDEX, indexValues: ['dash', 'quantum'], by });
      const restarted = await claim(room, 'B', 'quantum');
      expect(restarted.contest?.endsAt).toBe(room.clock.now() + END);
      await vote(room, 'M1', 'quantum', { for: 'B' });
      room.clock.advance(END);
      expect(await ownerOf(room, 'quantum')).toBe(by);
    });
  });
});
