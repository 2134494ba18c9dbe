import { expect, it } from 'vitest';
import { StoreUnavailableError, type StoreFailure } from './store-unavailable-error.js';
import { WriteQueue } from './write-queue.js';

const WRITES = 300;
const TRIED_TOGETHER = 64;

/** Writes that all wait for a database which fails; how often it was asked, and what came of them. */
async function outcomesOf(reason: StoreFailure) {
  let asked = 0;
  const queue = new WriteQueue(async () => {
    asked += 1;
    await Promise.resolve();
    throw new StoreUnavailableError('PostgreSQL', reason, { maybeCommitted: true });
  });
  const write = async (): Promise<unknown> => queue.run(async () => 1, []).catch((error: unknown) => error);
  const outcomes = await Promise.all(Array.from({ length: WRITES }, write));
  return { asked, outcomes, write, askedNow: () => asked };
}

it.each<StoreFailure>(['timeout', 'busy', 'unreachable'])(
  'the write queue waits once for a database that is %s, not once per write',
  async (reason) => {
    const { asked, outcomes, write, askedNow } = await outcomesOf(reason);
    expect(asked).toBe(1);
    expect(outcomes.map((error) => error instanceof StoreUnavailableError && error.reason)).toEqual(
      outcomes.map(() => reason),
    );
    // Only of those that were tried together it is not known whether they are stored.
    expect(
      outcomes.filter((error) => error instanceof StoreUnavailableError && error.maybeCommitted),
    ).toHaveLength(TRIED_TOGETHER);
    await write();
    expect(askedNow()).toBe(2);
  },
);

it('the write queue retries waiting writes after an immediate failure', async () => {
  expect((await outcomesOf('connection-lost')).asked).toBeGreaterThan(2);
});
