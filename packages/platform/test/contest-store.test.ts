import { beforeAll, expect, it } from 'vitest';
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import { creditsOf, openBalance, processingPool } from '../src/identity/credits.js';
import { voterIdentityId } from '../src/identity/identity-id.js';
import {
  changeVotingAddress,
  registerMasternode,
  removeMasternode,
} from '../src/masternode/masternode-store.js';
import type { AwardedDocument } from '../src/contest/apply-effects.js';
import { PlatformError } from '../src/consensus-error.js';
import { endKey, voteKey } from '../src/contest/contest-keys.js';
import { recountVotes } from '../src/contest/recount-votes.js';
import { ballotRecord } from '../src/contest/ballot-record.js';
import { contestRules } from '../src/contest/contest-rules.js';
import {
  beginBlock,
  castVote,
  contendersOf,
  contestOf,
  joinContest,
  unlockContest,
} from '../src/contest/contest-store.js';
import type { Choice } from '../src/contest/contest.js';
import { pollId, type Poll } from '../src/contest/poll-id.js';
import { contestFund, masternodeVotes, pollsByEnd } from '../src/contest/query-polls.js';
import { contestedResources } from '../src/contest/query-resources.js';
import { voteState, votersFor } from '../src/contest/query-vote-state.js';
import type { Store } from '../src/store/store.js';
import { ABSTAIN, blockAt, idOf, LOCK, QUANTUM, T0, towards } from './contest-play.js';
import { onEachEngine } from './engines.js';

const RULES = contestRules('regtest', 13);
const END = T0 + 5_400_000;
const PRICE = 20_000_000_000n;
const ADDRESS = 'ab'.repeat(20);
const RICH = 1_000_000_000_000n;

const DPNS = base58.decode(QUANTUM.contractId);
const INDEX = {
  contractId: DPNS,
  documentType: 'domain',
  indexName: 'parentNameAndLabel',
  properties: [
    { name: 'normalizedParentDomainName', type: 'string' },
    { name: 'normalizedLabel', type: 'string' },
  ],
  resolution: 0,
} as const;

const pollOf = (label: string, parent = 'dash'): Poll => ({
  ...INDEX,
  indexValues: [
    { type: 'string', value: parent },
    { type: 'string', value: label },
  ],
});
const QUANTUM_POLL = pollOf('quantum');
const documentOf = (name: string): Uint8Array => Buffer.from(`bytes of ${name}`);

async function enrich(store: Store, ...names: readonly string[]): Promise<void> {
  await store.write(async (view) => {
    for (const name of names) openBalance(view, idOf(name), RICH);
  });
}

const join = async (store: Store, name: string, time = T0, poll = QUANTUM_POLL): Promise<void> =>
  store.write(async (view) =>
    joinContest(
      view,
      {
        poll,
        identityId: idOf(name),
        documentId: base58.encode(sha256(Buffer.concat([Buffer.from(name), pollId(poll)]))),
        created: { $createdAt: BigInt(time) },
        credits: PRICE,
        document: documentOf(name),
        block: blockAt(time),
      },
      RULES,
    ),
  );

const list = async (store: Store, ...names: readonly string[]): Promise<void> =>
  store.write(async (view) => {
    for (const name of names)
      await registerMasternode(view, {
        proTxHash: idOf(name),
        kind: name.startsWith('E') ? 'evolution' : 'regular',
        votingAddress: ADDRESS,
        ownerAddress: ADDRESS,
        payoutAddress: ADDRESS,
      });
  });

const vote = async (store: Store, name: string, choice: Choice, poll = QUANTUM_POLL): Promise<void> =>
  store.write(async (view) =>
    castVote(
      view,
      {
        poll,
        proTxHash: idOf(name),
        voterIdentityId: voterIdentityId(idOf(name), ADDRESS),
        votingAddress: ADDRESS,
        choice,
      },
      RULES,
    ),
  );

async function begin(store: Store, time: number): Promise<{ ended: number; awarded: AwardedDocument[] }> {
  const awarded: AwardedDocument[] = [];
  const ended = await store.write(async (view) => {
    awarded.length = 0;
    return beginBlock(view, blockAt(time), RULES, async (_view, document) => void awarded.push(document));
  });
  return { ended: ended.length, awarded };
}

const sizeOf = async (store: Store): Promise<number> =>
  (await store.read(async (view) => view.scan({ from: Uint8Array.of(0x32), to: Uint8Array.of(0x38) })))
    .length;

