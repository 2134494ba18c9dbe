import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { chromiumProgram, launchChromium } from '../../../studio/test/studio-under-test.js';
import { startRegistry, type Registry } from '../registry.js';
import { tutorialCommands, tutorialFiles } from './read-tutorial.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const MNEMONIC = 'test test test test test test test test test test test junk';

const folder = mkdtempSync(join(tmpdir(), 'dapikit-application-'));
const release = join(folder, 'dapikit', 'release');
const app = join(folder, 'my-app');

let registry: Registry;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  await run(process.execPath, [join(ROOT, 'scripts/release/release.mjs'), release]);
  registry = await startRegistry();
  const { PATH, HOME } = process.env;
  env = {
    PATH,
    HOME,
    DAPIKIT_STATE_DIR: join(folder, 'state'),
    npm_config_registry: registry.url,
    npm_config_cache: join(folder, 'cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_replace_registry_host: 'never',
    npm_config_yes: 'true',
  };
}, 400_000);
afterAll(async () => {
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
});

const shell = async (line: string, cwd: string) => run('bash', ['-c', line], { cwd, env });

/** Does what the tutorial says, up to the page. */
async function followTutorial(): Promise<void> {
  for (const line of tutorialCommands('npm create')) await shell(line, folder);
  for (const line of tutorialCommands('npm install')) await shell(line, app);
  for (const [name, text] of tutorialFiles()) {
    mkdirSync(dirname(join(app, name)), { recursive: true });
    writeFileSync(join(app, name), text);
  }
  for (const line of tutorialCommands('npx dapikit check', 'npx dapikit fees', 'npx dapikit generate'))
    await shell(line, app);
}

/** Writes the application by one command, and installs it. */
async function initialize(): Promise<void> {
  await shell(
    `'${process.execPath}' '${ROOT}packages/dapikit/bin/dapikit.cjs' init my-app --template app --release dapikit/release`,
    folder,
  );
  await shell('npm install', app);
}

/** Starts a program of the application, and returns the first match in its output. */
async function start(program: string, args: readonly string[], url: string, ready: RegExp): Promise<string> {
  const child: ChildProcess = spawn(process.execPath, [join(app, 'node_modules', program), ...args], {
    cwd: app,
    env: { ...env, DAPIKIT_URL: url, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      const found = ready.exec((output += String(chunk)));
      if (found !== null) resolve(found[1] ?? '');
    });
    child.once('close', () => reject(new Error(`${program} ended: ${output}`)));
  });
}

describe.each([
  ['of the tutorial', followTutorial],
  ['of `dapikit init --template app`', initialize],
])('the application %s', (_, make) => {
  beforeAll(make, 400_000);
  afterAll(() => rmSync(app, { recursive: true, force: true }));

  it('compiles, and passes its test', async () => {
    expect(registry.asked).toEqual([]);
    await shell('npm run build', app);
    const { stdout } = await shell('npx vitest run --no-color', app);
    expect(stdout).toMatch(/Tests +1 passed/);
  });

  it.skipIf(chromiumProgram === undefined)(
    'verifies what it shows, and lets a user buy and spend points',
    async () => {
      const seed = ['--contract', 'board.json', '--documents', 'documents.json'];
      const url = await start(
        'dapikit/bin/dapikit.cjs',
        ['dev', '--port', '0', ...seed],
        '',
        /address +(http:\S+)[^]*^Contract board/m,
      );
      for (const line of tutorialCommands('npx dapikit platform'))
        await shell(`DAPIKIT_URL=${url} ${line}`, app);
      const address = await start('vite/bin/vite.js', [], url, /Local: +(http:\S+)/);
      const browser = await launchChromium();
      onTestFinished(async () => browser.close());
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      await page.goto(address);
      await expect
        .poll(async () => page.locator('#proof').textContent())
        .toMatch(/^Verified at block \d+, signed by quorum [\da-f]{16}…$/);
      await expect
        .poll(async () => page.getByRole('listitem').allInnerTexts())
        .toEqual(['Every read comes with a proof.', 'The network runs on my machine.']);

      await page.getByLabel('Mnemonic').fill(MNEMONIC);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Buy 5 points' }).click();
      await expect.poll(async () => page.locator('#points').textContent()).toBe('5');
      await page.getByLabel('Note', { exact: true }).fill('Written in Chromium.');
      await page.getByRole('button', { name: 'Write' }).click();
      const thanks = page
        .getByRole('listitem')
        .filter({ hasText: 'Written in Chromium.' })
        .getByRole('button');
      await thanks.click();
      await expect.poll(async () => thanks.textContent()).toBe('Thanks 1');
      await expect.poll(async () => page.locator('#points').textContent()).toBe('4');
      await thanks.click();
      await expect
        .poll(async () => page.locator('#message').textContent())
        .toMatch(
          /^the platform rejects it \(40105 DuplicateUniqueIndexError\): document \w+ has the same values of /,
        );
      expect(faults).toEqual([]);
    },
  );
});
