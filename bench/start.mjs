// npm run bench start [-- --rounds 5 --fresh --release]
// How long a start takes until it is ready and until the platform has answered with a first proof, through npm; `dapikit check` beside a bare Node.js.
// With --fresh also a clone that has nothing installed, with an empty npm cache; with --release the sizes of the program's tarball. Their last results are kept in other runs.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { keepResult } from './lib/keep-result.mjs';
import { median } from './lib/median.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PROGRAM = join(ROOT, 'packages/dapikit/bin/dapikit.cjs');
const RESULTS = new URL('results/start.json', import.meta.url);
const TICK_MS = 10;
const CONTRACT = join(ROOT, 'fixtures/contracts/real/dpns.json');

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      fresh: { type: 'boolean', default: false },
      release: { type: 'boolean', default: false },
    },
  });
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-start-'));
  try {
    const { fresh, release } = JSON.parse(readFileSync(RESULTS, 'utf8'));
    const result = { fresh: values.fresh ? { ...measuredNow(), ...(await startFresh(folder)) } : fresh };
    const starts = [];
    for (let round = 0; round < Number(values.rounds); round += 1) starts.push(await start(ROOT, folder));
    result.later = medians(starts);
    result.check = checkRatio(Number(values.rounds) * 3);
    result.release = values.release ? { ...measuredNow(), ...sizesOfRelease(folder) } : release;
    console.log(JSON.stringify(result, undefined, 2));
    keepResult('start', result);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Says when and on what a part was measured that not every run measures. */
const measuredNow = () => ({ date: new Date().toISOString(), cpu: cpus()[0]?.model });

/** Starts a clone of the current commit, with an empty npm cache. */
async function startFresh(folder) {
  const clone = join(folder, 'clone');
  spawnSync('git', ['clone', '-q', ROOT, clone]);
  return start(clone, folder, { npm_config_cache: join(folder, 'cache') });
}

/** Returns seconds until the first answer of the chain, until the first proof of the platform, and the processor time of all processes. */
async function start(clone, folder, env = {}) {
  const began = performance.now();
  const seconds = () => Number(((performance.now() - began) / 1000).toFixed(2));
  const npm = spawn('npm', ['start', '--', '--port', '0'], {
    cwd: clone,
    env: { ...process.env, ...env, DAPIKIT_STATE_DIR: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const ended = once(npm, 'close');
  let output = '';
  npm.stdout.on('data', (chunk) => (output += chunk));
  const url = await found(() => /^Ready;/m.test(output) && /http:\S+\//.exec(output)?.[0]);
  await call(url, 'getBestBlockHash');
  const ready = seconds();
  await call(`${url}platform`, 'getProof', {});
  const platform = seconds();
  const processor = processorSeconds(npm.pid);
  process.kill(0 - npm.pid, 'SIGTERM');
  await ended;
  return { ready, platform, processor };
}

/** Returns the processor time of the processes of a group and of those that they waited for; undefined where the system has no /proc. */
function processorSeconds(group) {
  if (!existsSync('/proc')) return undefined;
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => statOf(pid))
    .filter(([, , of]) => Number(of) === group)
    .reduce((sum, fields) => sum + fields.slice(11, 15).reduce((all, field) => all + Number(field), 0), 0);
  return Number(((ticks * TICK_MS) / 1000).toFixed(2));
}

/** Returns the fields of a process behind its name: state, parent, group; user, system, and both of its children from the eleventh on. */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
  } catch {
    return [];
  }
}

async function found(read) {
  for (;;) {
    const value = read();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function call(url, method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  const answer = await (await fetch(url, { method: 'POST', headers, body })).json();
  if (answer.error) throw new Error(JSON.stringify(answer.error));
}

const medians = (rows) =>
  Object.fromEntries(Object.keys(rows[0]).map((name) => [name, median(rows.map((row) => row[name]))]));

/** Returns the time of `dapikit check` of a contract, in that of a process of Node.js that does nothing. */
function checkRatio(rounds) {
  const ratios = [];
  for (let round = 0; round < rounds; round += 1) {
    const bare = timeOf(['-e', '0']);
    ratios.push(timeOf([PROGRAM, 'check', CONTRACT, '--network']) / bare);
  }
  return { ratio: Number(median(ratios).toFixed(2)) };
}

function timeOf(args) {
  const began = performance.now();
  spawnSync(process.execPath, args, { stdio: 'ignore' });
  return performance.now() - began;
}

/** Returns the size of the program's tarball, and of what a global install of it writes, in MB. */
function sizesOfRelease(folder) {
  const release = join(folder, 'release');
  const prefix = join(folder, 'prefix');
  spawnSync(process.execPath, [join(ROOT, 'scripts/release/release.mjs'), release], { stdio: 'inherit' });
  const name = readdirSync(release).find((file) => /^dapikit-\d/.test(file));
  mkdirSync(prefix);
  spawnSync('npm', ['install', '--global', '--prefix', prefix, join(release, name)], { stdio: 'inherit' });
  const installed = readdirSync(prefix, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  return { packedMb: mb(statSync(join(release, name)).size), installedMb: mb(installed) };
}

const mb = (bytes) => Number((bytes / 1e6).toFixed(1));
