import { readFile } from 'node:fs/promises';
import type { Layer1 } from '@dapikit/chain';
import {
  CoreNode,
  CorePool,
  credentialsFile,
  environmentCredentials,
  type CoreNodeOptions,
  type MemberHealth,
  type PoolObserver,
} from '@dapikit/chain/core-node';
import { observedNode, type Metrics, type NodeReport, type Observer } from '@dapikit/gateway';
import type { Logger } from 'pino';
import { CommandFailure } from '../command.js';
import type { NodeSettings } from './node-settings.js';

/** The nodes that stand behind a gateway. */
export interface Nodes {
  readonly layer1: Layer1;
  readonly reports: () => readonly NodeReport[];
  close(): Promise<void>;
}

/** Who is told of what the nodes do. */
export interface NodeListeners {
  readonly observer: Observer;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/**
 * Makes the layer 1 of a gateway from the nodes that are configured: one as it is, several as a pool that follows one chain.
 * @throws {CommandFailure} when a file that is named cannot be read, or a node cannot be as it is described.
 */
export async function openNodes(
  settings: readonly NodeSettings[],
  { observer, metrics, log }: NodeListeners,
): Promise<Nodes> {
  const opened = new Map<string, CoreNode>();
  for (const node of settings) opened.set(node.name, await openNode(node, log));
  const members = [...opened].map(([name, node]) => ({ name, node: observedNode(node, name, observer) }));
  const [only, ...others] = members;
  if (only !== undefined && others.length === 0) {
    return { layer1: only.node, reports: () => reportsOf(opened), close: () => only.node.close() };
  }
  const pool = new CorePool({
    nodes: members,
    observer: poolObserver(metrics, log),
    onError: (error) => log.error({ err: error }, 'nodes'),
  });
  return {
    layer1: pool,
    reports: () => reportsOf(opened, new Map(pool.health().nodes.map((health) => [health.name, health]))),
    close: () => pool.close(),
  };
}

function poolObserver(metrics: Metrics, log: Logger): PoolObserver {
  return {
    onHedge: ({ node }) => metrics.hedged(node),
    onFailover: ({ from, reason }) => metrics.failedOver(from, reason),
    onBreaker: (change) =>
      change.to === 'half-open' ? log.debug(change, 'node is tried') : log.warn(change, BREAKER[change.to]),
    onQuarantine: (change) =>
      log.warn(change, change.reason === undefined ? 'node admitted again' : 'node quarantined'),
  };
}

const BREAKER = { open: 'node taken out', closed: 'node taken back' } as const;

async function openNode(settings: NodeSettings, log: Logger): Promise<CoreNode> {
  const { name, url, zmq, ca } = settings;
  const onError = (error: unknown): void => log.error({ err: error, node: name }, 'node');
  try {
    return new CoreNode({
      url,
      notifications: zmq,
      onError,
      ...credentialsOf(settings),
      ...(ca === undefined ? {} : { certificateAuthority: await readFile(ca, 'utf8') }),
    });
  } catch (error) {
    throw new CommandFailure(`node ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function credentialsOf({ credentials }: NodeSettings): Pick<CoreNodeOptions, 'credentials'> {
  if (credentials === undefined) return {};
  if ('user' in credentials) return { credentials };
  if ('file' in credentials) return { credentials: credentialsFile(credentials.file) };
  const { userVariable, passwordVariable } = credentials;
  return { credentials: environmentCredentials(process.env, userVariable, passwordVariable) };
}

function reportsOf(
  nodes: ReadonlyMap<string, CoreNode>,
  inPool: ReadonlyMap<string, MemberHealth> = new Map(),
): NodeReport[] {
  return [...nodes].map(([name, node]) => {
    const { failure, callsInFlight, callsQueued, notifications } = node.health();
    const member = inPool.get(name);
    const isUp = member === undefined ? failure === undefined : member.breaker === 'closed';
    return {
      name,
      isUp,
      isHealthy: member === undefined ? isUp : member.state === 'healthy',
      callsInFlight,
      callsQueued,
      isNotifying: notifications === 'connected',
    };
  });
}
