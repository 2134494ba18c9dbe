import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { portOf } from '../../chain/test/port-of.js';
import { createDevNetwork } from '../src/testing/create-dev-network.js';
import type { DevNetwork } from '../src/testing/dev-network.js';
import { runDapikit } from './run-dapikit.js';

const CREDENTIALS = ['--node-user', 'ann', '--node-password', 'secret'] as const;

/** Starts a local network, and makes a checkpoint of it. @param args further options of `dapikit dev` @returns the text of the checkpoint file, and the URL of the RPC server with its credentials */
export async function networkWithCheckpoint(...args: readonly string[]): Promise<{
  readonly network: DevNetwork;
  readonly checkpoint: string;
  readonly nodeUrl: string;
}> {
  const port = await freePort();
  const network = await createDevNetwork({ args: ['--node-rpc', String(port), ...CREDENTIALS, ...args] });
  await network.mine(3);
  await network.control('chainLock');
  const nodeUrl = `http://ann:secret@127.0.0.1:${port}`;
  const made = runDapikit(['checkpoint', 'create', '--node', nodeUrl]);
  return { network, checkpoint: made.stdout, nodeUrl };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  await promisify(server.close.bind(server))();
  return port;
}
