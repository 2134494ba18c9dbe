import { expect, it } from 'vitest';
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { findBalance, processingPool } from '../src/state/identity/credits.js';
import { removeMasternode } from '../src/state/identity/masternode-store.js';
import { PlatformError } from '../src/base/errors/platform-error.js';
import { endKey, voteKey } from '../src/state/contest/contest-keys.js';
import { recountVotes } from '../src/verify/recount-votes.js';
import { pollId } from '../src/state/contest/poll-id.js';
import { contestFund } from '../src/state/contest/query-polls.js';
import type { Store } from '../src/store/store.js';
import { ABSTAIN, idBytesOf, idOf, LOCK, T0, towards } from './contest-play.js';
import { onEachEngine } from './engines.js';
import { pollOf, QUANTUM_POLL, enrich, join, list, vote, begin, END, RICH } from './contest-fixture.js';

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

/** Rejections are part of a random life. */
const orRejected = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    assert(error instanceof PlatformError);
  }
};

async function fundsAndBalances(store: Store): Promise<bigint> {
  return store.read(async (view) => {
    const balances = await Promise.all(NAMES.map(async (name) => findBalance(view, idBytesOf(name))));
    const funds = await Promise.all(LABELS.map(async (label) => contestFund(view, pollId(pollOf(label)))));
    return [...balances, ...funds, await processingPool(view)].reduce<bigint>(
      (sum, one) => sum + (one ?? 0n),
      0n,
    );
  });
}

onEachEngine(({ open }) => {
  it('random contest operations keep tallies, votes and credits consistent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(minute, randomStep), { maxLength: 30 }), async (steps) => {
        const store = await open();
        await enrich(store, ...NAMES);
        await list(store, ...MASTERNODES);
        for (const [minute, step] of steps.toSorted(([a], [b]) => a - b)) {
          const time = T0 + minute * 60_000;
          if (step.kind === 'block') await begin(store, time);
          else if (step.kind === 'join') await orRejected(join(store, step.name, time, pollOf(step.label)));
          else if (step.kind === 'vote')
            await orRejected(vote(store, step.name, step.choice, pollOf(step.label)));
          else await orRejected(store.write(async (view) => removeMasternode(view, idBytesOf(step.name))));
        }
        expect(await store.read(recountVotes)).toEqual([]);
        expect(await fundsAndBalances(store)).toBe(2n * RICH);
      }),
      { numRuns: 12 },
    );
  });

  it('verifying contests finds a wrong tally, vote and end', async () => {
    const store = await open();
    await enrich(store, 'A');
    await list(store, 'M1', 'M2');
    await join(store, 'A');
    await vote(store, 'M1', LOCK);
    await vote(store, 'M2', towards('A'));
    const id = pollId(QUANTUM_POLL);
    await store.write(async (view) => {
      view.delete(voteKey(id, LOCK, idBytesOf('M1')));
      view.put(voteKey(id, towards('A'), idBytesOf('M2')), Uint8Array.of(4));
      view.delete(endKey(END, id));
    });
    const found = await store.read(recountVotes);
    expect(found.map(({ what, stored, expected }) => [what, stored, expected])).toEqual([
      [`vote of ${idOf('M2')}`, 4, 1],
      [idOf('A'), 1, 4],
      ['lock', 1, 0],
      [`end at ${END}`, 0, 1],
      [`ballot of ${idOf('M1')}`, 1, 0],
    ]);
  });
});
