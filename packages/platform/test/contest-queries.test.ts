import { expect, it } from 'vitest';
import { base58 } from '@scure/base';
import { pollId } from '../src/state/contest/poll-id.js';
import { masternodeVotes, pollsByEnd } from '../src/state/contest/query-polls.js';
import { contestedResources } from '../src/state/contest/query-resources.js';
import { voteState, votersFor } from '../src/state/contest/query-vote-state.js';
import { ABSTAIN, idOf, T0, towards, QUANTUM } from './contest-play.js';
import { onEachEngine } from './engines.js';
import { INDEX, pollOf, QUANTUM_POLL, enrich, join, list, vote, begin, END } from './contest-fixture.js';

onEachEngine(({ open }) => {
  it('contested resources include finished contests', async () => {
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

  it('polls by end date and votes of a masternode are returned page by page', async () => {
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

  it('voters are returned page by page, and a poll that never started has an empty state', async () => {
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
