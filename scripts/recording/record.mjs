// Records the moving picture of README.md: the page of `dapikit init --template app`, which is written for testnet, against `dapikit dev`.
// Requires compiled packages, Chromium, and img2webp of Debian's package webp.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { localNetwork } from 'dapikit/vite';
import { createServer } from 'vite';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PICTURE = join(ROOT, 'docs', 'images', 'application.webp');
const DAPIKIT = join(ROOT, 'packages', 'dapikit', 'bin', 'dapikit.cjs');
const SIZE = { width: 1120, height: 560 };
const MNEMONIC = 'test test test test test test test test test test test junk';

const folder = mkdtempSync(join(tmpdir(), 'dapikit-recording-'));
/** Frames with the time for which each is shown. */
const frames = [];
const cleanups = [() => rmSync(folder, { recursive: true, force: true })];

try {
  await record();
  writePicture();
} finally {
  for (const cleanup of cleanups.toReversed()) await cleanup();
}

async function record() {
  writeApplication();
  const network = await startNetwork();
  const address = await servePage(network.url);
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  cleanups.push(() => browser.close());
  const stage = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 1, colorScheme: 'dark' });
  await stage.setContent(stageText());
  const show = async (milliseconds) => {
    await stage.evaluate(showLines, network.takeLines());
    const path = join(folder, `${String(frames.length).padStart(3, '0')}.png`);
    await stage.screenshot({ path });
    frames.push({ path, milliseconds });
  };
  await stage.evaluate(showLines, ['$ npx dapikit dev --contract board.json --documents documents.json']);
  await show(2000);
  await stage.evaluate(openPage, address);
  const page = stage.frameLocator('iframe');
  await page.getByText('Verified at block').waitFor();
  await page.getByText('The network runs on my machine.').waitFor();
  await show(3000);
  await act(page, stage, show);
}

/** Signs in, buys points, writes a note, and thanks for it twice, which the platform rejects. */
async function act(page, stage, show) {
  await type(page.getByLabel('Mnemonic'), MNEMONIC, show);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Buy' }).waitFor();
  await settle(stage);
  await show(1400);
  await page.getByRole('button', { name: 'Buy' }).click();
  await page.locator('#points', { hasText: '5' }).waitFor();
  await settle(stage);
  await show(1800);
  await type(page.getByLabel('Note', { exact: true }), 'Hello from my machine', show);
  await page.getByRole('button', { name: 'Write' }).click();
  const thanks = page.getByRole('listitem').filter({ hasText: 'Hello' }).getByRole('button');
  await thanks.waitFor();
  await settle(stage);
  await show(1800);
  await thanks.click();
  await page.locator('#points', { hasText: '4' }).waitFor();
  await settle(stage);
  await show(2000);
  await thanks.click();
  await page.getByText('the platform rejects it').waitFor();
  await settle(stage);
  await show(5000);
}

/** Types a text in a few frames. */
async function type(field, text, show) {
  const words = text.split(' ');
  for (let at = 1; at <= words.length; at += 1) {
    await field.fill(words.slice(0, at).join(' '));
    await show(at === words.length ? 600 : 110);
  }
}

/** Waits until the page has read everything again, and the network has printed it. */
async function settle(stage) {
  await stage.waitForTimeout(1500);
}

function writeApplication() {
  cpSync(join(ROOT, 'packages', 'dapikit', 'assets', 'application'), folder, { recursive: true });
  renameSync(join(folder, 'env'), join(folder, '.env'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const generated = spawnSync(process.execPath, [DAPIKIT, 'generate', 'board.json', '--out', 'src/board'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (generated.status !== 0) throw new Error(generated.stderr);
}

/** Starts the network with its contract and a price for its points. */
async function startNetwork() {
  const args = ['dev', '--port', '0', '--contract', 'board.json', '--documents', 'documents.json'];
  const env = { ...process.env, NO_COLOR: '1', DAPIKIT_STATE_DIR: join(folder, '.dapikit') };
  const server = spawn(process.execPath, [DAPIKIT, ...args], { cwd: folder, env });
  cleanups.push(() => server.kill('SIGTERM'));
  let lines = [];
  let output = '';
  const url = await new Promise((resolve, reject) => {
    const read = (chunk) => {
      output += String(chunk);
      const found = /address +(http:\S+)[^]*^Contract board/m.exec(output);
      const parts = String(chunk)
        .split('\n')
        .filter((line) => line !== '');
      lines.push(...parts);
      if (found !== null) resolve(found[1]);
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.once('exit', () => reject(new Error(`dapikit dev ended: ${output}`)));
  });
  const price = ['platform', 'token', 'price', '10000000', '--contract', 'board', '--url', url];
  spawnSync(process.execPath, [DAPIKIT, ...price], { cwd: folder });
  return {
    url,
    takeLines: () => {
      const taken = lines;
      lines = [];
      return taken;
    },
  };
}

/** Serves the page by Vite, and returns its address. */
async function servePage(url) {
  const vite = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    server: { host: 'localhost', port: 0, hmr: false, fs: { strict: false } },
    plugins: [localNetwork({ url })],
  });
  cleanups.push(() => vite.close());
  await vite.listen();
  return vite.resolvedUrls.local[0];
}

function stageText() {
  const font = readFileSync(
    join(ROOT, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  );
  const text = readFileSync(new URL('stage.html', import.meta.url), 'utf8');
  return text.replace('/inter.woff2', `data:font/woff2;base64,${font.toString('base64')}`);
}

/** Adds lines to the terminal. Runs in the page. */
function showLines(lines) {
  for (const line of lines) {
    const row = document.createElement('div');
    row.textContent = line;
    if (line.startsWith('$')) row.className = 'command';
    else if (/rejected|^ {9}/.test(line)) row.className = 'rejected';
    else if (line.includes('gRPC')) row.className = 'read';
    document.querySelector('#terminal').append(row);
  }
}

/** Opens the application. Runs in the page. */
function openPage(address) {
  document.querySelector('#address').textContent = `${address}  ·  EvoSDK.testnetTrusted()`;
  document.querySelector('iframe').src = address;
}

function writePicture() {
  const pictures = frames.flatMap(({ path, milliseconds }) => ['-d', String(milliseconds), path]);
  const args = ['-loop', '0', '-lossy', '-q', '80', '-m', '6', ...pictures, '-o', PICTURE];
  const { status, stderr, error } = spawnSync('img2webp', args, { encoding: 'utf8' });
  if (error) throw new Error('img2webp is not installed: apt-get install webp');
  if (status !== 0) throw new Error(stderr);
  const seconds = frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
  console.log(`${PICTURE}: ${frames.length} frames, ${seconds} s`);
}
