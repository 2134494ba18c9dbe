// `dapikit dev` in a process of its own, on a free port.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../packages/dapikit/bundle/main.js', import.meta.url));

/** Starts a development server. `env` has the variables with which programs for testnet use it. */
export async function startDev(...options) {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-bench-'));
  const server = spawn(process.execPath, [PROGRAM, 'dev', '--port', '0', ...options], {
    env: { PATH: process.env.PATH, DAPIKIT_STATE_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (/^Ready;/m.test(output)) break;
  }
  server.stdout.resume();
  const [, url = ''] = /^ {2}address +(http:\S+)\/$/m.exec(output) ?? [];
  const env = environmentOf(url);
  const stop = async () => {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, env, stop, processor: () => processorOf(server.pid) };
}

/** Returns the variables that `dapikit env` prints without quotes. */
function environmentOf(url) {
  const { stdout } = spawnSync(process.execPath, [PROGRAM, 'env', '--url', url], { encoding: 'utf8' });
  return Object.fromEntries(
    Array.from(stdout.matchAll(/^export (\w+)=([^'\n]*)$/gm), ([, name, value]) => [name, value]),
  );
}

const TICK_MS = 10;

/** Returns the processor time in ms that another process has used; undefined where the system has no /proc. */
export function processorOf(pid) {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const fields = readFileSync(file, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
