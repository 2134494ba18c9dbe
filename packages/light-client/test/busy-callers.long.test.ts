import { setMaxListeners } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PeerPool } from '../src/peers/peer-pool.js';
import type { TrustedState } from '../src/walk/walk.js';
import { clientOf, named, POLL_MS } from './client-of.js';
import { honestPeer, RecordedChain } from './recorded-chain.js';
import { seeded } from './seeded.js';
import { VirtualClock } from './virtual-clock.js';

const PEERS = 4;
const CALLERS = 100;
const BLOCKS = 8;
/** Time of a block: a peer is asked for two requests a second. */
const BLOCK_MS = 20 * POLL_MS;

let chain: RecordedChain;
let start: TrustedState;
beforeAll(async () => {
  chain = new RecordedChain();
  chain.chain.quorums.form();
  chain.chain.quorums.form();
  chain.mine(2);
  start = await chain.stateAt(chain.height);
  chain.mine(2 * BLOCKS);
}, 600_000);
afterAll(() => chain.chain.close());

it('follows the tip while callers keep all peers busy, and serves them in the rate of the peers', async () => {
  const clock = new VirtualClock();
  let tip = start.height + 2;
  const peers = named(Array.from({ length: PEERS }, () => honestPeer({ chain, clock, tip: () => tip })));
  const pool = new PeerPool({ clock, random: seeded(3) });
  const { client } = clientOf(peers, clock, { start, pool });
  await clock.run(client.start());
  const over = new AbortController();
  setMaxListeners(0, over.signal);
  const calls = Array.from({ length: CALLERS }, async (_, at) => {
    while (!over.signal.aborted) {
      await client.transaction(at.toString(16).padStart(64, 'f'), over.signal).catch(() => undefined);
      await clock.sleep(10);
    }
  });
  const requests = (): number => pool.report().reduce((sum, peer) => sum + peer.requests, 0);
  const [began, before] = [clock.now(), requests()];
  for (let block = 0; block < BLOCKS; block += 1) {
    tip += 1;
    await clock.advance(BLOCK_MS);
    expect(client.chain.state.height).toBe(tip);
  }
  const rate = (requests() - before) / ((clock.now() - began) / 1000) / PEERS;
  expect(rate).toBeLessThan(2.1);
  expect(rate).toBeGreaterThan(1.5);
  over.abort();
  await clock.run(client.close());
  await clock.run(Promise.all(calls));
});
