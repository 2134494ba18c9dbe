// Run before `npm start`, `npm test` and `npm run bench`: makes a fresh clone ready with Node built-ins only.
// Installs what the lock file says when it is not installed yet, then compiles what changed.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FLOOR = [20, 19];
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const wantsDevDependencies = process.argv.includes('--dev');

requireNode(process.versions.node);
installIfNeeded();
compile();

function requireNode(version) {
  const [major, minor] = version.split('.').map(Number);
  if (major > FLOOR[0] || (major === FLOOR[0] && minor >= FLOOR[1])) return;
  fail(`dapikit needs Node ${FLOOR.join('.')} or newer; this is Node ${version}. See https://nodejs.org/`);
}

function installIfNeeded() {
  const lock = join(root, 'package-lock.json');
  const installed = join(root, 'node_modules', '.package-lock.json');
  const upToDate = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
  const devInstalled = existsSync(join(root, 'node_modules', 'vitest'));
  if (upToDate && (devInstalled || !wantsDevDependencies)) return;
  const omit = wantsDevDependencies || devInstalled ? [] : ['--omit=dev'];
  say(`installing the packages of package-lock.json (npm ci ${omit.join(' ')}) …`);
  run('npm', ['ci', '--no-audit', '--no-fund', ...omit], 'the installation failed; the lines above say why');
}

function compile() {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  if (!existsSync(join(root, 'packages', 'cli', 'dist', 'main.js'))) say('compiling (tsc -b) …');
  run(process.execPath, [compiler, '-b'], 'the source does not compile; the lines above say where');
}

function run(command, args, failure) {
  // npm is a script on Windows, and only a shell finds it there.
  const shell = process.platform === 'win32' && command === 'npm';
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell });
  if (result.error) fail(`${command}: ${result.error.message}`);
  if (result.status !== 0) fail(failure);
}

function say(text) {
  process.stderr.write(`dapikit: ${text}\n`);
}

function fail(text) {
  say(text);
  process.exit(1);
}
