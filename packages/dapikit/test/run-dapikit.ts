import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { runCommandLine } from '../src/run-command-line.js';

/** The command as users run it. */
export const MAIN = fileURLToPath(new URL('../bin/dapikit.cjs', import.meta.url));

interface Surroundings {
  readonly cwd?: string;
  /** What is piped in; without it there is nothing. */
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs `dapikit` to its end, in a process of its own. */
export function runDapikit(args: readonly string[], { cwd, input, env = {} }: Surroundings = {}): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 1 << 28,
    ...(input === undefined ? { stdio: ['ignore', 'pipe', 'pipe'] as const } : { input }),
  });
  return { code: status, stdout, stderr };
}

/** How `dapikit` ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command in this process, in a folder: for what does not depend on the process, as a start takes longer than most commands.
 * One at a time, as a process has one current folder.
 */
export async function callDapikit(
  args: readonly string[],
  { cwd, env = {} }: Omit<Surroundings, 'input'> = {},
): Promise<Ended> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const texts = Promise.all([text(stdout), text(stderr)]);
  try {
    if (cwd !== undefined) process.chdir(cwd);
    const code = await runCommandLine(args, { stdout, stderr, env: { PATH: process.env['PATH'], ...env } });
    stdout.end();
    stderr.end();
    const [out, err] = await texts;
    return { code, stdout: out, stderr: err };
  } finally {
    process.chdir(HERE);
  }
}

const HERE = process.cwd();

const folders: string[] = [];
afterAll(() => {
  process.chdir(HERE);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder with files in it, gone when the tests of the file are through. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-cli-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const TEXT = { type: 'string', maxLength: 63, position: 0 };

/** A contract without errors, which is not formatted. */
export const VALID = JSON.stringify({
  note: { type: 'object', properties: { text: TEXT }, documentsMutable: true, additionalProperties: false },
});
