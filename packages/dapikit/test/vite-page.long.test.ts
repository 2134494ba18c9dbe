import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { chromiumProgram, launchChromium } from '../../studio/test/studio-under-test.js';
import { localNetwork } from '../src/preload/vite-plugin.js';
import { DapikitProcess } from './dev-process.js';

const FOLDER = fileURLToPath(new URL('vite-page', import.meta.url));
const DPNS = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';

describe.skipIf(chromiumProgram === undefined)(
  'a page for mainnet whose policy allows its own origin, https and wss',
  () => {
    const server = new DapikitProcess(['dev', '--port', '0']);
    let browser: Awaited<ReturnType<typeof launchChromium>>;

    beforeAll(async () => {
      await server.started();
      browser = await launchChromium();
    });
    afterAll(async () => {
      await browser.close();
      await server.stop();
    });

    /** Serves the page by Vite with the plugin, and returns its title once it has come to an end. */
    async function titleWith(sameOrigin: boolean): Promise<string> {
      const vite = await createServer({
        root: FOLDER,
        configFile: false,
        logLevel: 'silent',
        cacheDir: server.stateDirectory,
        server: { host: '127.0.0.1', port: 0, hmr: false },
        plugins: [localNetwork({ url: server.url, sameOrigin })],
      });
      onTestFinished(async () => vite.close());
      await vite.listen();
      const context = await browser.newContext();
      onTestFinished(async () => context.close());
      const page = await context.newPage();
      await page.goto(vite.resolvedUrls?.local[0] ?? '');
      // The policy of the page allows no expression of a test.
      await expect.poll(async () => page.title(), { timeout: 60_000 }).not.toBe('connecting');
      return page.title();
    }

    it('reads a proven contract of the local network through the server of Vite', async () => {
      expect(await titleWith(true)).toBe(`found ${DPNS}`);
    });

    it('is kept from the address of the local network by the browser', async () => {
      expect(await titleWith(false)).toMatch(/^failed: /);
    });
  },
);
