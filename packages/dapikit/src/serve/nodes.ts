import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  CoreNode,
  credentialsFile,
  environmentCredentials,
  loadZmq,
  type CoreNodeOptions,
} from '@dapikit/chain/core-node';
import { CorePool, type NodeJudge, type PoolMember, type PoolNode } from '@dapikit/chain/core-pool';
import { observedNode, type Metrics, type NodeReport, type Observer } from '@dapikit/gateway';
import type { Logger } from 'pino';
import { CommandError } from '../program/command.js';
import { NodeLog } from './node-log.js';
import { isNamed, type NodeSettings } from '../settings/node-settings.js';

/** A node as it is configured and, where that names one, the authority that signed its certificate. */
interface NodeConfiguration {
  readonly settings: NodeSettings;
  readonly certificateAuthority: string | undefined;
  readonly limits: NodeLimits;
}

/** Bounds on the use of every node. */
export type NodeLimits = Pick<CoreNodeOptions, 'maxResponseBytes'>;

/** Describes a node behind a gateway. */
interface OpenNode {
  readonly configuration: NodeConfiguration;
  readonly core: CoreNode;
  readonly member: PoolMember;
  /** The node without the checks of the member. */
  readonly unchecked: PoolMember;
}

/** Represents prepared nodes that can replace those of a gateway. */
export interface OtherNodes {
  /** Replaces the nodes. Calls in flight continue; an unchanged node retains its connections and state. */
  apply(): void;
  /** Lets go of those that are not in use. */
  drop(): Promise<void>;
}

/** Time between two logs of the health of nodes. */
const LOG_INTERVAL_MS = 1_000;

/** Describes the observers of the nodes. */
export interface NodeListeners {
  readonly observer: Observer;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Verifies what the nodes report. */
  readonly checks?: {
    readonly judge: NodeJudge;
    readonly checked: (node: PoolNode, name: string) => PoolNode;
  };
}

/** Manages the nodes behind a gateway: a pool that follows one chain through them, also where it is only one. */
export class Nodes {
  readonly layer1: CorePool;
  readonly #listeners: NodeListeners;
  readonly #reporting: NodeJS.Timeout;
  #open: readonly OpenNode[];

  private constructor(open: readonly OpenNode[], listeners: NodeListeners) {
    const { metrics, log, checks } = listeners;
    const nodeLog = new NodeLog(log, () => this.layer1.health().nodes);
    this.#open = open;
    this.#listeners = listeners;
    this.layer1 = new CorePool({
      nodes: open.map(({ member }) => member),
      ...(checks && { judge: checks.judge }),
      observer: {
        onHedge: ({ node }) => metrics.hedged(node),
        onFailover: ({ from, reason }) => metrics.failedOver(from, reason),
        onBreaker: nodeLog.onBreaker,
        onQuarantine: nodeLog.onQuarantine,
        onTransactionQuarantine: (event) => {
          metrics.quarantinedTransaction();
          nodeLog.onTransactionQuarantine(event);
        },
      },
      onError: (error) => log.error({ err: error }, 'nodes'),
    });
    this.#reporting = setInterval(() => nodeLog.report(), LOG_INTERVAL_MS).unref();
  }

  /** @throws {CommandError} when a file that is named cannot be read, or a node cannot be as it is described. */
  static async open(
    settings: readonly NodeSettings[],
    listeners: NodeListeners,
    limits: NodeLimits = {},
  ): Promise<Nodes> {
    return new Nodes(await openAll(settings, [], listeners, limits), listeners);
  }

