import { expect, it } from 'vitest';
import { CommitPolls } from './commit-polls.js';
import type { CommittedTransition } from './tenderdash-connection.js';

const HASH = new Uint8Array(32);
const COMMITTED: CommittedTransition = {
  height: 5,
  bytes: HASH,
  check: { code: 0, text: '', consensusError: undefined },
};

it('CommitPolls polls once for all that wait for one state transition', async () => {
  let polled = 0;
  const polls = new CommitPolls({
    committed: async () => {
      polled += 1;
      return Promise.resolve(polled < 2 ? undefined : COMMITTED);
    },
  });
  const { signal } = new AbortController();
  const givenUp = polls.wait(HASH, AbortSignal.abort(new Error('given up')));
  const waiting = [polls.wait(HASH, signal), polls.wait(HASH, signal)];
  await expect(givenUp).rejects.toThrow('given up');
  expect(await Promise.all(waiting)).toEqual([COMMITTED, COMMITTED]);
  expect(polled).toBe(2);
});

it('CommitPolls stops polling when nobody waits', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const polls = new CommitPolls({
    committed: async (_hash, signal) => {
      signals.push(signal);
      return Promise.resolve(undefined);
    },
  });
  const client = new AbortController();
  const waiting = polls.wait(HASH, client.signal);
  client.abort(new Error('given up'));
  await expect(waiting).rejects.toThrow('given up');
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
});
