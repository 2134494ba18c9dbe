import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readShortCheckpoint, requestsFor } from '../src/checkpoint/short-checkpoint.js';
import { completeCheckpoint, type CompletedCheckpoint } from '../src/client/complete-checkpoint.js';
import type { CorePeer } from '../src/client/core-peer.js';
import { PeersUnavailableError } from '../src/peers/peer-error.js';
import { PeerPool } from '../src/peers/peer-pool.js';
import { NETWORKS } from '@dapikit/chain/browser';
import { REGTEST } from './dev-network.js';
import { honestPeer, RecordedChain } from './recorded-chain.js';
import { seeded } from './seeded.js';
import { VirtualClock } from './virtual-clock.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const OTHER = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

/** A chain with intervals that have a quorum and one that has none. */
let chain: RecordedChain;
beforeAll(() => {
  chain = new RecordedChain();
  chain.chain.quorums.form();
  chain.mine(2);
  chain.chain.quorums.form();
  chain.mine(40);
  chain.chain.quorums.form();
  chain.mine(30);
});
afterAll(() => chain.chain.close());

async function completed(
  height: number,
  peers: readonly CorePeer[],
  clock: VirtualClock,
  hash = chain.hashAt(height),
): Promise<CompletedCheckpoint> {
  const named = new Map(peers.map((peer, at) => [`https://peer${at}:1`, peer]));
  const pool = new PeerPool({ clock, random: seeded(5), limits: { requestsPerSecond: 100 } });
  pool.setPeers([...named.keys()]);
  const start = readShortCheckpoint(`${height}:${hash}`, REGTEST)!;
  const core = (address: string): CorePeer => named.get(address)!;
  const { signal } = new AbortController();
  return clock.run(completeCheckpoint(start, { pool, core, clock, signal }));
}

describe('a checkpoint of height and hash', () => {
  it('has the quorums, their heights and the time of its block at each height of an interval', async () => {
    const clock = new VirtualClock();
    const peer = honestPeer({ chain, clock, tip: () => chain.height });
    for (let height = chain.height - 30; height <= chain.height; height += 1) {
      const { state, requests } = await completed(height, [peer], clock);
      const expected = await chain.stateAt(height);
      const keys = (quorums: typeof state.quorums) => quorums.map((one) => one.quorumPublicKey).toSorted();
      expect(keys(state.quorums)).toEqual(keys(expected.quorums));
      expect(state.time).toBe(expected.time);
      for (const one of state.quorums) expect(chain.hashAt(one.height!)).toBe(one.quorumHash);
      expect(requests).toBeGreaterThanOrEqual(requestsFor(state).least);
    }
  });

  it('takes no block of another chain, with one honest peer of three', async () => {
    const clock = new VirtualClock();
    const other = new RecordedChain({ mnemonic: OTHER });
    other.mine(chain.height - other.height);
    const liar = honestPeer({ chain: other, clock, tip: () => chain.height });
    const honest = honestPeer({ chain, clock, tip: () => chain.height });
    const { state } = await completed(chain.height, [liar, honest, liar], clock);
    expect(state.quorums).toHaveLength(REGTEST.quorums.chainLocks.activeQuorums);
    await expect(completed(chain.height, [liar, liar], clock)).rejects.toThrow(PeersUnavailableError);
    other.chain.close();
  });

  it('is not read where no peer has the hash', async () => {
    const clock = new VirtualClock();
    const peer = honestPeer({ chain, clock, tip: () => chain.height });
    await expect(completed(chain.height, [peer], clock, 'ab'.repeat(32))).rejects.toThrow(
      'do not lead to block',
    );
  });

  it('tells its number of requests', () => {
    expect(requestsFor({ network: NETWORKS.mainnet, height: 2_450_008 })).toEqual({ least: 7, most: 48 });
    expect(requestsFor({ network: NETWORKS.testnet, height: 947_224 })).toEqual({ least: 26, most: 227 });
  });

  it.each(['', '12', '12:ab', `12:${'g'.repeat(64)}`, `12:${'0'.repeat(64)}`, `-1:${'ab'.repeat(32)}`])(
    'is not the text %j',
    (text) => {
      expect(readShortCheckpoint(text, REGTEST)).toBeUndefined();
    },
  );
});
