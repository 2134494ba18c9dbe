import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';

const module = new URL('../dist/program/stop-with-npm.js', import.meta.url).href;
const program = `
  import { stopWithNpm } from ${JSON.stringify(module)};
  stopWithNpm(process.env);
  process.on('SIGTERM', () => { console.log('stopped'); process.exit(); });
  setInterval(() => undefined, 1000);
  console.log(process.pid);`;

/** Starts a process as npm does, by a shell, which is gone after the first line. */
async function orphan(command: string): Promise<string> {
  const shell = `"$0" --input-type=module -e "$1" & wait`;
  const parent = spawn('/bin/sh', ['-c', shell, process.execPath, program], {
    env: { ...process.env, npm_command: command },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  parent.stdout.setEncoding('utf8');
  const [pid] = await once(parent.stdout, 'data');
  onTestFinished(() => {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended.
    }
  });
  const next = once(parent.stdout, 'data', {
    signal: AbortSignal.timeout(command === 'exec' ? 20_000 : 1500),
  });
  parent.kill('SIGKILL');
  return String((await next)[0]).trim();
}

it('a process that npx started stops where npx is gone', async () => {
  expect(await orphan('exec')).toBe('stopped');
});

it('a process that a script of npm started stays', async () => {
  await expect(orphan('run-script')).rejects.toThrow('aborted');
});
