import type { ChainReport, NetworkReport, PeerReport } from '@dapikit/light-client';
import type { NodeReport } from '../../base/observe/metrics.js';

/** Describes a peer or a node to the page. */
export interface StudioPeer {
  readonly name: string;
  /** Such as `healthy`, `paused` or `quarantined`; `ready` before the first list is verified. */
  readonly state: string;
  /** The lie that it was quarantined for. */
  readonly lie?: string | undefined;
  /** Time until it may be asked again, in seconds. */
  readonly waits: number;
  /** Median time of its last responses, in milliseconds. */
  readonly latency?: number | undefined;
  readonly requests: number;
  readonly failures: number;
}

/** Describes a verified network to the page. */
export interface StudioNetwork {
  /** Height that the walk from the checkpoint has reached. */
  readonly walkedTo?: number | undefined;
  /** Absent before the first list is verified, and after a fork. */
  readonly chain?: Omit<ChainReport, 'lockedTime'> & {
    /** Since the time of the block under the ChainLock, in seconds. */
    readonly lockAge?: number | undefined;
  };
  /** Since the last response that verified, in seconds. */
  readonly respondedAgo?: number | undefined;
  readonly fork?: Pick<NonNullable<NetworkReport['fork']>, 'of' | 'height' | 'hashes'>;
  /** Peers that were asked, and those in quarantine; those in quarantine first. */
  readonly peers: readonly StudioPeer[];
  /** Number of further peers of the list. */
  readonly otherPeers: number;
}

/** The network of a day has more evonodes than anybody reads. */
const MAX_PEERS = 100;
const SECOND_MS = 1000;

/**
 * Returns the data of a verified network for its page. Nodes have the names that clients may see.
 * @param now in milliseconds since the epoch
 */
export function studioNetwork(
  { walkedTo, chain, respondedAgo, fork, peers }: NetworkReport,
  nodes: readonly NodeReport[],
  now: number,
): StudioNetwork {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const known = peers.flatMap((peer) => {
    const node = byName.get(peer.address);
    return node === undefined ? [] : [describePeer(peer, node, chain !== undefined)];
  });
  const shown = known
    .filter(({ state, requests }) => state === 'quarantined' || requests > 0)
    .toSorted((one, other) => rankOf(one) - rankOf(other) || other.requests - one.requests)
    .slice(0, MAX_PEERS);
  return {
    walkedTo,
    ...(chain && { chain: describeChain(chain, now) }),
    respondedAgo: respondedAgo === undefined ? undefined : Math.floor(respondedAgo / SECOND_MS),
    ...(fork && { fork: { of: fork.of, height: fork.height, hashes: fork.hashes } }),
    peers: shown,
    otherPeers: known.length - shown.length,
  };
}

const rankOf = ({ state }: StudioPeer): number => (state === 'quarantined' ? 0 : 1);

function describeChain(
  { lockedTime, ...chain }: ChainReport,
  now: number,
): NonNullable<StudioNetwork['chain']> {
  const age = lockedTime === undefined ? undefined : Math.max(0, Math.floor(now / SECOND_MS) - lockedTime);
  return { ...chain, lockAge: age };
}

/** Before the first list a pool of nodes calls all of them quarantined. Only the reason of a quarantine is sure to name no address. */
function describePeer(
  { state, reason, waits, latency, requests, failures }: PeerReport,
  node: NodeReport,
  isStarted: boolean,
): StudioPeer {
  const isLiar = state === 'quarantined';
  return {
    name: node.publicName,
    state: isLiar || !isStarted ? state : node.state,
    lie: isLiar ? reason : undefined,
    waits: Math.ceil(waits / SECOND_MS),
    latency: latency === undefined ? undefined : Math.round(latency),
    requests,
    failures,
  };
}
