import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

/** The command as users run it. */
export const MAIN = fileURLToPath(new URL('../bin/dapikit.mjs', import.meta.url));

interface Surroundings {
  readonly cwd?: string;
  /** What is piped in; without it there is nothing. */
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs `dapikit` to its end. */
export function runDapikit(args: readonly string[], { cwd, input, env = {} }: Surroundings = {}) {
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

const folders: string[] = [];
afterAll(() => {
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

/** A contract without a mistake. */
export const TIDY = JSON.stringify({
  note: { type: 'object', properties: { text: TEXT }, documentsMutable: true, additionalProperties: false },
});
