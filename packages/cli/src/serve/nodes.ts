import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  CoreNode,
  CorePool,
  credentialsFile,
  environmentCredentials,
  type CoreNodeOptions,
  type PoolMember,
} from '@dapikit/chain/core-node';
import { observedNode, type Metrics, type NodeReport, type Observer } from '@dapikit/gateway';
import type { Logger } from 'pino';
import { CommandFailure } from '../command.js';
import { NodeLog } from './node-log.js';
import type { NodeSettings } from './node-settings.js';

/** A node as it is configured and, where that names one, the authority that signed its certificate. */
interface NodeConfiguration {
  readonly settings: NodeSettings;
  readonly certificateAuthority: string | undefined;
}

/** A node that stands behind a gateway. */
interface OpenNode {
  readonly configuration: NodeConfiguration;
  readonly core: CoreNode;
  readonly member: PoolMember;
}

/** Other nodes than those that stand behind a gateway, ready to take their place. */
export interface OtherNodes {
  /** From now on these are asked. Calls in flight go on; a node that stays as it was keeps its connections and what is known of it. */
  apply(): void;
  /** Lets go of those that are not in use. */
  drop(): Promise<void>;
}

/** How often the log is told which nodes are in step. */
const LOG_INTERVAL_MS = 5_000;

/** Who is told of what the nodes do. */
export interface NodeListeners {
  readonly observer: Observer;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** The nodes that stand behind a gateway: a pool that follows one chain through them, also where it is only one. */
export class Nodes {
  readonly layer1: CorePool;
  readonly #listeners: NodeListeners;
  readonly #looking: NodeJS.Timeout;
  #open: readonly OpenNode[];

  private constructor(open: readonly OpenNode[], listeners: NodeListeners) {
    const { metrics, log } = listeners;
    const nodeLog = new NodeLog(log, () => this.layer1.health().nodes);
    this.#open = open;
    this.#listeners = listeners;
    this.layer1 = new CorePool({
      nodes: open.map(({ member }) => member),
      observer: {
        onHedge: ({ node }) => metrics.hedged(node),
        onFailover: ({ from, reason }) => metrics.failedOver(from, reason),
        onBreaker: nodeLog.onBreaker,
        onQuarantine: nodeLog.onQuarantine,
      },
      onError: (error) => log.error({ err: error }, 'nodes'),
    });
    this.#looking = setInterval(() => nodeLog.look(), LOG_INTERVAL_MS).unref();
  }

  /** @throws {CommandFailure} when a file that is named cannot be read, or a node cannot be as it is described. */
  static async open(settings: readonly NodeSettings[], listeners: NodeListeners): Promise<Nodes> {
    return new Nodes(await openAll(settings, [], listeners), listeners);
  }

  /**
   * Makes ready what other settings name.
   * @throws {CommandFailure} as `open`; nothing has changed then.
   */
  async change(settings: readonly NodeSettings[]): Promise<OtherNodes> {
    const former = this.#open;
    const next = await openAll(settings, former, this.#listeners);
    return {
      apply: () => {
        this.#open = next;
        this.layer1.replaceNodes(next.map(({ member }) => member));
      },
      drop: () => closeAll(next.filter((node) => !former.includes(node))),
    };
  }

  reports(): readonly NodeReport[] {
    const health = new Map(this.layer1.health().nodes.map((member) => [member.name, member]));
    return this.#open.map(({ core, member: { name } }) => {
      const { callsInFlight, callsQueued, notifications } = core.health();
      const { breaker, state } = health.get(name) ?? {};
      return {
        name,
        isUp: breaker === 'closed' && state !== 'unseen',
        isHealthy: state === 'healthy',
        callsInFlight,
        callsQueued,
        isNotifying: notifications === 'connected',
      };
    });
  }

  close(): Promise<void> {
    clearInterval(this.#looking);
    return this.layer1.close();
  }
}

/** Opens the nodes that are not open as they are to be. Where one cannot be opened, none is. */
async function openAll(
  settings: readonly NodeSettings[],
  former: readonly OpenNode[],
  listeners: NodeListeners,
): Promise<OpenNode[]> {
  const nodes: OpenNode[] = [];
  try {
    for (const one of settings) {
      const configuration = { settings: one, certificateAuthority: await authorityOf(one) };
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

function openNode(configuration: NodeConfiguration, { observer, log }: NodeListeners): OpenNode {
  const { settings, certificateAuthority } = configuration;
  const { name, url, zmq } = settings;
  const onError = (error: unknown): void => log.error({ err: error, node: name }, 'node');
  try {
    const core = new CoreNode({
      url,
      notifications: zmq,
      onError,
      ...credentialsOf(settings),
      ...(certificateAuthority === undefined ? {} : { certificateAuthority }),
    });
    return { configuration, core, member: { name, node: observedNode(core, name, observer) } };
  } catch (error) {
    throw nodeFailure(name, error);
  }
}

function nodeFailure(name: string, error: unknown): CommandFailure {
  return new CommandFailure(`node ${name}: ${error instanceof Error ? error.message : String(error)}`);
}

function credentialsOf({ credentials }: NodeSettings): Pick<CoreNodeOptions, 'credentials'> {
  if (credentials === undefined) return {};
  if ('user' in credentials) return { credentials };
  if ('file' in credentials) return { credentials: credentialsFile(credentials.file) };
  const { userVariable, passwordVariable } = credentials;
  return { credentials: environmentCredentials(process.env, userVariable, passwordVariable) };
}