onEachEngine(({ open }) => {
  it('runs a contest from the first contender to the document', async () => {
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
    expect(await store.read(async (view) => creditsOf(view, idOf('A')))).toBe(RICH - PRICE);

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
      { choice: towards('A'), proTxHash: idOf('E1'), weight: 4 },
      { choice: towards('A'), proTxHash: idOf('M1'), weight: 1 },
      { choice: ABSTAIN, proTxHash: idOf('M3'), weight: 1 },
      { choice: LOCK, proTxHash: idOf('M2'), weight: 1 },
    ]);
    await expect(vote(store, 'E1', towards('A'))).rejects.toMatchObject({ code: 40302 });
    await begin(store, END + 1000);
    expect(await sizeOf(store)).toBe(2);
  });

  it('closes two polls a block, in the order of their ends and ids, and votes stay open until then', async () => {
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

  it('takes back the votes of masternodes that leave, when the next block begins', async () => {
    const store = await open();
    await enrich(store, 'A', 'B');
    await list(store, 'E1', 'M1');
    await join(store, 'A');
    await join(store, 'B', T0, pollOf('other'));
    await vote(store, 'E1', towards('A'));
    await vote(store, 'M1', towards('A'));
    await vote(store, 'E1', LOCK, pollOf('other'));
    await store.write(async (view) => removeMasternode(view, idOf('E1')));
    await expect(vote(store, 'E1', LOCK)).rejects.toMatchObject({ code: 40300 });
    const voters = async () =>
      store.read(async (view) => votersFor(view, QUANTUM_POLL, { contestantId: idOf('A') }));
    expect(await voters()).toEqual([idOf('E1'), idOf('M1')]);
    await begin(store, T0 + 1000);
    expect(await voters()).toEqual([idOf('M1')]);
    expect(await store.read(async (view) => masternodeVotes(view, { proTxHash: idOf('E1') }))).toEqual([]);
    const contest = await store.read(async (view) => contestOf(view, pollId(pollOf('other'))));
    expect(contest).toMatchObject({ lock: 0, fund: PRICE - 10_000_000n });
    await expect(store.write(async (view) => removeMasternode(view, idOf('E1')))).rejects.toMatchObject({
      code: 40300,
    });
  });

  it('takes votes with the current voting key only', async () => {
    const store = await open();
    await enrich(store, 'A');
    await list(store, 'M1');
    await join(store, 'A');
    await store.write(async (view) => changeVotingAddress(view, idOf('M1'), 'cd'.repeat(20)));
    await expect(vote(store, 'M1', LOCK)).rejects.toMatchObject({
      code: 40305,
      payload: { current: 'cd'.repeat(20), given: ADDRESS },
    });
    const voter = voterIdentityId(idOf('M1'), 'cd'.repeat(20));
    expect(await store.read(async (view) => creditsOf(view, voter))).toBe(0n);
  });

  it('changes nothing when an identity cannot pay, and gives a loser its id back', async () => {
    const store = await open();
    await store.write(async (view) => openBalance(view, idOf('A'), PRICE - 1n));
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
      Promise.all([creditsOf(view, idOf('A')), creditsOf(view, idOf('B')), processingPool(view)]),
    );
    expect((a ?? 0n) + (b ?? 0n) + pool + PRICE).toBe(2n * RICH);
  });

  it('lists what was contested, finished or not', async () => {
    const store = await open();
    await enrich(store, 'A');
    const labels = ['b', 'a', 'ab', 'B', ''];
    for (const label of labels) await join(store, 'A', T0, pollOf(label));
    await join(store, 'A', T0, pollOf('a', 'other'));
    await begin(store, END);
    const ask = async (query: object) => store.read(async (view) => contestedResources(view, INDEX, query));
    const start = { startIndexValues: ['dash'] };
    expect(await ask(start)).toEqual(['', 'B', 'a', 'ab', 'b']);
    expect(await ask({ ...start, ascending: false })).toEqual(['b', 'ab', 'a', 'B', '']);
    expect(await ask({ ...start, startAtValue: 'a', limit: 2 })).toEqual(['a', 'ab']);
    expect(await ask({ ...start, startAtValue: 'a', startAtValueIncluded: false, limit: 2 })).toEqual([
      'ab',
      'b',
    ]);
    expect(await ask({ ...start, startAtValue: 'a', ascending: false })).toEqual(['a', 'B', '']);
    expect(await ask({})).toEqual(['dash', 'other']);
    expect(await ask({ endIndexValues: ['a'] })).toEqual(['dash', 'other']);
    expect(await ask({ endIndexValues: ['b'] })).toEqual(['dash']);
    await expect(ask({ startIndexValues: ['dash', 'a'] })).rejects.toMatchObject({
      name: 'IndexValuesError',
    });
    await expect(ask({ ...start, endIndexValues: ['a'] })).rejects.toMatchObject({
      name: 'IndexValuesError',
    });
    for (const limit of [0, 101, 1.5, '1'])
      await expect(ask({ limit })).rejects.toMatchObject({ name: 'InvalidArgument' });
    await expect(ask({ startIndexValues: [5] })).rejects.toMatchObject({ name: 'InvalidArgument' });
  });

  it('lists polls by their ends, and the votes of a masternode, page by page', async () => {
    const store = await open();
    await enrich(store, 'A');
    await list(store, 'M1');
    const polls = ['a', 'b', 'c'].map((label) => pollOf(label));
    for (const [at, poll] of polls.entries()) await join(store, 'A', T0 + (at === 2 ? 1000 : 0), poll);
    const ask = async (query: object) => store.read(async (view) => pollsByEnd(view, query));
    const shape = async (query: object) =>
      (await ask(query)).map(({ timestampMs, votePolls }) => [timestampMs - END, votePolls.length]);
    expect(await shape({})).toEqual([
      [0, 2],
      [1000, 1],
    ]);
    expect(await shape({ ascending: false, limit: 2, offset: 1 })).toEqual([
      [1000, 1],
      [0, 1],
    ]);
    expect(await shape({ startTimeMs: END, startTimeIncluded: false })).toEqual([[1000, 1]]);
    expect(await shape({ endTimeMs: END + 1000, endTimeIncluded: false })).toEqual([[0, 2]]);
    expect(await shape({ startTimeMs: END, endTimeMs: END })).toEqual([[0, 2]]);
    expect((await ask({}))[1]?.votePolls).toEqual([{ ...QUANTUM, indexValues: ['dash', 'c'] }]);
    for (const query of [
      { startTimeMs: 2, endTimeMs: 1 },
      { startTimeMs: 1, endTimeMs: 1, endTimeIncluded: false },
      { startTimeMs: -1 },
    ])
      await expect(ask(query)).rejects.toMatchObject({ name: 'InvalidArgument' });
    await expect(ask({ prove: true, offset: 1 })).rejects.toMatchObject({
      name: 'RequestingProofWithOffset',
    });

    for (const poll of polls) await vote(store, 'M1', ABSTAIN, poll);
    const votes = async (query: object) =>
      store.read(async (view) => masternodeVotes(view, { proTxHash: idOf('M1'), ...query }));
    const all = await votes({});
    expect(all.map(({ pollId }) => pollId)).toEqual(
      polls
        .map(pollId)
        .toSorted((a, b) => Buffer.compare(a, b))
        .map((id) => base58.encode(id)),
    );
    expect(all.every(({ choice }) => choice.kind === 'abstain')).toBe(true);
    const [first, second] = all;
    expect(await votes({ startAtPollId: first!.pollId, startAtPollIdIncluded: false, limit: 1 })).toEqual([
      second,
    ]);
    expect(await votes({ startAtPollId: second!.pollId, ascending: false })).toEqual([second, first]);
    expect(await votes({ proTxHash: idOf('M9') })).toEqual([]);
  });

  it('gives voters page by page, and an empty state for a poll that was never opened', async () => {
    const store = await open();
    await enrich(store, 'A');
    const names = ['M1', 'M2', 'M3'];
    await list(store, ...names);
    await join(store, 'A');
    for (const name of names) await vote(store, name, towards('A'));
    const ask = async (query: object) =>
      store.read(async (view) => votersFor(view, QUANTUM_POLL, { contestantId: idOf('A'), ...query }));
    expect(await ask({ limit: 2 })).toEqual([idOf('M1'), idOf('M2')]);
    expect(await ask({ startAtVoterId: idOf('M2'), startAtVoterIdIncluded: false })).toEqual([idOf('M3')]);
    expect(await ask({ startAtVoterId: idOf('M2'), ascending: false })).toEqual([idOf('M2'), idOf('M1')]);
    await expect(ask({ contestantId: 'zz' })).rejects.toMatchObject({ name: 'InvalidArgument' });
    expect(await store.read(async (view) => voteState(view, pollOf('nobody'), {}))).toEqual({
      contenders: [],
    });
    await expect(
      store.read(async (view) => voteState(view, QUANTUM_POLL, { resultType: 'all' } as object)),
    ).rejects.toMatchObject({ name: 'InvalidArgument' });
  });
});

