// `dapikit dev` in a process of its own, on a free port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../packages/cli/bundle/main.js', import.meta.url));

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
    if (/Ready[^]*\n {2}http:\S+\n/.test(output)) break;
  }
  server.stdout.resume();
  const [, line = ''] = /^ {2}for testnet +export (.*)$/m.exec(output) ?? [];
  const env = Object.fromEntries(line.split(' ').map((each) => each.split(/=(.*)/s).slice(0, 2)));
  const stop = async () => {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: env.DAPIKIT_URL, env, stop, processor: () => processorOf(server.pid) };
}

const TICK_MS = 10;

/** Returns the processor time in ms that another process has used; undefined where the system has no /proc. */
function processorOf(pid) {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const fields = readFileSync(file, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
