import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sourcePackages } from '../../../scripts/build/source-packages.mjs';
import { portOf } from '../../chain/test/port-of.js';
import { chromiumProgram, launchChromium } from '../../studio/test/studio-under-test.js';
import type { DevNetwork } from '../src/testing/dev-network.js';
import { LyingWebPeer, withOtherByteOfMessage } from './lying-web-peer.js';
import { networkWithCheckpoint } from './network-with-checkpoint.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const FOLDER = fileURLToPath(new URL('../../../examples/verify-in-browser/', import.meta.url));

/** Changes responses of the Platform service. */
const lie = (path: string, body: Uint8Array): Uint8Array =>
  path.includes('Platform') ? withOtherByteOfMessage(body) : body;

/** Bundles the program of the example for browsers, in one file. */
async function bundledProgram(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [`${FOLDER}main.js`],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    plugins: [sourcePackages(new Map())],
    external: ['fs', 'path'],
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

describe.skipIf(chromiumProgram === undefined)('the example page that verifies a network', () => {
  let network: DevNetwork;
  let liars: readonly LyingWebPeer[];
  let server: Server;
  let browser: Awaited<ReturnType<typeof launchChromium>>;

  beforeAll(async () => {
    const { checkpoint, ...made } = await networkWithCheckpoint();
    network = made.network;
    liars = await Promise.all([LyingWebPeer.start(network.url, lie), LyingWebPeer.start(network.url, lie)]);
    const peers = [...liars.map(({ url }) => url), network.url];
    const files = new Map<string, [type: string, content: Uint8Array | string]>([
      ['/', ['text/html', readFileSync(`${FOLDER}index.html`)]],
      ['/main.js', ['text/javascript', await bundledProgram()]],
      ['/network.json', ['application/json', JSON.stringify({ checkpoint: JSON.parse(checkpoint), peers })]],
    ]);
    server = createServer(({ url = '' }, response) => {
      const [type, content] = files.get(new URL(url, 'http://page').pathname) ?? ['text/plain', ''];
      response.setHeader('content-type', type).end(content);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
    for (const liar of liars) liar.stop();
    await network.close();
  });

  it('verifies the tip and an identity with two lying peers of three, and follows blocks', async () => {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${portOf(server)}/?network=network.json`);
    await page.getByText('Verified.').waitFor({ timeout: 60_000 });
    expect(await page.locator('#facts').textContent()).toContain(
      String(await network.layer1('getBestBlockHash')),
    );
    const { id = '' } = network.identities[0] ?? {};
    await page.getByLabel('Identity or name').fill(id);
    await page.getByText('Read and verify').click();
    await page.locator('#result', { hasText: 'publicKeys' }).waitFor({ timeout: 30_000 });
    await page.getByLabel('Identity or name').fill('nobody-has-this-name.dash');
    await page.getByText('Read and verify').click();
    await page.getByText('It is proven that there is none.').waitFor({ timeout: 30_000 });
    await network.mine(2);
    const tip = String(await network.layer1('getBestBlockHash'));
    await page.locator('#facts', { hasText: tip }).waitFor({ timeout: 30_000 });
    await page.reload();
    await page.getByText('Verified.').waitFor({ timeout: 60_000 });
    await page.close();
  });
});
