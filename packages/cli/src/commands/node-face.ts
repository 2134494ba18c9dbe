import { mkdir } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import type { DevChain } from '@dapikit/chain';
import type { FaceCredentials, NodeFace } from '@dapikit/chain/node-face';
import { CommandFailure } from '../command.js';
import { UsageError, type Values } from '../option.js';
import type { nodeFaceOptions } from './node-face-options.js';

/** What is said of a node's face, and how it is closed. */
export interface ShownNodeFace {
  /** For the start; nothing where there is no face. */
  readonly description: readonly string[];
  close(): Promise<void>;
}

type NodeFaceValues = Values<typeof nodeFaceOptions> & { readonly stateDir: string };

/**
 * Shows the chain as a node where that is asked for.
 * @throws {UsageError} for options that do not go together, {CommandFailure} for a port that is taken
 */
export async function showNodeFace(
  chain: DevChain,
  values: NodeFaceValues,
  onError: (error: unknown) => void,
): Promise<ShownNodeFace> {
  const { nodeRpc, nodeZmq, nodeHost } = values;
  const credentials = readCredentials(values);
  if (nodeRpc === undefined) {
    if (nodeZmq !== undefined) throw new UsageError('--node-zmq goes with --node-rpc: give both');
    return { description: [], close: () => Promise.resolve() };
  }
  // It comes with ZMQ, which others need not wait for.
  const { createNodeFace } = await import('@dapikit/chain/node-face');
  if ('cookieFile' in credentials) await mkdir(values.stateDir, { recursive: true, mode: 0o700 });
  try {
    const face = await createNodeFace(chain, {
      credentials,
      host: nodeHost,
      port: nodeRpc,
      zmq: nodeZmq === undefined ? undefined : zmqAddress(nodeHost, nodeZmq),
      onError,
    });
    return { description: [describe(face, credentials)], close: () => face.close() };
  } catch (error) {
    throw failure(error);
  }
}

function readCredentials({
  nodeUser: user,
  nodePassword: password,
  stateDir,
}: NodeFaceValues): FaceCredentials {
  if (user === undefined && password === undefined) return { cookieFile: resolve(join(stateDir, '.cookie')) };
  if (user !== undefined && password !== undefined) return { user, password };
  throw new UsageError('--node-user and --node-password go together: give both, or neither');
}

function zmqAddress(host: string, port: number): string {
  return `tcp://${isIPv6(host) ? `[${host}]` : host}:${port === 0 ? '*' : port}`;
}

function describe({ url, zmqAddress: zmq }: NodeFace, credentials: FaceCredentials): string {
  const [password, login] =
    'cookieFile' in credentials
      ? [`user and password in ${credentials.cookieFile}`, `"$(cat ${credentials.cookieFile})"`]
      : [`user ${credentials.user}`, credentials.user];
  return [
    'For software that is written for Dash Core (docs/node-face.md)',
    `  RPC at ${url} (${password})`,
    ...(zmq === undefined ? [] : [`  ZMQ at ${zmq}`]),
    `  curl -s --user ${login} ${url} -d '{"method":"getblockchaininfo"}'`,
  ].join('\n');
}

/** The codes of sockets that cannot listen where they should. */
const LISTEN_CODES: ReadonlySet<string> = new Set(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND']);

function failure(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || !LISTEN_CODES.has(String(error.code))) return error;
  return new CommandFailure(
    `the node's face cannot listen: ${error.message}\nchoose other ports with --node-rpc and --node-zmq, or another address with --node-host`,
  );
}
