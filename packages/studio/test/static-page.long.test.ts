import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumProgram, DESKTOP, launchChromium } from './studio-under-test.js';

const SCRIPT = fileURLToPath(new URL('../../../scripts/build/build-studio.mjs', import.meta.url));
const PATH = '/dash/contracts/';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

/** Serves files below a path, as any host of files does. */
const host = (folder: string): Server =>
  createServer(({ url = '' }, response) => {
    const name = url.startsWith(PATH) ? url.slice(PATH.length) || 'index.html' : '';
    const file = join(folder, name);
    if (name === '' || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'text/plain' }).end(readFileSync(file));
  });

describe.skipIf(chromiumProgram === undefined)('the page without a server (needs Chromium)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-static-'));
  const server = host(folder);
  let browser: Browser;
  let url = '';
  beforeAll(async () => {
    await promisify(execFile)(process.execPath, [SCRIPT, '--static', folder]);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens at a port
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true });
  });

  it('checks a contract below any path of a host of files, and shares it by a link', async () => {
    const context = await browser.newContext({
      viewport: DESKTOP,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(url);
    await page.locator('.cm-content').waitFor();
    expect(await page.locator('.top-bar-tabs a').allTextContents()).toEqual(['Contract']);
    await page.getByText('The network would accept this contract').waitFor();
    await page.getByLabel('Start from').selectOption('errors');
    await page.locator('.cm-lintRange-error').first().waitFor();
    await page.getByRole('button', { name: 'Copy a link' }).click();
    const read = (): Promise<string> => page.evaluate(async () => navigator.clipboard.readText());
    await expect.poll(read).toContain(`${url}#/contract?c=`);
    const other = await context.newPage();
    await other.goto(await read());
    await other.locator('.cm-lintRange-error').first().waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  it('has the licences of the code of others', () => {
    const licences = readFileSync(join(folder, 'THIRD-PARTY-LICENCES.txt'), 'utf8');
    for (const name of ['preact', '@codemirror/view', '@fontsource-variable/inter'])
      expect(licences).toContain(`${name} `);
  });
});
