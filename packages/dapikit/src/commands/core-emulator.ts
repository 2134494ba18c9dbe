import type { DevChain } from '@dapikit/chain';
import { makeFolder } from '@dapikit/platform/make-folder';
import { isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import type { EmulatorCredentials, CoreEmulator } from '@dapikit/chain/core-emulator';
import { CommandError } from '../program/command.js';
import { UsageError, type Values } from '../program/option.js';
import { quoted } from '../program/program-name.js';
import type { coreEmulatorOptions } from './core-emulator-options.js';

/** Describes a started Core RPC emulator. */
export interface StartedCoreEmulator {
  /** For the start; nothing where there is no emulator. */
  readonly description: readonly string[];
  close(): Promise<void>;
}

type CoreEmulatorValues = Values<typeof coreEmulatorOptions> & { readonly stateDirectory: string };

/**
 * Starts the Core RPC emulator of the chain if requested.
 * @throws {UsageError} for options that do not go together, {CommandError} for a port that is taken
 */
export async function startCoreEmulator(
  chain: DevChain,
  values: CoreEmulatorValues,
  onError: (error: unknown) => void,
): Promise<StartedCoreEmulator> {
  const { nodeRpc, nodeZmq, nodeHost } = values;
  const credentials = readCredentials(values);
  if (nodeRpc === undefined) {
    if (nodeZmq !== undefined) throw new UsageError('--node-zmq requires --node-rpc');
    return { description: [], close: () => Promise.resolve() };
  }
  // It comes with ZMQ, which others need not wait for.
  const { createCoreEmulator } = await import('@dapikit/chain/core-emulator');
  if ('cookieFile' in credentials) makeFolder(values.stateDirectory, 0o700);
  try {
    const emulator = await createCoreEmulator(chain, {
      credentials,
      host: nodeHost,
      port: nodeRpc,
      zmq: nodeZmq === undefined ? undefined : zmqAddress(nodeHost, nodeZmq),
      onError,
    });
    return { description: [describe(emulator, credentials)], close: () => emulator.close() };
  } catch (error) {
    throw failure(error);
  }
}

function readCredentials({
  nodeUser: user,
  nodePassword: password,
  stateDirectory,
}: CoreEmulatorValues): EmulatorCredentials {
  if (user === undefined && password === undefined)
    return { cookieFile: resolve(join(stateDirectory, '.cookie')) };
  if (user !== undefined && password !== undefined) return { user, password };
  throw new UsageError('give both --node-user and --node-password, or neither');
}

function zmqAddress(host: string, port: number): string {
  return `tcp://${isIPv6(host) ? `[${host}]` : host}:${port === 0 ? '*' : port}`;
}

function describe({ url, zmqAddress: zmq }: CoreEmulator, credentials: EmulatorCredentials): string {
  const [password, login] =
    'cookieFile' in credentials
      ? [`user and password in ${credentials.cookieFile}`, `"$(cat ${quoted(credentials.cookieFile)})"`]
      : [`user ${credentials.user}`, credentials.user];
  return [
    'For software that is written for Dash Core (docs/reference/core-emulator.md)',
    `  RPC at ${url} (${password})`,
    ...(zmq === undefined ? [] : [`  ZMQ at ${zmq}`]),
    `  curl -s --user ${login} ${url} -d '{"method":"getblockchaininfo"}'`,
  ].join('\n');
}

/** The codes of sockets that cannot listen where they should. */
const LISTEN_CODES: ReadonlySet<string> = new Set(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND']);

function failure(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || !LISTEN_CODES.has(String(error.code))) return error;
  return new CommandError(
    `the Core RPC emulator cannot listen: ${error.message}\nchoose other ports with --node-rpc and --node-zmq, or another address with --node-host`,
  );
}
