// The round trip of `documents.create` of an unmodified evo-sdk against `dapikit dev` in a process of its own: signed, broadcast, awaited and
// its proof verified.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const fileAt = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Starts a development server on a free port and returns the variables with which programs for testnet use it. */
async function startDev() {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-bench-'));
  const program = fileAt('packages/cli/dist/main.js');
  const server = spawn(process.execPath, [program, 'dev', '--port', '0', '--tutorial'], {
    env: { PATH: process.env.PATH, DAPIKIT_STATE_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of server.stdout) {
    output += chunk;
    if (/Ready[^]*\n {2}http:\S+\n/.test(output)) break;
  }
  const [, line = ''] = /^ {2}for testnet +export (.*)$/m.exec(output) ?? [];
  const env = Object.fromEntries(line.split(' ').map((each) => each.split(/=(.*)/s).slice(0, 2)));
  const stop = async () => {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { env, stop, processor: () => processorOf(server.pid) };
}

const TICK_MS = 10;

/** Returns the processor time in ms that another process has used; undefined where the system has no /proc. */
function processorOf(pid) {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const fields = readFileSync(file, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Returns the round trips of creates in ms, and the processor time for each in the client and in the server. */
export async function measureSdkCreates(creates) {
  const { env, stop, processor } = await startDev();
  try {
    const client = spawn(process.execPath, [fileAt('bench/servers/sdk-creates.mjs'), String(creates)], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    client.once('exit', (code) => {
      if (code !== 0) throw new Error(`the client ended with ${code}`);
    });
    await once(client, 'message');
    const before = processor();
    client.send('create');
    const [{ milliseconds, clientProcessor }] = await once(client, 'message');
    const sorted = milliseconds.toSorted((a, b) => a - b);
    return {
      creates,
      least: sorted[0],
      median: sorted[Math.floor(creates / 2)],
      clientProcessor,
      serverProcessor: before === undefined ? undefined : (processor() - before) / creates,
    };
  } finally {
    await stop();
  }
}
