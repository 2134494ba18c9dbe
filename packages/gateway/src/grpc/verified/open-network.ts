import type { Layer1 } from '@dapikit/chain';
import type { NetworkParameters } from '@dapikit/chain/browser';
import {
  coreService,
  LightClient,
  paceOf,
  PeerPool,
  reportNetwork,
  SYSTEM_CLOCK,
  type LightClientEvents,
  type NetworkReport,
  type PeerReport,
  type ProvenState,
  type TrustedState,
} from '@dapikit/light-client';
import type { Logger } from 'pino';
import type { QuorumSource } from '../../base/platform-quorums.js';
import type { NodeReport } from '../../base/observe/metrics.js';
import type { Observer } from '../../base/observe/observer.js';
import { PeerConnections } from '../peers/peer-connections.js';
import { PeerUpstream } from '../peers/peer-upstream.js';
import type { PlatformUpstream } from '../method/platform-upstream.js';
import { VerifiedLayer1 } from './verified-layer1.js';
import { verifiedQuorums } from './verified-quorums.js';

/** Describes a network that is opened without a node. */
export interface NetworkOptions {
  readonly network: NetworkParameters;
  /** The checkpoint, or the stored state. */
  readonly start: TrustedState;
  readonly proven?: ProvenState | undefined;
  /** The state that an earlier walk from the start reached. */
  readonly reached?: TrustedState | undefined;
  /** Addresses of peers, such as `https://192.0.2.1:443`. */
  readonly peers: readonly string[];
  /** Takes further peers from the verified masternode list. */
  readonly isDiscovering: boolean;
  /** Hashes of blocks that an operator accepted after a fork, by their heights. */
  readonly accepted: ReadonlyMap<number, string>;
  /** App hashes of states of the platform that an operator accepted after a fork, by their heights. */
  readonly acceptedStates: ReadonlyMap<number, string>;
  /** Checks the target of each header above the first list. */
  readonly checksWork: boolean;
  /** Asks peers whose certificate has expired, for responses that are verified. */
  readonly acceptsExpiredCertificates: boolean;
  /** Called with a start whose quorums were read; throws for one that is too old. */
  readonly requireStart: (start: TrustedState) => void;
  /** Such as `/dapikit:1.0.0/`. */
  readonly software: string;
  readonly log: Logger;
  readonly observer: Pick<Observer, 'proof'>;
  readonly on: Partial<LightClientEvents>;
}

/** Describes an open network: what a gateway serves of it. */
export interface OpenNetwork {
  readonly layer1: Layer1;
  readonly peers: PlatformUpstream;
  readonly quorums: QuorumSource;
  /** Returns the peers as the nodes of a gateway, for its metrics and readiness. */
  readonly reports: () => NodeReport[];
  /** Returns how far the network is verified, for the studio. */
  readonly verification: () => NetworkReport;
  /** Follows the tip; rejects where a fork stops it. */
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens a network whose peers are not trusted. Nothing is requested before its start. */
export function openNetwork(options: NetworkOptions): OpenNetwork {
  const { network, log, observer, software, peers: seeds } = options;
  const { limits, pollMs } = paceOf(network);
  const connections = new PeerConnections(options.acceptsExpiredCertificates);
  const core = (address: string) => coreService(connections.verified(address));
  const sending = (address: string) => coreService(connections.unverified(address));
  const pool = new PeerPool({
    clock: SYSTEM_CLOCK,
    random: Math.random,
    limits,
    onQuarantine: (peer, reason) => log.warn({ peer, reason }, 'peer quarantined'),
  });
  const client = new LightClient({
    ...options,
    seeds,
    pool,
    core,
    clock: SYSTEM_CLOCK,
    random: Math.random,
    pollMs,
  });
  const layer1 = new VerifiedLayer1({ client, pool, core: sending, software });
  const peers = new PeerUpstream({ pool, client, connections, layer1, now: Date.now, log, observer });
  return {
    layer1,
    peers,
    quorums: verifiedQuorums(client),
    reports: () => pool.report().map((report) => nodeReport(report, client)),
    verification: () => reportNetwork(client, pool, SYSTEM_CLOCK),
    start: () => client.start(),
    close: async () => {
      await client.close();
      connections.close();
    },
  };
}

function nodeReport({ address, state, reason }: PeerReport, client: LightClient): NodeReport {
  const isReady = state === 'ready';
  return {
    name: address,
    publicName: address,
    state: client.fork === undefined ? (isReady ? 'healthy' : state) : 'forked',
    failure:
      client.fork === undefined ? (reason === undefined ? undefined : state) : 'two signatures of one height',
    height: undefined,
    blocksBehind: undefined,
    isUp: state !== 'quarantined' && isReady,
    isHealthy: isReady,
    callsInFlight: 0,
    callsQueued: 0,
    isNotifying: false,
  };
}
