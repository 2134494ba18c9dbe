import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Returns when a process started, as text that no later process with the same id has; `undefined` where the system does not say.
 *
 * Linux: the boot and the ticks since (proc(5), field 22). Other systems with `ps`: its start time in seconds.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? await startOnLinux(pid) : await startByPs(pid);
}

/** Returns whether a process with this id runs. A process that ended and waits for its parent does not. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return (await statOnLinux(pid))?.[0] !== 'Z';
}

async function startOnLinux(pid: number): Promise<string | undefined> {
  const ticks = (await statOnLinux(pid))?.[19];
  if (ticks === undefined) return undefined;
  const boot = await readText('/proc/sys/kernel/random/boot_id');
  return `${boot?.trim() ?? ''} ${ticks}`;
}

/** Returns the fields of `/proc/<pid>/stat` from the state on; `undefined` where there is none. */
async function statOnLinux(pid: number): Promise<string[] | undefined> {
  const text = await readText(`/proc/${pid}/stat`);
  // The name in front of the state is in parentheses, and may have some.
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

async function startByPs(pid: number): Promise<string | undefined> {
  try {
    const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)], {
      env: { ...process.env, LC_ALL: 'C' },
    });
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
}
