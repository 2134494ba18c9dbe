import { afterAll, beforeAll, expect, it } from 'vitest';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CorePeer } from '../src/client/core-peer.js';
import { HeaderFollower } from '../src/client/header-follower.js';
import { VerifiedChain } from '../src/client/verified-chain.js';
import { SYSTEM_CLOCK, type Clock } from '../src/peers/clock.js';
import { PeerPool } from '../src/peers/peer-pool.js';
import type { ProvenState } from '../src/state/verified-state.js';
import { clientOf, named } from './client-of.js';
import { honestPeer, RecordedChain } from './recorded-chain.js';
import { seeded } from './seeded.js';
import { VirtualClock } from './virtual-clock.js';

const BLOCKS = 450;

let chain: RecordedChain;
/** A state so many blocks below the tip. */
let proven: ProvenState;
beforeAll(async () => {
  chain = new RecordedChain();
  chain.chain.quorums.form();
  chain.chain.quorums.form();
  chain.mine(2);
  const clock = new VirtualClock();
  const start = await chain.stateAt(chain.height);
  const { client, proven: states } = clientOf(
    named([honestPeer({ chain, clock, tip: () => start.height })]),
    clock,
    { start },
  );
  await clock.run(client.start());
  await clock.run(client.close());
  proven = states.at(-1)!;
  chain.mine(BLOCKS);
}, 600_000);
afterAll(() => chain.chain.close());

function followerOf(peer: CorePeer, clock: Clock) {
  const pool = new PeerPool({ clock, random: seeded(3), limits: { requestsPerSecond: 100 } });
  pool.setPeers(['https://peer:1']);
  const verified = new VerifiedChain(proven);
  const follower = new HeaderFollower({
    pool,
    core: () => peer,
    clock,
    chain: () => verified,
    signal: new AbortController().signal,
    take: (read) => void read(),
  });
  return { follower, pool, verified };
}

it('lets other work run between the headers of one response', async () => {
  const clock = new VirtualClock();
  const honest = honestPeer({ chain, clock, tip: () => chain.height });
  const { height } = proven.chainLock;
  const given = await clock.run(
    honest.headers(height + 1, chain.height - height, new AbortController().signal),
  );
  let turns = 0;
  const over = new AbortController();
  const count = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await nextTurn();
      turns += 1;
    }
  };
  let counting: Promise<void> | undefined;
  const waitless: CorePeer = {
    ...honest,
    bestHeight: async () => Promise.resolve(chain.height),
    headers: async () => {
      counting = count();
      return Promise.resolve(given);
    },
  };
  const { follower, verified } = followerOf(waitless, SYSTEM_CLOCK);
  expect(await follower.poll()).toBe(true);
  over.abort();
  await counting;
  expect(verified.locked.height).toBe(chain.height);
  expect(turns).toBeGreaterThan(BLOCKS / 50);
});

it('charges a peer for the verification of its branch, and not for the wait for it', async () => {
  const clock = new VirtualClock();
  const other = new RecordedChain({}, chain.chain.copy());
  other.chain.invalidate(other.hashAt(proven.chainLock.height));
  other.mine(20);
  const honest = honestPeer({ chain: other, clock, tip: () => other.height });
  const slow: CorePeer = {
    ...honest,
    headers: async (...args) => {
      await clock.sleep(3500);
      return honest.headers(...args);
    },
  };
  const { follower, pool } = followerOf(slow, clock);
  for (let poll = 0; poll < 8; poll += 1) await clock.run(follower.poll().catch(() => undefined));
  expect(pool.report()).toMatchObject([{ reason: undefined }]);
  other.chain.close();
});