  /**
   * Makes ready what other settings name.
   * @throws {CommandError} as `open`; nothing has changed then.
   */
  async change(settings: readonly NodeSettings[], limits: NodeLimits = {}): Promise<OtherNodes> {
    const former = this.#open;
    const next = await openAll(settings, former, this.#listeners, limits);
    return {
      apply: () => {
        this.#open = next;
        this.layer1.replaceNodes(next.map(({ member }) => member));
      },
      drop: () => closeAll(next.filter((node) => !former.includes(node))),
    };
  }

  /** Returns the nodes as they respond without checks. */
  unchecked(): PoolMember[] {
    return this.#open.map(({ unchecked }) => unchecked);
  }

  reports(): readonly NodeReport[] {
    const health = new Map(this.layer1.health().nodes.map((member) => [member.name, member]));
    return this.#open.map(({ core, configuration: { settings }, member: { name } }, at) => {
      const { callsInFlight, callsQueued, notifications } = core.health();
      const { breaker, state = 'unseen', failure, tip, lag } = health.get(name) ?? {};
      return {
        name,
        publicName: isNamed(settings) ? name : `node ${at + 1}`,
        state,
        failure: failure?.summary,
        height: tip?.height,
        blocksBehind: lag,
        isUp: breaker === 'closed' && state !== 'unseen',
        isHealthy: state === 'healthy',
        callsInFlight,
        callsQueued,
        isNotifying: notifications === 'connected',
      };
    });
  }

  close(): Promise<void> {
    clearInterval(this.#reporting);
    return this.layer1.close();
  }
}

/**
 * Opens the nodes that are not open as they are to be. Where one cannot be opened, none is.
 * @throws {MissingPackageError} (rejects) where a node names addresses of ZMQ, which is not installed
 */
async function openAll(
  settings: readonly NodeSettings[],
  former: readonly OpenNode[],
  listeners: NodeListeners,
  limits: NodeLimits,
): Promise<OpenNode[]> {
  const nodes: OpenNode[] = [];
  try {
    for (const one of settings) {
      const configuration = { settings: one, certificateAuthority: await authorityOf(one), limits };
      if (typeof one.zmq !== 'string') await loadZmq(`zmq of node ${one.name}`);
      const same = former.find((node) => isDeepStrictEqual(node.configuration, configuration));
      nodes.push(same ?? openNode(configuration, listeners));
    }
    return nodes;
  } catch (error) {
    await closeAll(nodes.filter((node) => !former.includes(node)));
    throw error;
  }
}

async function closeAll(nodes: readonly OpenNode[]): Promise<void> {
  await Promise.all(nodes.map(({ core }) => core.close()));
}

async function authorityOf({ name, ca }: NodeSettings): Promise<string | undefined> {
  try {
    return ca === undefined ? undefined : await readFile(ca, 'utf8');
  } catch (error) {
    throw nodeFailure(name, error);
  }
}

function openNode(configuration: NodeConfiguration, { observer, log, checks }: NodeListeners): OpenNode {
  const { settings, certificateAuthority, limits } = configuration;
  const { name, url, zmq } = settings;
  const onError = (error: unknown): void => log.error({ err: error, node: name }, 'node');
  try {
    const core = new CoreNode({
      ...limits,
      url,
      notifications: zmq,
      onError,
      ...credentialsOf(settings),
      ...(certificateAuthority === undefined ? {} : { certificateAuthority }),
    });
    const node = observedNode(core, name, observer);
    const checked = checks === undefined ? node : checks.checked(node, name);
    return { configuration, core, member: { name, node: checked }, unchecked: { name, node } };
  } catch (error) {
    throw nodeFailure(name, error);
  }
}

function nodeFailure(name: string, error: unknown): CommandError {
  return new CommandError(`node ${name}: ${error instanceof Error ? error.message : String(error)}`);
}

function credentialsOf({ credentials }: NodeSettings): Pick<CoreNodeOptions, 'credentials'> {
  if (credentials === undefined) return {};
  if ('user' in credentials) return { credentials };
  if ('file' in credentials) return { credentials: credentialsFile(credentials.file) };
  const { userVariable, passwordVariable } = credentials;
  return { credentials: environmentCredentials(process.env, userVariable, passwordVariable) };
}
