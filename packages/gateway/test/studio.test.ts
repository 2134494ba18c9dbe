import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { DevChain } from '@dapikit/chain';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readStudioFiles, type StudioFile } from '../src/transport/studio/studio-files.js';
import { gatewayForTest } from './gateway-under-test.js';

const HTML = '<!doctype html><title>A page</title>';
const CODE = 'console.log("the code of the page");';
const ASSET = '/studio/main-ABCD2345.js';
const AS_BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let folder: string;
let files: readonly StudioFile[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dapikit-studio-'));
  await mkdir(join(folder, 'studio'));
  await writeFile(join(folder, 'index.html'), HTML);
  await writeFile(join(folder, `.${ASSET}`), CODE);
  await writeFile(join(folder, `.${ASSET}.br`), brotliCompressSync(CODE));
  await writeFile(join(folder, `.${ASSET}.gz`), gzipSync(CODE));
  files = await readStudioFiles(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function urlOf(studio: readonly StudioFile[] | undefined = files): Promise<string> {
  return (await gatewayForTest({}, studio && { studio })).urls.at(-1) ?? '';
}

describe('the studio', () => {
  it('is served to browsers at / with a same-origin content security policy', async () => {
    const url = await urlOf();
    const response = await fetch(url, { headers: AS_BROWSER });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(HTML);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = response.headers.get('content-security-policy') ?? '';
    const { host } = new URL(url);
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self' data:",
      "worker-src 'self'",
      `connect-src 'self' ws://${host} wss://${host}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  it('changes nothing for other clients', async () => {
    const [withIt, without] = [await urlOf(), (await gatewayForTest()).urls.at(-1) ?? ''];
    const asked = [
      ['GET', '', {}],
      ['GET', '', { accept: 'application/json' }],
      ['GET', '', { accept: '*/*' }],
      ['PUT', '', AS_BROWSER],
      ['GET', 'favicon.ico', {}],
      ['POST', ASSET.slice(1), {}],
    ] as const;
    for (const [method, path, headers] of asked) {
      const answers = await Promise.all(
        [withIt, without].map(async (url) => {
          const response = await fetch(url + path, { method, headers });
          return [response.status, response.headers.get('allow'), await response.text()];
        }),
      );
      expect(answers[0], `${method} /${path}`).toEqual(answers[1]);
    }
  });

  it('leaves JSON-RPC at / unchanged for browsers', async () => {
    const response = await fetch(await urlOf(), {
      method: 'POST',
      headers: { ...AS_BROWSER, 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"getBestBlockHash"}',
    });
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: 1 });
  });

  it('is absent unless configured', async () => {
    const { urls } = await gatewayForTest();
    expect((await fetch(urls.at(-1) ?? '', { headers: AS_BROWSER })).status).toBe(405);
    expect((await fetch(`${urls.at(-1)}studio/server.json`)).status).toBe(404);
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['BR', 'br'],
    ['identity', null],
    ['deflate', null],
  ])('sends its files in the smallest encoding for "accept-encoding: %j"', async (accepted, encoding) => {
    const response = await fetch((await urlOf()) + ASSET.slice(1), {
      headers: { 'accept-encoding': accepted },
    });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toContain('accept-encoding');
    expect(await response.text()).toBe(CODE);
  });

  it('allows caching of hashed files and revalidation of others', async () => {
    const url = await urlOf();
    const asset = await fetch(url + ASSET.slice(1));
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const page = await fetch(url, { headers: AS_BROWSER });
    const tag = page.headers.get('etag') ?? '';
    const again = await fetch(url, { headers: { ...AS_BROWSER, 'if-none-match': `"x", W/${tag}` } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const other = await fetch(url, { headers: { ...AS_BROWSER, 'if-none-match': '"x"' } });
    expect(other.status).toBe(200);
  });

  it('answers HEAD without a body', async () => {
    const response = await fetch(await urlOf(), { method: 'HEAD', headers: AS_BROWSER });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, String(HTML.length)]);
  });

  it('reports the chain to the page, and whether there are controls', async () => {
    const { network, tip, controls } = await server(await urlOf());
    expect({ network, controls }).toEqual({ network: 'regtest', controls: false });
    expect(tip).toEqual({ height: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('reports the controls of a development chain to permitted callers only', async () => {
    const chain = new DevChain({});
    onTestFinished(() => chain.close());
    const { urls } = await gatewayForTest({}, { studio: files, devChain: chain });
    const url = urls.at(-1) ?? '';
    expect((await server(url))['controls']).toBe(true);
    expect((await server(url, { origin: 'https://example.org' }))['controls']).toBe(false);
  });

  it('reports the platform to permitted callers only', async () => {
    expect((await server(await urlOf()))['platform']).toBe(false);
    const platform = { platform: () => Promise.reject(new Error('nobody asks it')) };
    const chain = new DevChain({});
    onTestFinished(() => chain.close());
    const { urls } = await gatewayForTest({}, { studio: files, platform, devChain: chain });
    const url = urls.at(-1) ?? '';
    expect((await server(url))['platform']).toBe(true);
    expect((await server(url, { origin: 'https://example.org' }))['platform']).toBe(false);
  });
});

describe('studio/network.json', () => {
  const report = {
    network: 'regtest',
    walkedTo: undefined,
    chain: undefined,
    respondedAgo: undefined,
    fork: undefined,
    peers: [],
  };

  it('is not served where nothing is verified', async () => {
    const url = await urlOf();
    expect((await fetch(`${url}studio/network.json`)).status).toBe(404);
    expect((await server(url))['verifies']).toBe(false);
  });

  it('names peers as clients may see them, those in quarantine first', async () => {
    const peers = [
      peerOf('http://10.0.0.1:9998', 5),
      peerOf('http://10.0.0.2:9998', 1, 'a lie'),
      peerOf('other', 0),
    ];
    const nodes = [
      nodeOf('http://10.0.0.1:9998', 'node 1'),
      nodeOf('http://10.0.0.2:9998', 'node 2'),
      nodeOf('other', 'other'),
    ];
    const chain = {
      locked: { height: 7, hash: 'ab'.repeat(32) },
      lockedTime: 100,
      headersHeight: 9,
      listHeight: 6,
      masternodes: 2,
    };
    const { urls } = await gatewayForTest(
      {},
      {
        studio: files,
        verification: () => ({ ...report, chain, respondedAgo: 2700, peers }),
        nodes: () => nodes,
        now: () => 130_000,
      },
    );
    const url = urls.at(-1) ?? '';
    expect((await server(url))['verifies']).toBe(true);
    expect(await readNetwork(url)).toEqual({
      chain: { locked: chain.locked, headersHeight: 9, listHeight: 6, masternodes: 2, lockAge: 30 },
      respondedAgo: 2,
      peers: [
        {
          name: 'node 2',
          state: 'quarantined',
          lie: 'a lie',
          waits: 2,
          latency: 12,
          requests: 1,
          failures: 0,
        },
        { name: 'node 1', state: 'healthy', waits: 0, latency: 12, requests: 5, failures: 0 },
      ],
      otherPeers: 1,
    });
  });

  it('describes a hundred peers of many, and accuses none before the first list', async () => {
    const many = Array.from({ length: 300 }, (_, at) => peerOf(`peer ${at}`, at));
    const nodes = many.map(({ address }) => ({ ...nodeOf(address, address), state: 'quarantined' }));
    const { urls } = await gatewayForTest(
      {},
      { studio: files, verification: () => ({ ...report, walkedTo: 300, peers: many }), nodes: () => nodes },
    );
    const { peers, otherPeers, walkedTo, chain } = await readNetwork(urls.at(-1) ?? '');
    expect({ otherPeers, walkedTo, chain }).toEqual({ otherPeers: 200, walkedTo: 300, chain: undefined });
    expect(Array.isArray(peers) && peers.length).toBe(100);
    expect(Array.isArray(peers) && peers[0]).toMatchObject({ name: 'peer 299', state: 'ready' });
  });
});

const peerOf = (address: string, requests: number, lie?: string) =>
  ({
    address,
    state: lie === undefined ? 'ready' : 'quarantined',
    reason: lie,
    waits: lie === undefined ? 0 : 1500,
    latency: 12.4,
    requests,
    failures: 0,
  }) as const;
const nodeOf = (name: string, publicName: string) => ({
  name,
  publicName,
  state: 'healthy',
  failure: undefined,
  height: 7,
  blocksBehind: 0,
  isUp: true,
  isHealthy: true,
  callsInFlight: 0,
  callsQueued: 0,
  isNotifying: false,
});

const readNetwork = async (url: string): Promise<Record<string, unknown>> =>
  Object(await (await fetch(`${url}studio/network.json`)).json());

async function server(url: string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}studio/server.json`, { headers });
  const told: Record<string, unknown> = JSON.parse(await response.text());
  return told;
}

it.each([
  [{}, 'dapikit'],
  [{ program: 'npx dapikit' }, 'npx dapikit'],
])('tells the page how a shell calls the program that serves it: %j', async (parts, program) => {
  const { urls } = await gatewayForTest({}, { studio: files, ...parts });
  expect(await server(urls.at(-1) ?? '')).toMatchObject({ program });
});

describe('readStudioFiles', () => {
  it('rejects a folder without a build', async () => {
    await expect(readStudioFiles(join(folder, 'nothing'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(readStudioFiles(join(folder, 'studio'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
