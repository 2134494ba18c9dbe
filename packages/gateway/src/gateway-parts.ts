import type { DevChain, Layer1 } from '@dapikit/chain';
import type { NetworkReport } from '@dapikit/light-client';
import type { Logger } from 'pino';
import type { PlatformUpstream, UpstreamAddresses } from './grpc/method/platform-upstream.js';
import type { QuorumSource } from './base/platform-quorums.js';
import type { Metrics, NodeReport } from './base/observe/metrics.js';
import type { Observer } from './base/observe/observer.js';
import type { RequestLogOptions } from './base/observe/request-log.js';
import type { PlatformSource } from './controls/platform/platform-method.js';
import type { PlatformStatusSource } from './base/platform-status/platform-status.js';
import type { AttackContract } from './transport/studio/attack-route.js';
import type { StudioFile } from './transport/studio/studio-files.js';

/** Lists the dependencies of a gateway. */
export interface GatewayParts {
  readonly layer1: Layer1;
  /** The development chain whose controls are served at `/dev`; nothing is there without one. */
  readonly devChain?: DevChain;
  /**
   * The local platform that is served at `/platform`; nothing is there without one. Beside a development chain it is served as the
   * controls are; otherwise others use it, and the setting `platformWrites` says who may change it.
   */
  readonly platform?: PlatformSource;
  /** Attacks contracts for the page, for those who may use the controls; the page only shows reports without it. */
  readonly attack?: AttackContract;
  /** The page that browsers get at `/`; none without it. */
  readonly studio?: readonly StudioFile[];
  readonly platformStatus: PlatformStatusSource;
  /** Returns the servers of a platform's node that the Platform service over gRPC is forwarded to now; nothing is forwarded without. */
  readonly upstream?: () => UpstreamAddresses | undefined;
  /** Forwards the Platform service over gRPC in place of such servers. */
  readonly peers?: PlatformUpstream;
  /** Gives the quorums of the platform; read from the masternode lists of `layer1` without. */
  readonly quorums?: QuorumSource;
  readonly log: Logger;
  /** Returns the present in milliseconds since the epoch. */
  readonly now: () => number;
  /** Observes requests, calls and calls to nodes; absent by default. */
  readonly observer?: Observer;
  /** Says how requests are logged; at `debug` by identifiers where absent. */
  readonly requestLog?: RequestLogOptions;
  /** Receives gauges and is served at `/metrics` of the admin address, which does not exist without it. */
  readonly metrics?: Metrics;
  /** Returns the text of `/metrics`, where it has more than `metrics`: the metrics of all workers. */
  readonly metricsText?: () => Promise<string>;
  /** Returns the nodes behind `layer1`, for the metrics. */
  readonly nodes?: () => readonly NodeReport[];
  /** Returns how far a light client has verified the network, for the studio; absent where none does. */
  readonly verification?: () => NetworkReport;
  /** Names the program as a shell calls it, for commands that the studio shows: `dapikit` where absent. */
  readonly program?: string;
}
