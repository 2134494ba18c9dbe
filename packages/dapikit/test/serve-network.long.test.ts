import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectEvoSdk } from '../src/testing/evo-sdk.js';
import { createDevNetwork } from '../src/testing/create-dev-network.js';
import type { DevNetwork } from '../src/testing/dev-network.js';
import { portOf } from '../../chain/test/port-of.js';
import { LyingPeer, withOtherByte, type Lies } from './lying-peer.js';
import { runDapikit } from './run-dapikit.js';
import { Served } from './served.js';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const CREDENTIALS = ['--node-user', 'ann', '--node-password', 'secret'] as const;
const PLATFORM = '/org.dash.platform.dapi.v0.Platform/';
const LISTS = 'subscribeToMasternodeList';

/** Peers that change proofs, ask the honest peer something else, change masternode lists, or do not respond. */
const LIES = {
  'changes proofs': {
    response: (path, message) => (path.startsWith(PLATFORM) ? withOtherByte(message) : message),
  },
  'answers another question': {
    // The last byte of an identifier comes before the field `prove`.
    request: (path, message) =>
      path.endsWith('getIdentity') ? withOtherByte(message, message.length - 4) : message,
  },
  'changes masternode lists': {
    response: (path, message) =>
      path.endsWith(LISTS) ? withOtherByte(message, indexOf(message, 'isValid') + 7) : message,
  },
  'does not respond': { stalls: (path) => path.startsWith(PLATFORM) },
} as const satisfies Readonly<Record<string, Lies>>;

function indexOf(message: Uint8Array, text: string): number {
  return Buffer.from(message).indexOf(text);
}

let folder: string;
let network: DevNetwork;
let checkpoint: unknown;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dapikit-network-'));
  const port = await freePort();
  network = await createDevNetwork({ args: ['--node-rpc', String(port), ...CREDENTIALS] });
  await network.mine(3);
  const made = runDapikit(['checkpoint', 'create', '--node', `http://ann:secret@127.0.0.1:${port}`]);
  checkpoint = JSON.parse(made.stdout);
});
afterAll(async () => {
  await network.close();
  rmSync(folder, { recursive: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  await promisify(server.close.bind(server))();
  return port;
}

async function call(url: string, method: string, params: object = {}): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return JSON.parse(await response.text());
}

let count = 0;

async function serve(peers: readonly string[], ...args: readonly string[]): Promise<Served> {
  count += 1;
  const file = join(folder, `network-${count}.json`);
  writeFileSync(file, JSON.stringify({ checkpoint, peers }));
  const served = new Served([
    'serve',
    '--network',
    file,
    '--port',
    '0',
    '--admin-port',
    '0',
    '--log-format',
    'json',
    ...args,
  ]);
  onTestFinished(() => void served.stop());
  await served.serving();
  await vi.waitUntil(() => served.lines('network verified').length === 1, { timeout: 60_000 });
  return served;
}

async function peer(lies?: Lies): Promise<LyingPeer> {
  const started = await LyingPeer.start(network.url, lies);
  onTestFinished(() => started.stop());
  return started;
}

const status = async (served: Served, path: string): Promise<number> =>
  (await fetch(`${served.at}${path}`)).status;

describe('dapikit serve --network', () => {
  it('says first what this mode is proven with', async () => {
    const served = await serve([(await peer()).url]);
    expect(served.log[0]?.msg).toBe(
      'this mode is proven with recorded data and local networks and has not yet run against public nodes',
    );
    expect(await status(served, 'readyz')).toBe(200);
  });

  it('serves JSON-RPC and evo-sdk the same as the network, with one honest peer of five', async () => {
    const liars = await Promise.all(Object.values(LIES).map((lies) => peer(lies)));
    const honest = await peer();
    const served = await serve([...liars.map(({ url }) => url), honest.url]);
    for (const [method, params] of [
      ['getBestBlockHash', {}],
      ['getBlockHash', { height: 600 }],
      ['getBlockHash', { height: 1 }],
    ] as const)
      expect(await call(served.at, method, params)).toEqual(await call(network.url, method, params));
    const [through, direct] = [await connectEvoSdk({ url: served.at }), await connectEvoSdk(network)];
    for (const { id } of network.identities.slice(0, 4)) {
      const [one, other] = [await through.identities.fetch(id), await direct.identities.fetch(id)];
      expect(one?.toJSON()).toEqual(other?.toJSON());
      expect(one).toBeDefined();
    }
    const quarantined = () => new Set(served.lines('peer quarantined').map(({ peer: address }) => address));
    // Each request goes to peers by chance: those that prove something else are found in the end.
    const [changing, answering] = liars.map(({ url }) => url);
    for (let read = 0; read < 60 && !(quarantined().has(changing) && quarantined().has(answering)); read += 1)
      await through.identities.fetch(network.identities[read % 10]?.id ?? '');
    expect([...quarantined()]).toEqual(expect.arrayContaining([changing, answering]));
    expect(quarantined().has(honest.url)).toBe(false);
  });
});
