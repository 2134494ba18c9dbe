import type { CorePeer } from '../src/client/core-peer.js';
import type { Fork } from '../src/client/fork.js';
import { LightClient, type LightClientOptions } from '../src/client/light-client.js';
import { PeerPool } from '../src/peers/peer-pool.js';
import type { ProvenState } from '../src/state/verified-state.js';
import { REGTEST } from './dev-network.js';
import { seeded } from './seeded.js';
import type { VirtualClock } from './virtual-clock.js';

export const POLL_MS = 1000;

/** Returns a light client of some peers, with what it reports. */
export function clientOf(
  peers: Readonly<Record<string, CorePeer>>,
  clock: VirtualClock,
  options: Pick<LightClientOptions, 'start'> & Partial<LightClientOptions>,
) {
  const quarantined: string[] = [];
  const failures: [what: string, error: unknown][] = [];
  const forks: Fork[] = [];
  const proven: ProvenState[] = [];
  const pool = new PeerPool({
    clock,
    random: seeded(3),
    limits: { requestsPerSecond: 100, attemptMs: 5000 },
    onQuarantine: (address) => void quarantined.push(address),
  });
  const client = new LightClient({
    network: REGTEST,
    pool,
    core: (address) => peers[address]!,
    seeds: Object.keys(peers),
    isDiscovering: false,
    clock,
    random: seeded(4),
    pollMs: POLL_MS,
    ...options,
    on: {
      failed: (what, error) => void failures.push([what, error]),
      forked: (fork) => void forks.push(fork),
      proven: (state) => void proven.push(state),
      ...options.on,
    },
  });
  return { client, pool, quarantined, failures, forks, proven };
}

/** Names peers by numbers. */
export const named = (peers: readonly CorePeer[]): Record<string, CorePeer> =>
  Object.fromEntries(peers.map((peer, at) => [`https://peer${at}:1`, peer]));
