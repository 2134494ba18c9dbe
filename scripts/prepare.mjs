// Run before `npm start`, `npm test`, `npm run bench` and `npm run release`: makes a fresh clone ready with Node built-ins only.
// Installs what the lock file says when it is not installed yet, then builds what changed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeOldNode } from '../packages/dapikit/bin/node-version.cjs';
import { withFolderLock } from './build/folder-lock.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const UNWRITABLE = new Set(['EACCES', 'EDQUOT', 'ENOSPC', 'EPERM', 'EROFS']);
const LOCK = join(root, '.preparing');

/**
 * Installs and builds where needed; ends the process with a message when that fails.
 * @param dev whether what only the tests and checks need is wanted as well
 */
export async function prepare({ dev }) {
  const old = describeOldNode(process.versions.node);
  if (old !== undefined) {
    process.stderr.write(`${old}\n`);
    process.exit(1);
  }
  // A clone that is ready may be another user's, and a mounted image.
  if (!dev && isInstalled(dev) && (await import('./build/bundle-cli.mjs')).isBundled()) return;
  await alone(async (hold) => {
    await installIfNeeded(dev, hold);
    await bundle();
    if (dev) await compile(hold);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await prepare({ dev: process.argv.includes('--dev') });

/** Two that start in the same clone at once do not install over each other: the second waits. */
async function alone(work) {
  try {
    await withFolderLock(LOCK, work, ([pid]) =>
      say(`process ${pid} is making this clone ready; waiting for it …`),
    );
  } catch (error) {
    // esbuild has printed its errors.
    if ('errors' in error) fail('the build failed; the lines above say why');
    if (!UNWRITABLE.has(error.code)) throw error;
    fail(`${root} cannot be written to: ${error.message}`);
  }
}

function hasTestPackages() {
  return existsSync(join(root, 'node_modules', 'vitest'));
}

function isInstalled(dev) {
  const lock = join(root, 'package-lock.json');
  const installed = join(root, 'node_modules', '.package-lock.json');
  const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
  return isCurrent && (hasTestPackages() || !dev);
}

async function installIfNeeded(dev, hold) {
  if (isInstalled(dev)) return;
  const omit = dev || hasTestPackages() ? [] : ['--omit=dev'];
  say(`installing the packages of package-lock.json (npm ci ${omit.join(' ')}) …`);
  const args = ['ci', '--no-audit', '--no-fund', ...omit];
  await run('npm', args, hold, 'the installation failed; the lines above say why');
}

/** Starting needs no types: the sources are bundled as they are. */
async function bundle() {
  const { BUNDLE, bundleCli } = await import('./build/bundle-cli.mjs');
  if (!existsSync(BUNDLE)) say('building …');
  await bundleCli();
}

/** Compiles the packages, which tests, benchmarks and programs of the docs import. */
async function compile(hold) {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  await run(
    process.execPath,
    [compiler, '-b'],
    hold,
    'the source does not compile; the lines above say where',
  );
  const { bundleContract } = await import('./build/bundle-contract.mjs');
  await bundleContract();
  const { bundleProof } = await import('./build/bundle-proof.mjs');
  await bundleProof();
}

/** The lock is that of the child, too: it works on when this process alone is killed. */
async function run(command, args, hold, failure) {
  // npm is a script on Windows, and only a shell finds it there.
  const shell = process.platform === 'win32' && command === 'npm';
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell });
  if (child.pid !== undefined) hold(child.pid);
  try {
    const [status] = await once(child, 'exit');
    if (status !== 0) fail(failure);
  } catch (error) {
    fail(`${command}: ${error.message}`);
  }
}

function say(text) {
  process.stderr.write(`dapikit: ${text}\n`);
}

function fail(text) {
  say(text);
  process.exit(1);
}
