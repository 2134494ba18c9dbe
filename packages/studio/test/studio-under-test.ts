import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DevChain } from '@dapikit/chain';
import {
  absentPlatform,
  DEFAULT_SETTINGS,
  inProcessLayer1,
  readStudioFiles,
  startGateway,
  type Gateway,
  type GatewayParts,
  type GatewaySettings,
} from '@dapikit/gateway';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** The folder of the built page. */
export const PAGE_FOLDER = fileURLToPath(new URL('../dist/page', import.meta.url));

/** The tested sizes of the page. */
export const DESKTOP = { width: 1440, height: 900 } as const;
export const PHONE = { width: 390, height: 844 } as const;

/** The path of Chromium; `undefined` where it is not installed, which fails in CI. */
export const chromiumProgram: string | undefined = findChromium();

function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync);
  if (found === undefined && process.env['CI'] !== undefined)
    throw new Error('Chromium is not installed: apt-get install chromium');
  return found;
}

/** Starts Chromium without a window. */
export const launchChromium = async (): Promise<Browser> =>
  chromium.launch({
    ...(chromiumProgram && { executablePath: chromiumProgram }),
    args: ['--no-sandbox'],
  });

/** A development chain, a gateway that serves the page, and a browser. */
export interface StudioUnderTest {
  readonly url: string;
  /** The admin address, where the settings name one. */
  readonly adminUrl: string | undefined;
  readonly chain: DevChain;
  readonly browser: Browser;
  /** Opens a page in a context of its own, which the running test closes. */
  open(hash?: string, options?: BrowserContextOptions): Promise<OpenPage>;
  /** Stops the server, and restarts it at the same address with the same chain after `pause`. */
  restart(pause: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** A page in the browser. */
export interface OpenPage {
  readonly page: Page;
  /** The errors of the browser: exceptions, violations of the policy, failed requests. */
  readonly errors: readonly string[];
}

/** Starts everything on free ports. */
export async function startStudio(
  settings: Partial<GatewaySettings> = {},
  parts: Partial<GatewayParts> = {},
  { hasControls = true }: { readonly hasControls?: boolean } = {},
): Promise<StudioUnderTest> {
  const stateDirectory = await mkdtemp(join(tmpdir(), 'dapikit-studio-'));
  const chain = new DevChain({});
  const studio = await readStudioFiles(PAGE_FOLDER);
  const start = (port: number): Promise<Gateway> =>
    startGateway(
      { ...DEFAULT_SETTINGS, port, drainTimeout: 500, stateDirectory, ...settings },
      {
        layer1: inProcessLayer1(chain),
        ...(hasControls && { devChain: chain }),
        studio,
        platformStatus: absentPlatform('4.0.0', () => 1_760_447_450),
        log: pino({ level: 'silent' }),
        now: Date.now,
        ...parts,
      },
    );
  let gateway = await start(0);
  const browser = await launchChromium();
  const url = gateway.urls.at(-1) ?? '';
  return {
    url,
    adminUrl: gateway.adminUrl,
    chain,
    browser,
    async open(hash = '', options = {}) {
      const context = await browser.newContext({ viewport: DESKTOP, ...options });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      await page.goto(url + hash);
      await page.locator('main h1, main h2').first().waitFor();
      return { page, errors };
    },
    async restart(pause) {
      const { port } = gateway;
      await gateway.close();
      await pause();
      gateway = await start(port);
    },
    async stop() {
      await browser.close();
      chain.close();
      await gateway.close();
      await rm(stateDirectory, { recursive: true, force: true });
    },
  };
}
