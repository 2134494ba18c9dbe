import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AnswerSource } from '../provenance.js';
import { openMetrics, type OpenReport } from './open-metrics.js';
import type { SubscriberReport } from './subscriber-counts.js';
import { PROOF_OUTCOMES, type CallOutcome, type ProofOutcome } from './observer.js';
import { subscriberMetrics } from './subscriber-metrics.js';

/** Buckets from a cached response to a slow node, in seconds. */
const CALL_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** Buckets from one subscriber to thousands, in seconds. */
const TOLD_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

const RELOAD_OUTCOMES = ['applied', 'rejected'] as const;

/** Describes the chain when the metrics are read; `undefined` while it is not known. */
export interface ChainReport {
  readonly isReady: boolean;
  readonly tipHeight: number | undefined;
  /** Since the median time of the last eleven blocks, in seconds. */
  readonly tipAge: number | undefined;
  readonly chainLockHeight: number | undefined;
  /** True if the store of the platform responds; `undefined` where there is none. */
  readonly isPlatformUp: boolean | undefined;
}

/** Describes a node when the metrics are read. */
export interface NodeReport {
  readonly name: string;
  /** The name for clients: where its operator gave it none, {@link name} is its address. */
  readonly publicName: string;
  /** Such as `healthy`, `syncing` or `failing`. */
  readonly state: string;
  /** Reason of the last failure, in words that name no host; `undefined` once it responds. */
  readonly failure: string | undefined;
  /** Height of its last block; `undefined` until it reported one. */
  readonly height: number | undefined;
  /** Compared with the chain that is followed. */
  readonly blocksBehind: number | undefined;
  /** True if it responded to the last request. */
  readonly isUp: boolean;
  /** True if it has caught up with the others and gets requests first. */
  readonly isHealthy: boolean;
  readonly callsInFlight: number;
  readonly callsQueued: number;
  /** True if its messages arrive over ZMQ. */
  readonly isNotifying: boolean;
}

/** Lists the sources of the gauges. */
export interface MetricsSources {
  readonly chain: () => Promise<ChainReport>;
  readonly nodes: () => readonly NodeReport[];
  readonly connections: () => number;
  readonly open: () => OpenReport;
  readonly subscribers: () => SubscriberReport;
}

