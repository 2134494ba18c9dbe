import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CorePeer } from '../src/client/core-peer.js';
import { ForkError } from '../src/client/fork.js';
import { PeerError } from '../src/peers/peer-error.js';
import { readState, writeState, type ProvenState } from '../src/state/verified-state.js';
import type { TrustedState } from '../src/walk/walk.js';
import { clientOf, named, POLL_MS } from './client-of.js';
import { honestPeer, RecordedChain } from './recorded-chain.js';
import { VirtualClock } from './virtual-clock.js';

vi.setConfig({ testTimeout: 120_000 });

/** A chain with a quorum in each of four intervals above the state that clients start from, then one of 520 blocks without a new one. */
let chain: RecordedChain;
let start: TrustedState;
/** Heights of the last block of some quorums, and of the tip. */
let [early, formed, tip] = [0, 0, 0];
beforeAll(async () => {
  chain = new RecordedChain();
  chain.chain.quorums.form();
  chain.chain.quorums.form();
  chain.mine(2);
  start = await chain.stateAt(chain.height);
  for (let quorum = 0; quorum < 4; quorum += 1) {
    chain.chain.quorums.form();
    chain.mine(2);
    if (quorum === 0) early = chain.height;
  }
  chain.mine(20);
  formed = chain.height;
  chain.mine(520);
  tip = chain.height;
}, 600_000);
afterAll(() => chain.chain.close());

/** A client at a height, with three peers whose chain and tip can be changed. */
async function clientAt(height: number) {
  const clock = new VirtualClock();
  const shown = { chain, tip: height, hasBlocks: true };
  const now = () => honestPeer({ chain: shown.chain, clock, tip: () => shown.tip });
  const peer = (): CorePeer => {
    return {
      ...now(),
      headers: async (...args) => now().headers(...args),
      masternodeLists: (signal) => now().masternodeLists(signal),
      block: async (...args) => {
        if (shown.hasBlocks) return now().block(...args);
        throw new PeerError('outage', 'no blocks');
      },
    };
  };
  const peers = named([peer(), peer(), peer()]);
  const found = clientOf(peers, clock, { start });
  await clock.run(found.client.start());
  await clock.advance(3 * POLL_MS);
  expect(found.client.chain.locked.height).toBe(height);
  return { ...found, clock, shown, peers };
}

const stored = (proven: readonly ProvenState[]): ProvenState =>
  readState(writeState(proven.at(-1)!, start), start);
const gaps: [string, () => readonly [number, number]][] = [
  ['more than 500 blocks with the same quorums', () => [formed, tip]],
  ['three intervals, in which all quorums were replaced', () => [early, formed]],
  ['both', () => [early, tip]],
];

describe('a light client after an absence', () => {
  it.each(gaps)('of %s reaches the tip of honest peers, while it runs', async (_, heights) => {
    const [from, to] = heights();
    const { client, clock, shown, quarantined, failures, proven } = await clientAt(from);
    const blocks: number[] = [];
    client.watchBlocks(({ height }) => void blocks.push(height));
    const before = client.lastPollAt!;
    shown.tip = to;
    await clock.advance(20 * POLL_MS);
    expect([client.chain.locked, client.chain.state.height]).toEqual([
      { height: to, hash: chain.hashAt(to) },
      to,
    ]);
    expect(blocks).toEqual(Array.from({ length: to - from }, (_, at) => from + 1 + at));
    expect(client.chain.hashAt(from)).toBe(chain.hashAt(from));
    const message: unknown = expect.stringContaining(`above block ${from} verified`);
    expect(failures).toContainEqual(['ChainLocks', expect.objectContaining({ message })]);
    expect(client.lastPollAt).toBeGreaterThan(before);
    expect([quarantined, proven.at(-1)?.state.height]).toEqual([[], to]);
    await clock.run(client.close());
  });

  it.each(gaps)('of %s reaches the tip of honest peers from its stored state', async (_, heights) => {
    const [from, to] = heights();
    const { client, clock, shown, peers, proven } = await clientAt(from);
    await clock.run(client.close());
    shown.tip = to;
    const state = stored(proven);
    const again = clientOf(peers, clock, { start: state.state, proven: state });
    await clock.run(again.client.start());
    expect(again.client.chain.locked.height).toBe(from);
    await clock.run(again.client.refresh(new AbortController().signal));
    expect(again.client.chain.locked).toEqual({ height: to, hash: chain.hashAt(to) });
    expect(again.quarantined).toEqual([]);
    await clock.run(again.client.close());
  });

  it('counts no response whose ChainLock it cannot check, says why, and goes on once peers have blocks', async () => {
    const { client, clock, shown, failures } = await clientAt(early);
    const before = client.lastPollAt;
    shown.hasBlocks = false;
    shown.tip = tip;
    await clock.advance(60 * POLL_MS);
    expect([client.chain.locked.height, client.lastPollAt]).toEqual([early, before]);
    const reported = failures.filter(([what]) => what === 'ChainLocks');
    // Two reports of each attempt, which are further and further apart.
    expect(reported.length).toBeGreaterThanOrEqual(4);
    expect(reported.length).toBeLessThanOrEqual(14);
    shown.hasBlocks = true;
    await clock.advance(100 * POLL_MS);
    expect(client.chain.locked.height).toBe(tip);
    await clock.run(client.close());
  });

  it('stops where the quorums that it knows signed another branch from below its last final block', async () => {
    const { client, clock, shown, forks, quarantined } = await clientAt(formed);
    const other = new RecordedChain({}, chain.chain.copy());
    onTestFinished(() => other.chain.close());
    other.chain.invalidate(other.hashAt(formed));
    other.chain.fund(ADDRESS, 1_000_000n);
    other.mine(tip - other.height);
    Object.assign(shown, { chain: other, tip });
    await clock.advance(20 * POLL_MS);
    expect(forks).toMatchObject([{ height: formed, hashes: [chain.hashAt(formed), other.hashAt(formed)] }]);
    expect(() => client.chain).toThrow(ForkError);
    expect(quarantined).toEqual([]);
    await clock.run(client.close());
  });
});

const ADDRESS = 'yLKSrCjLQFsfVgX8RjdctZ797d54atPjnV';
