// Has a process of its own: a client in it replaces the global `fetch`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { DapikitProcess } from './dev-process.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PATIENCE = { timeout: 60_000 };
const PRESET_PORT = 2443;

/** The unmodified dapi-client in a process of its own: it prints what the three streams have first. */
const PROGRAM = `
import DAPIClient from '@dashevo/dapi-client';
const { core } = new DAPIClient({ ...OPTIONS, retries: 0 });
const first = (stream) => new Promise((resolve, reject) => {
  stream.on('data', resolve);
  stream.on('error', reject);
});
const height = await core.getBestBlockHeight();
const headers = await first(await core.subscribeToBlockHeadersWithChainLocks({ fromBlockHeight: 1, count: 3 }));
const filter = { vData: new Uint8Array([255]), nHashFuncs: 1, nTweak: 0, nFlags: 0 };
const transactions = await first(await core.subscribeToTransactionsWithProofs(filter, { fromBlockHeight: 1, count: 1 }));
const list = await first(await core.subscribeToMasternodeList());
console.log(JSON.stringify({
  height,
  hasChainLock: headers.getChainLock_asU8().length > 0,
  transactions: transactions.getRawTransactions()?.getTransactionsList().length,
  list: list.getMasternodeListDiff_asU8().length > 0,
}));
process.exit(0);
`;

async function streamsOf(options: object, env: Readonly<Record<string, string>>): Promise<unknown> {
  const source = PROGRAM.replace('OPTIONS', JSON.stringify(options));
  const client = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
  });
  onTestFinished(() => void client.kill());
  let stdout = '';
  let stderr = '';
  client.stdout.on('data', (chunk) => (stdout += String(chunk)));
  client.stderr.on('data', (chunk) => (stderr += String(chunk)));
  await once(client, 'close');
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

const FIRST_MESSAGES = { height: 620, hasChainLock: true, transactions: 1, list: true };

async function started(args: readonly string[]): Promise<{ server: DapikitProcess; certificate: string }> {
  const server = new DapikitProcess(['dev', ...args]);
  onTestFinished(async () => {
    await server.stop();
  });
  await server.started();
  return { server, certificate: join(server.stateDirectory, 'tls', 'cert.pem') };
}

it('dapi-client receives the streams of dapikit dev over TLS with its certificate', PATIENCE, async () => {
  const { server, certificate } = await started(['--port', '0']);
  const dapiAddresses = [new URL(server.url).host];
  const env = { NODE_EXTRA_CA_CERTS: certificate };
  expect(await streamsOf({ dapiAddresses }, env)).toEqual(FIRST_MESSAGES);
});

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}

it.runIf(await isFree(PRESET_PORT))(
  'dapi-client receives the streams of dapikit dev with its local preset (needs port 2443)',
  PATIENCE,
  async () => {
    await started(['--port', '0', '--sdk-ports', String(PRESET_PORT)]);
    expect(await streamsOf({ network: 'local' }, {})).toEqual(FIRST_MESSAGES);
  },
);