const LABELS = ['x', 'y'];
const NAMES = ['A', 'B'];
const MASTERNODES = ['E1', 'M1', 'M2'];
const minute = fc.nat({ max: 100 });
const label = fc.constantFrom(...LABELS);
const randomStep = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('join' as const), name: fc.constantFrom(...NAMES), label }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('vote' as const),
      name: fc.constantFrom(...MASTERNODES),
      choice: fc.constantFrom(towards('A'), towards('B'), LOCK, ABSTAIN),
      label,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('remove' as const), name: fc.constantFrom(...MASTERNODES) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('block' as const) }) },
);

/** Refusals are part of a random life. */
const orRefused = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    assert(error instanceof PlatformError);
  }
};

async function fundsAndBalances(store: Store): Promise<bigint> {
  return store.read(async (view) => {
    const balances = await Promise.all(NAMES.map(async (name) => creditsOf(view, idOf(name))));
    const funds = await Promise.all(LABELS.map(async (label) => contestFund(view, pollId(pollOf(label)))));
    return [...balances, ...funds, await processingPool(view)].reduce<bigint>(
      (sum, one) => sum + (one ?? 0n),
      0n,
    );
  });
}

onEachEngine(({ open }) => {
  it('keeps tallies, votes and credits in step, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(minute, randomStep), { maxLength: 30 }), async (steps) => {
        const store = await open();
        await enrich(store, ...NAMES);
        await list(store, ...MASTERNODES);
        for (const [minute, step] of steps.toSorted(([a], [b]) => a - b)) {
          const time = T0 + minute * 60_000;
          if (step.kind === 'block') await begin(store, time);
          else if (step.kind === 'join') await orRefused(join(store, step.name, time, pollOf(step.label)));
          else if (step.kind === 'vote')
            await orRefused(vote(store, step.name, step.choice, pollOf(step.label)));
          else await orRefused(store.write(async (view) => removeMasternode(view, idOf(step.name))));
        }
        expect(await store.read(recountVotes)).toEqual([]);
        expect(await fundsAndBalances(store)).toBe(2n * RICH);
      }),
      { numRuns: 12 },
    );
  }, 60_000);

  it('finds a tally, a vote and an end that are wrong', async () => {
    const store = await open();
    await enrich(store, 'A');
    await list(store, 'M1', 'M2');
    await join(store, 'A');
    await vote(store, 'M1', LOCK);
    await vote(store, 'M2', towards('A'));
    const id = pollId(QUANTUM_POLL);
    await store.write(async (view) => {
      view.delete(voteKey(id, LOCK, idOf('M1')));
      view.put(voteKey(id, towards('A'), idOf('M2')), Uint8Array.of(4));
      view.delete(endKey(END, id));
    });
    const found = await store.read(recountVotes);
    expect(found.map(({ what, kept, expected }) => [what, kept, expected])).toEqual([
      [`vote of ${idOf('M2')}`, 4, 1],
      [idOf('A'), 1, 4],
      ['lock', 1, 0],
      [`end at ${END}`, 0, 1],
    ]);
  });
});

