import { readFile } from 'node:fs/promises';
import type { Layer1 } from '@dapikit/chain';
import {
  CoreNode,
  credentialsFile,
  environmentCredentials,
  type CoreNodeOptions,
} from '@dapikit/chain/core-node';
import { observedLayer1, type NodeReport, type Observer } from '@dapikit/gateway';
import type { Logger } from 'pino';
import { CommandFailure } from '../command.js';
import type { NodeSettings } from './node-settings.js';

/** The nodes that stand behind a gateway. */
export interface Nodes {
  readonly layer1: Layer1;
  readonly reports: () => readonly NodeReport[];
  close(): Promise<void>;
}

/**
 * Makes the layer 1 of a gateway from the nodes that are configured. None is asked anything yet.
 * @throws {CommandFailure} when a file that is named cannot be read, or a node cannot be as it is described.
 */
export async function openNodes(
  settings: readonly NodeSettings[],
  observer: Observer,
  log: Logger,
): Promise<Nodes> {
  const [first, ...others] = settings;
  if (first === undefined || others.length > 0)
    throw new CommandFailure('nodes: several nodes are not served yet, found more than one: leave one');
  const node = await openNode(first, log);
  return {
    layer1: observedLayer1(node, first.name, observer),
    reports: () => [reportOf(first.name, node)],
    close: () => node.close(),
  };
}

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

function reportOf(name: string, node: CoreNode): NodeReport {
  const { failure, callsInFlight, callsQueued, notifications } = node.health();
  return {
    name,
    isUp: failure === undefined,
    callsInFlight,
    callsQueued,
    isNotifying: notifications === 'connected',
  };
}
