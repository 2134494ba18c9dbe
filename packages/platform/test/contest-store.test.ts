import { expect, it } from 'vitest';
import { hexToBytes } from '@noble/hashes/utils.js';
import { findBalance, openBalance, processingPool } from '../src/state/identity/credits.js';
import { voterIdentityId } from '../src/state/identity/identity-id.js';
import { changeVotingAddress, removeMasternode } from '../src/state/identity/masternode-store.js';
import { ballotRecord } from '../src/state/contest/ballot-record.js';
import { contendersOf, unlockContest } from '../src/state/contest/contest-store.js';
import { findContest } from '../src/state/contest/find-contest.js';
import { pollId } from '../src/state/contest/poll-id.js';
import { contestFund, masternodeVotes } from '../src/state/contest/query-polls.js';
import { voteState, votersFor } from '../src/state/contest/query-vote-state.js';
import { ABSTAIN, blockAt, idBytesOf, idOf, LOCK, T0, towards } from './contest-play.js';
import { onEachEngine } from './engines.js';
import {
  pollOf,
  QUANTUM_POLL,
  documentOf,
  enrich,
  join,
  list,
  vote,
  begin,
  sizeOf,
  RULES,
  END,
  PRICE,
  ADDRESS,
  RICH,
} from './contest-fixture.js';