/**
 * Represents the metrics of one process, in the text format of Prometheus. Those that are computed when they are read
 * need `read`.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #calls = new Counter({
    name: 'dapikit_calls_total',
    help: 'JSON-RPC calls.',
    labelNames: ['method', 'outcome'],
    registers: [this.#registry],
  });
  readonly #callSeconds = new Histogram({
    name: 'dapikit_call_duration_seconds',
    help: 'Duration of JSON-RPC calls.',
    labelNames: ['method'],
    buckets: CALL_SECONDS,
    registers: [this.#registry],
  });
  readonly #responses = new Counter({
    name: 'dapikit_http_responses_total',
    help: 'HTTP responses by route and status.',
    labelNames: ['route', 'status'],
    registers: [this.#registry],
  });
  readonly #upstreamCalls = new Counter({
    name: 'dapikit_upstream_calls_total',
    help: 'Calls to nodes.',
    labelNames: ['node', 'call', 'outcome'],
    registers: [this.#registry],
  });
  readonly #upstreamSeconds = new Histogram({
    name: 'dapikit_upstream_call_duration_seconds',
    help: 'Duration of node calls, including the time in the queue.',
    labelNames: ['node', 'call'],
    buckets: CALL_SECONDS,
    registers: [this.#registry],
  });
  readonly #memory = new Counter({
    name: 'dapikit_memory_requests_total',
    help: 'Requests by the source of the response: cache, node, or stale cache while no node responds.',
    labelNames: ['source'],
    registers: [this.#registry],
  });
  readonly #grpcCalls = new Counter({
    name: 'dapikit_grpc_calls_total',
    help: 'gRPC calls by method and status code, such as 0 (OK) or 14 (UNAVAILABLE).',
    labelNames: ['method', 'status'],
    registers: [this.#registry],
  });
  readonly #grpcSeconds = new Histogram({
    name: 'dapikit_grpc_call_duration_seconds',
    help: 'How long gRPC calls took, streams to their end.',
    labelNames: ['method'],
    buckets: CALL_SECONDS,
    registers: [this.#registry],
  });
  readonly #failovers = new Counter({
    name: 'dapikit_upstream_failovers_total',
    help: 'Calls that failed over to another node.',
    labelNames: ['from', 'reason'],
    registers: [this.#registry],
  });
  readonly #hedges = new Counter({
    name: 'dapikit_upstream_hedges_total',
    help: 'Calls that were put to this node as well, as the first was slow.',
    labelNames: ['node'],
    registers: [this.#registry],
  });
  readonly #proofs = new Counter({
    name: 'dapikit_platform_proofs_total',
    help: 'Forwarded responses of the Platform service by what verify-proofs found: verified, signed, unproven, unchecked or invalid.',
    labelNames: ['outcome'],
    registers: [this.#registry],
  });
  readonly #commitSeconds = new Histogram({
    name: 'dapikit_platform_commit_seconds',
    help: 'How long commits of the LMDB store of the platform took, with the wait for the disk: for small writes one turn of the event loop.',
    buckets: CALL_SECONDS,
    registers: [this.#registry],
  });
  readonly #quarantinedTransactions = new Counter({
    name: 'dapikit_transactions_quarantined_total',
    help: 'Transactions during which a node disconnected, and which are not sent again.',
    registers: [this.#registry],
  });
  readonly #reloads = new Counter({
    name: 'dapikit_reloads_total',
    help: 'Times the settings or the certificate were read again.',
    labelNames: ['outcome'],
    registers: [this.#registry],
  });
  readonly #notified = new Histogram({
    name: 'dapikit_block_to_subscribers_seconds',
    help: 'Time from learning of a block to writing it to the last subscriber.',
    buckets: TOLD_SECONDS,
    registers: [this.#registry],
  });

  /** @param version of the gateway */
  constructor(version: string) {
    collectDefaultMetrics({ register: this.#registry });
    // Prometheus sees no increase in a series that begins with its first event.
    for (const outcome of RELOAD_OUTCOMES) this.#reloads.inc({ outcome }, 0);
    for (const outcome of PROOF_OUTCOMES) this.#proofs.inc({ outcome }, 0);
    new Gauge({
      name: 'dapikit_build_info',
      help: 'Always 1.',
      labelNames: ['version'],
      registers: [this.#registry],
      aggregator: 'first',
    }).set({ version }, 1);
  }

  /** Counts a JSON-RPC call that ended. */
  called(method: string, outcome: CallOutcome, seconds: number): void {
    this.#calls.inc({ method, outcome });
    this.#callSeconds.observe({ method }, seconds);
  }

  /** Counts a commit of the platform store that ended. */
  committed(seconds: number): void {
    this.#commitSeconds.observe(seconds);
  }

  /** Counts a gRPC call that ended with a status. */
  calledOverGrpc(method: string, status: number, seconds: number): void {
    this.#grpcCalls.inc({ method, status });
    this.#grpcSeconds.observe({ method }, seconds);
  }

  /** Counts an HTTP response. */
  responded(route: string, status: number): void {
    this.#responses.inc({ route, status });
  }

  /** Counts a call to a node that ended. */
  calledUpstream(node: string, call: string, outcome: string, seconds: number): void {
    this.#upstreamCalls.inc({ node, call, outcome });
    this.#upstreamSeconds.observe({ node, call }, seconds);
  }

  /** Counts a response by its source. */
  answered(source: AnswerSource): void {
    this.#memory.inc({ source });
  }

  /** Counts the proof of a forwarded response by its outcome. */
  checkedProof(outcome: ProofOutcome): void {
    this.#proofs.inc({ outcome });
  }

  /** Counts a failover from a node, by its reason. */
  failedOver(from: string, reason: string): void {
    this.#failovers.inc({ from, reason });
  }

  /** Counts a hedged call, which this node got as well. */
  hedged(node: string): void {
    this.#hedges.inc({ node });
  }

  /** Counts a node that disconnected during the call of a transaction. */
  quarantinedTransaction(): void {
    this.#quarantinedTransactions.inc();
  }

  /** Records that all subscribers were notified of a block. */
  notified(seconds: number): void {
    this.#notified.observe(seconds);
  }

  /** Records a reload of settings or certificates: applied, or rejected in favour of the former ones. */
  reloaded(outcome: (typeof RELOAD_OUTCOMES)[number]): void {
    this.#reloads.inc({ outcome });
  }

  /** Reads the gauges from these sources whenever the metrics are read. Call once. */
  read({ chain, nodes, connections, open: openRequests, subscribers }: MetricsSources): void {
    subscriberMetrics(this.#registry, subscribers);
    openMetrics(this.#registry, openRequests);
    const open: Gauge = new Gauge({
      name: 'dapikit_connections',
      help: 'Open connections.',
      registers: [this.#registry],
      collect: () => open.set(connections()),
    });
    this.#readChain(chain);
    this.#readNodes(nodes);
  }

  /** Workers see the same chain: their values are not added up. */
  #readChain(chain: MetricsSources['chain']): void {
    this.#ofChain('dapikit_ready', '1 while /readyz returns 200.', 'min', chain, ({ isReady }) =>
      Number(isReady),
    );
    this.#ofChain(
      'dapikit_tip_height',
      'Of the last block of the best chain.',
      'max',
      chain,
      ({ tipHeight }) => tipHeight,
    );
    this.#ofChain(
      'dapikit_tip_age_seconds',
      'Age of the median time of the last eleven blocks, normally about 15 minutes.',
      'max',
      chain,
      ({ tipAge }) => tipAge,
    );
    this.#ofChain(
      'dapikit_chain_lock_height',
      'Of the best ChainLock.',
      'max',
      chain,
      ({ chainLockHeight }) => chainLockHeight,
    );
    this.#ofChain(
      'dapikit_platform_up',
      '1 while the platform store responds.',
      'min',
      chain,
      ({ isPlatformUp }) => (isPlatformUp === undefined ? undefined : Number(isPlatformUp)),
    );
  }

  #readNodes(nodes: MetricsSources['nodes']): void {
    this.#ofNodes('dapikit_node_up', '1 while the node responds.', 'min', nodes, ({ isUp }) => Number(isUp));
    this.#ofNodes(
      'dapikit_node_healthy',
      '1 while the node is in sync with the others and preferred.',
      'min',
      nodes,
      ({ isHealthy }) => Number(isHealthy),
    );
    this.#ofNodes('dapikit_node_notifying', '1 while ZMQ messages arrive.', 'min', nodes, ({ isNotifying }) =>
      Number(isNotifying),
    );
    this.#ofNodes(
      'dapikit_node_calls_in_flight',
      'Calls at the node.',
      'sum',
      nodes,
      ({ callsInFlight }) => callsInFlight,
    );
    this.#ofNodes(
      'dapikit_node_calls_queued',
      'Calls that wait for their turn.',
      'sum',
      nodes,
      ({ callsQueued }) => callsQueued,
    );
  }

  /** Returns all metrics as text. */
  async text(): Promise<string> {
    return await this.#registry.metrics();
  }

  /** Sends them to the primary process of a cluster on request: see `clusterMetrics`. */
  shareWithPrimary(): void {
    AggregatorRegistry.setRegistries([this.#registry]);
    void new AggregatorRegistry();
  }

  #ofChain(
    name: string,
    help: string,
    aggregator: 'min' | 'max',
    report: MetricsSources['chain'],
    of: (report: ChainReport) => number | undefined,
  ): void {
    const registers = [this.#registry];
    const gauge = new Gauge({ name, help, registers, aggregator, collect });
    async function collect(): Promise<void> {
      const value = of(await report());
      if (value === undefined) gauge.remove();
      else gauge.set(value);
    }
  }

  #ofNodes(
    name: string,
    help: string,
    aggregator: 'min' | 'sum',
    nodes: MetricsSources['nodes'],
    of: (report: NodeReport) => number,
  ): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['node'],
      registers: [this.#registry],
      aggregator,
      collect: () => {
        gauge.reset();
        for (const report of nodes()) gauge.set({ node: report.name }, of(report));
      },
    });
  }
}

/** Defines the media type of the text format. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** Returns, in the primary process, a function that sums up the metrics of all workers. */
export function clusterMetrics(): () => Promise<string> {
  const registry = new AggregatorRegistry();
  return () => registry.clusterMetrics();
}
