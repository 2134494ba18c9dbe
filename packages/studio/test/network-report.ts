import type { GatewayParts } from '@dapikit/gateway';

type Report = ReturnType<NonNullable<GatewayParts['verification']>>;
type Node = ReturnType<NonNullable<GatewayParts['nodes']>>[number];
type Peer = Report['peers'][number];

const DAY_MS = 86_400_000;

const peerOf = (at: number, change: Partial<Peer> = {}): Peer => ({
  address: `https://192.0.2.${at}:443`,
  state: 'ready',
  reason: undefined,
  waits: 0,
  latency: 120 + at,
  requests: 10 * at,
  failures: 0,
  ...change,
});

/** Peers of which one lied, one has a pause, and one was not asked yet. */
export const PEERS: readonly Peer[] = [
  peerOf(0),
  peerOf(1),
  peerOf(2, { state: 'paused', reason: 'connection reset', waits: 8000, failures: 3 }),
  peerOf(3, {
    state: 'quarantined',
    reason: 'the masternode list lacks the root of its coinbase',
    waits: DAY_MS - 60_000,
    failures: 1,
  }),
];

/** Returns a peer as a node of the gateway. */
export const nodeOf = ({ address, state }: Peer): Node => ({
  name: address,
  publicName: address,
  state: state === 'ready' ? 'healthy' : state,
  failure: undefined,
  height: undefined,
  blocksBehind: undefined,
  isUp: state === 'ready',
  isHealthy: state === 'ready',
  callsInFlight: 0,
  callsQueued: 0,
  isNotifying: false,
});

/** Returns a report of a network whose ChainLock is of a block 95 seconds old. @param now in milliseconds since the epoch */
export const reportAt = (now: number): Report => ({
  network: 'mainnet',
  walkedTo: undefined,
  chain: {
    locked: { height: 2_450_008, hash: '0'.repeat(16) + '1f'.repeat(24) },
    lockedTime: Math.floor(now / 1000) - 95,
    headersHeight: 2_450_010,
    listHeight: 2_450_007,
    masternodes: 2930,
  },
  respondedAgo: 1500,
  fork: undefined,
  peers: PEERS,
});
