import { beforeAll, expect, it } from 'vitest';
import { voterIdentityId } from '../src/state/identity/identity-id.js';
import { castVote } from '../src/state/contest/contest-store.js';
import { voteState } from '../src/state/contest/query-vote-state.js';
import type { Store } from '../src/store/store.js';
import { idBytesOf, idOf, towards } from './contest-play.js';
import { onEachEngine } from './engines.js';
import { QUANTUM_POLL, enrich, join, list, begin, sizeOf, RULES, END, ADDRESS } from './contest-fixture.js';

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
            proTxHash: idBytesOf(name),
            voterIdentityId: voterIdentityId(idBytesOf(name), ADDRESS),
            votingAddress: ADDRESS,
            choice: towards(at % 3 === 0 ? 'A' : 'B'),
          },
          RULES,
        );
    });
  });

  it('a contest with 10,000 votes returns its tallies in less than 50 ms and ends', async () => {
    const times: number[] = [];
    for (let run = 0; run < 5; run += 1) {
      const started = performance.now();
      const { contenders } = await store.read(async (view) =>
        voteState(view, QUANTUM_POLL, { resultType: 'voteTally' }),
      );
      times.push(performance.now() - started);
      expect(contenders.map(({ voteTally }) => voteTally)).toEqual([3334, 6666, 0, 0, 0, 0]);
    }
    expect(Math.min(...times)).toBeLessThan(50);
    const { awarded } = await begin(store, END);
    expect(awarded).toMatchObject([{ identityId: idOf('B') }]);
    expect(await sizeOf(store)).toBe(1);
  });
});