onEachEngine(({ open }) => {
  it('the contest store runs a contest from the first contender to the document', async () => {
    const store = await open();
    await enrich(store, 'A', 'B');
    await list(store, 'E1', 'M1', 'M2', 'M3');
    await join(store, 'A');
    await join(store, 'B', T0 + 1000);
    await expect(join(store, 'B', T0 + 1000, pollOf('other'))).resolves.toBeUndefined();
    await expect(join(store, 'A')).rejects.toMatchObject({ code: 40113 });
    await vote(store, 'E1', towards('A'));
    await vote(store, 'M1', towards('B'));
    await vote(store, 'M2', LOCK);
    await vote(store, 'M3', ABSTAIN);
    await vote(store, 'M1', towards('A'));
    await expect(vote(store, 'M1', towards('A'))).rejects.toMatchObject({ code: 40304 });
    await expect(vote(store, 'M9', LOCK)).rejects.toMatchObject({ code: 40300 });
    const state = async (query = {}) => store.read(async (view) => voteState(view, QUANTUM_POLL, query));
    expect(await state({ resultType: 'documentsAndVoteTally', includeLockedAndAbstaining: true })).toEqual({
      contenders: [
        { identityId: idOf('A'), voteTally: 5, document: documentOf('A') },
        { identityId: idOf('B'), voteTally: 0, document: documentOf('B') },
      ],
      abstainVoteTally: 1,
      lockVoteTally: 1,
    });
    expect(await state()).toEqual({
      contenders: ['A', 'B'].map((name) => ({ identityId: idOf(name), document: documentOf(name) })),
    });
    expect(await store.read(async (view) => contestFund(view, pollId(QUANTUM_POLL)))).toBe(
      2n * PRICE - 50_000_000n,
    );
    expect(await store.read(async (view) => findBalance(view, idBytesOf('A')))).toBe(RICH - PRICE);

    expect((await begin(store, END - 1)).ended).toBe(0);
    const { ended, awarded } = await begin(store, END);
    expect(ended).toBe(1);
    expect(awarded).toMatchObject([{ poll: QUANTUM_POLL, identityId: idOf('A'), document: documentOf('A') }]);
    expect(await store.read(async (view) => processingPool(view))).toBe(2n * PRICE);
    expect(await state({ resultType: 'voteTally' })).toEqual({
      contenders: [
        { identityId: idOf('A'), voteTally: 5 },
        { identityId: idOf('B'), voteTally: 0 },
      ],
      abstainVoteTally: 1,
      lockVoteTally: 1,
      winner: { winner: { kind: 'wonByIdentity', identityId: idOf('A') }, block: blockAt(END) },
    });
    expect((await state()).contenders).toEqual([]);
    expect(await store.read(async (view) => contestFund(view, pollId(QUANTUM_POLL)))).toBeUndefined();
    const record = await store.read(async (view) => ballotRecord(view, pollId(QUANTUM_POLL), 0));
    expect(record).toEqual([
      { choice: towards('A'), proTxHash: idBytesOf('E1'), weight: 4 },
      { choice: towards('A'), proTxHash: idBytesOf('M1'), weight: 1 },
      { choice: ABSTAIN, proTxHash: idBytesOf('M3'), weight: 1 },
      { choice: LOCK, proTxHash: idBytesOf('M2'), weight: 1 },
    ]);
    await expect(vote(store, 'E1', towards('A'))).rejects.toMatchObject({ code: 40302 });
    await begin(store, END + 1000);
    expect(await sizeOf(store)).toBe(2);
  });

  it('the contest store ends two polls per block by end and id, and accepts votes until then', async () => {
    const store = await open();
    await enrich(store, 'A');
    await list(store, 'M1');
    const polls = ['alpha', 'beta', 'gamma'].map((label) => pollOf(label));
    for (const poll of polls) await join(store, 'A', T0, poll);
    await join(store, 'A', T0 - 1000, pollOf('first'));
    const byId = polls.toSorted((a, b) => Buffer.compare(pollId(a), pollId(b)));
    expect((await begin(store, END)).ended).toBe(2);
    const [first, second, third] = byId;
    await expect(vote(store, 'M1', LOCK, first)).rejects.toMatchObject({ code: 40302 });
    await vote(store, 'M1', LOCK, second);
    await vote(store, 'M1', LOCK, third);
    const { ended, awarded } = await begin(store, END);
    expect([ended, awarded]).toEqual([2, []]);
    expect((await begin(store, END)).ended).toBe(0);
  });

  it('the contest store removes votes of masternodes that left at the next block', async () => {
    const store = await open();
    await enrich(store, 'A', 'B');
    await list(store, 'E1', 'M1');
    await join(store, 'A');
    await join(store, 'B', T0, pollOf('other'));
    await vote(store, 'E1', towards('A'));
    await vote(store, 'M1', towards('A'));
    await vote(store, 'E1', LOCK, pollOf('other'));
    await store.write(async (view) => removeMasternode(view, idBytesOf('E1')));
    await expect(vote(store, 'E1', LOCK)).rejects.toMatchObject({ code: 40300 });
    const voters = async () =>
      store.read(async (view) => votersFor(view, QUANTUM_POLL, { contestantId: idOf('A') }));
    expect(await voters()).toEqual([idOf('E1'), idOf('M1')]);
    await begin(store, T0 + 1000);
    expect(await voters()).toEqual([idOf('M1')]);
    expect(await store.read(async (view) => masternodeVotes(view, { proTxHash: idOf('E1') }))).toEqual([]);
    const contest = await store.read(async (view) => findContest(view, pollId(pollOf('other'))));
    expect(contest).toMatchObject({ lock: 0, fund: PRICE - 10_000_000n });
    await expect(store.write(async (view) => removeMasternode(view, idBytesOf('E1')))).rejects.toMatchObject({
      code: 40300,
    });
  });

  it('the contest store accepts votes only with the current voting key', async () => {
    const store = await open();
    await enrich(store, 'A');
    await list(store, 'M1');
    await join(store, 'A');
    await store.write(async (view) => changeVotingAddress(view, idBytesOf('M1'), 'cd'.repeat(20)));
    await expect(vote(store, 'M1', LOCK)).rejects.toMatchObject({
      code: 40305,
      payload: { currentVotingAddress: hexToBytes('cd'.repeat(20)), givenVotingAddress: hexToBytes(ADDRESS) },
    });
    const voter = voterIdentityId(idBytesOf('M1'), 'cd'.repeat(20));
    expect(await store.read(async (view) => findBalance(view, voter))).toBe(0n);
  });

  it('the contest store changes nothing if an identity cannot pay, and frees the id of a losing document', async () => {
    const store = await open();
    await store.write(async (view) => openBalance(view, idBytesOf('A'), PRICE - 1n));
    await expect(join(store, 'A')).rejects.toMatchObject({ code: 40210, isPaid: false });
    expect(await sizeOf(store)).toBe(0);
    await enrich(store, 'A', 'B');
    await list(store, 'M1');
    await join(store, 'A');
    await vote(store, 'M1', LOCK);
    await begin(store, END);
    await expect(join(store, 'A', END)).rejects.toMatchObject({ code: 40110 });
    await store.write(async (view) =>
      unlockContest(view, { poll: QUANTUM_POLL, identityId: idOf('B') }, RULES),
    );
    await join(store, 'A', END);
    expect(await store.read(async (view) => contendersOf(view, pollId(QUANTUM_POLL)))).toBe(1);
    const [a, b, pool] = await store.read(async (view) =>
      Promise.all([
        findBalance(view, idBytesOf('A')),
        findBalance(view, idBytesOf('B')),
        processingPool(view),
      ]),
    );
    expect((a ?? 0n) + (b ?? 0n) + pool + PRICE).toBe(2n * RICH);
  });
});