onEachEngine(({ open }) => {
  let store: Store;
  const VOTES = 10_000;
  beforeAll(async () => {
    store = await open();
    const names = Array.from({ length: VOTES }, (_, at) => `M${at}`);
    await enrich(store, 'A', 'B', 'C', 'D', 'F', 'G');
    await list(store, ...names);
    for (const name of ['A', 'B', 'C', 'D', 'F', 'G']) await join(store, name);
    await store.write(async (view) => {
      for (const [at, name] of names.entries())
        await castVote(
          view,
          {
            poll: QUANTUM_POLL,
            proTxHash: idOf(name),
            voterIdentityId: voterIdentityId(idOf(name), ADDRESS),
            votingAddress: ADDRESS,
            choice: towards(at % 3 === 0 ? 'A' : 'B'),
          },
          RULES,
        );
    });
  }, 120_000);

  it('tells the tallies of 10,000 votes in less than 50 ms, and ends the contest', async () => {
    const started = performance.now();
    const { contenders } = await store.read(async (view) =>
      voteState(view, QUANTUM_POLL, { resultType: 'voteTally' }),
    );
    const took = performance.now() - started;
    expect(contenders.map(({ voteTally }) => voteTally)).toEqual([3334, 6666, 0, 0, 0, 0]);
    expect(took).toBeLessThan(50);
    const ending = performance.now();
    const { awarded } = await begin(store, END);
    expect(awarded).toMatchObject([{ identityId: idOf('B') }]);
    expect(await sizeOf(store)).toBe(1);
    console.info(
      `told ${VOTES} votes in ${took.toFixed(1)} ms, ended in ${(performance.now() - ending).toFixed(0)} ms`,
    );
  }, 30_000);
});
