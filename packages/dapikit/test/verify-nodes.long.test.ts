import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portOf } from '../../chain/test/port-of.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DevNetwork } from '../src/testing/dev-network.js';
import { networkWithCheckpoint } from './network-with-checkpoint.js';
import { callJsonRpc } from './json-rpc-call.js';
import { Served } from './served.js';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let folder: string;
let network: DevNetwork;
let nodeUrl: string;
let networkFile: string;
let checkpoint: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dapikit-verify-'));
  const made = await networkWithCheckpoint();
  ({ network, nodeUrl, checkpoint } = made);
  networkFile = join(folder, 'network.json');
  writeFileSync(networkFile, JSON.stringify({ checkpoint: JSON.parse(made.checkpoint) }));
});
afterAll(async () => {
  await network.close();
  rmSync(folder, { recursive: true });
});

type Lie = (method: string, result: unknown) => unknown;

/** Returns the response to a call with another result. */
const changed = (call: unknown, response: unknown, lie: Lie): unknown => {
  const { method } = Object(call);
  return { ...Object(response), result: lie(String(method), Object(response).result) };
};

/** Starts a node that passes calls on to the honest one, and changes the results. */
async function lyingNode(lie: Lie): Promise<string> {
  const { origin, username, password } = new URL(nodeUrl);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const pass = async (request: IncomingMessage): Promise<string> => {
    const body = Buffer.concat(await request.toArray()).toString();
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(origin, { method: 'POST', headers, body });
    const [calls, results]: unknown[] = [JSON.parse(body), JSON.parse(await response.text())];
    if (!Array.isArray(calls) || !Array.isArray(results)) return JSON.stringify(changed(calls, results, lie));
    return JSON.stringify(results.map((result, at) => changed(calls[at], result, lie)));
  };
  const server = createServer((request, response) => {
    pass(request).then(
      (text) => response.end(text),
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://ann:secret@127.0.0.1:${portOf(server)}`;
}

const serve = async (nodes: readonly string[]): Promise<Served> => started(nodes, networkFile).serving();

function started(nodes: readonly string[], verify: string, ...args: readonly string[]): Served {
  const served = new Served([
    'serve',
    '--nodes',
    nodes.map((url, at) => `${url}?name=node${at}`).join(' '),
    '--verify',
    verify,
    '--state-dir',
    mkdtempSync(join(folder, 'state-')),
    '--port',
    '0',
    '--admin-port',
    '0',
    '--log-format',
    'json',
    ...args,
  ]);
  onTestFinished(() => void served.stop());
  return served;
}

function fileWith(text: string): string {
  const file = join(mkdtempSync(join(folder, 'file-')), 'checkpoint.json');
  writeFileSync(file, text);
  return file;
}

const ZEROS = '0'.repeat(64);
const changedRoot = (name: string): string => JSON.stringify({ ...JSON.parse(checkpoint), [name]: ZEROS });

const ready = async (served: Served): Promise<number> => (await fetch(`${served.admin}readyz`)).status;

/** Nodes that change signatures of ChainLocks, masternode lists, or headers. */
const LIES = {
  'signatures of ChainLocks': (method, result) =>
    method === 'getbestchainlock' ? { ...Object(result), signature: 'ab'.repeat(96) } : result,
  'masternode lists': (method, result) => {
    if (method !== 'protx') return result;
    const { mnList, ...diff } = Object(result);
    const changed = mnList.map((entry: object) => ({
      ...entry,
      isValid: Reflect.get(entry, 'isValid') !== true,
    }));
    return { ...diff, mnList: changed };
  },
  headers: (method, result) =>
    method === 'getblockheaders' && Array.isArray(result)
      ? result.map((header: string) => header.replace(/.$/, (digit) => (digit === '1' ? '2' : '1')))
      : result,
} as const satisfies Readonly<Record<string, Lie>>;

describe('dapikit serve --nodes --verify', () => {
  it('serves what its nodes report once it verifies, and follows them', async () => {
    const served = await serve([nodeUrl]);
    await vi.waitUntil(() => served.lines('nodes verified').length === 1, { timeout: 60_000 });
    await network.mine(2);
    const expected = await callJsonRpc(network.url, 'getBestBlockHash');
    await vi.waitFor(async () => expect(await callJsonRpc(served.at, 'getBestBlockHash')).toEqual(expected), {
      timeout: 30_000,
    });
    expect(await ready(served)).toBe(200);
  });

  it('begins with a file of dapikit checkpoint create', async () => {
    const served = await started([nodeUrl], fileWith(checkpoint)).serving();
    await vi.waitFor(() => expect(served.lines('nodes verified')).toHaveLength(1), { timeout: 60_000 });
  });

  it.each([
    ['another hash', () => changedRoot('hash'), [], `is ${ZEROS} in the checkpoint, and `],
    [
      'another root of the list',
      () => changedRoot('merkleRootMNList'),
      [],
      `merkleRootMNList is ${ZEROS} in the checkpoint, and `,
    ],
    [
      'another root of the quorums',
      () => changedRoot('merkleRootQuorums'),
      [],
      `merkleRootQuorums is ${ZEROS} in the checkpoint, and `,
    ],
    [
      'another hash in its short form',
      () => checkpoint,
      ['--checkpoint', `600:1${ZEROS.slice(1)}`],
      'block 600 is 1',
    ],
  ])('ends with the reason where the checkpoint has %s', async (_, text, args, reason) => {
    const served = started([nodeUrl], fileWith(text()), ...args);
    expect(await served.exit).toBe(1);
    expect(served.stderr).toContain('checkpoint: ');
    expect(served.stderr).toContain(reason);
    expect(served.lines('nodes verified')).toEqual([]);
  });

  it('serves nothing while no node has the block of the checkpoint', async () => {
    const higher = JSON.stringify({ ...JSON.parse(checkpoint), height: 1_000_000 });
    const served = await started([nodeUrl], fileWith(higher)).serving();
    await vi.waitUntil(() => served.lines('checkpoint not found at the nodes').length > 0, {
      timeout: 60_000,
    });
    expect(served.lines('checkpoint not found at the nodes')[0]).toMatchObject({
      reason: expect.stringMatching(/^no node has block 1000000: /),
    });
    expect(await ready(served)).toBe(503);
    expect(served.lines('nodes verified')).toEqual([]);
  });

  it.each(Object.entries(LIES))('serves nothing of a node that changes %s', async (_, lie) => {
    const served = await serve([await lyingNode(lie)]);
    await vi.waitUntil(() => served.lines('nodes gave nothing that verifies').length > 0, {
      timeout: 60_000,
    });
    expect(served.lines('nodes verified')).toEqual([]);
    expect(await callJsonRpc(served.at, 'getBestBlockHash')).toMatchObject({ error: { code: -32_003 } });
    expect(await ready(served)).toBe(503);
  });

  it.each(Object.entries(LIES))(
    'serves the honest one of two nodes, where the other one changes %s',
    async (_, lie) => {
      const served = await serve([await lyingNode(lie), nodeUrl]);
      await vi.waitUntil(() => served.lines('nodes verified').length === 1, { timeout: 60_000 });
      const params = { baseBlock: 600, block: 610 };
      const honest = await callJsonRpc(network.url, 'getMnListDiff', params);
      await vi.waitFor(async () => expect(await ready(served)).toBe(200), { timeout: 30_000 });
      for (let times = 0; times < 6; times += 1) {
        await network.mine(1);
        expect(await callJsonRpc(served.at, 'getMnListDiff', params)).toEqual(honest);
      }
      expect(await callJsonRpc(served.at, 'getBlockHash', { height: 620 })).toEqual(
        await callJsonRpc(network.url, 'getBlockHash', { height: 620 }),
      );
    },
  );

  it('stops where two nodes have ChainLocks of two blocks of one height', async () => {
    // The same options give the same blocks and keys.
    const networks = [await networkWithCheckpoint(), await networkWithCheckpoint()] as const;
    onTestFinished(async () => {
      await Promise.all(networks.map(({ network: one }) => one.close()));
    });
    const [one, other] = networks;
    expect(other.checkpoint).toBe(one.checkpoint);
    networkFile = join(folder, 'forked.json');
    writeFileSync(networkFile, JSON.stringify({ checkpoint: JSON.parse(one.checkpoint) }));
    const served = await serve([one.nodeUrl, other.nodeUrl]);
    await vi.waitUntil(() => served.lines('nodes verified').length === 1, { timeout: 60_000 });
    const tipOf = async ({ network: of }: typeof one) =>
      Object(await callJsonRpc(of.url, 'getBestBlockHash')).result;
    await one.network.mine(1);
    // It mines a block as well.
    await other.network.control('fund', { address: 'yRitMeUBz3saaiCgH3VPaT5p2Y6RU1kzTt', duffs: 1_000_000 });
    for (const { network: of } of networks) await of.control('chainLock');
    const hashes = [await tipOf(one), await tipOf(other)];
    expect(new Set(hashes).size).toBe(2);
    const evidence = () => served.log.find(({ of }) => of === 'block');
    await vi.waitUntil(() => evidence() !== undefined, { timeout: 60_000 });
    expect(new Set([evidence()?.['hashes']].flat())).toEqual(new Set(hashes));
    await vi.waitFor(async () => expect(await ready(served)).toBe(503), { timeout: 30_000 });
    expect(await callJsonRpc(served.at, 'getBestBlockHash')).toMatchObject({ error: { code: -32_003 } });
  });
});
