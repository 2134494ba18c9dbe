import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isAbsolute, relative } from 'node:path';
import { FileError } from '../program/file-error.js';
import { UsageError } from '../program/option.js';
import { printable } from '../program/printable.js';
import type { NamedText } from './one-contract.js';
import { MAX_CONTRACT_FILE_BYTES, TOO_LARGE } from './read-contract.js';

const run = promisify(execFile);
const PREFIX = 'git:';
const GIT_TIMEOUT_MS = 30_000;

/** Returns whether an argument names a file of a revision: `git:REF:path`. */
export const isGitName = (name: string): boolean => name.startsWith(PREFIX);

/**
 * Returns the name of a file in a revision.
 * @param ref such as `git:main`
 * @param option the option that names it
 * @throws {UsageError} where it is none
 */
export function gitName(ref: string, path: string, option = '--against'): string {
  if (!/^git:[^:]+$/.test(ref))
    throw new UsageError(`${option}: expected a revision such as git:main, found ${JSON.stringify(ref)}`);
  return `${ref}:${path}`;
}

/**
 * Reads a file of a revision with git.
 * @param name `git:REF:path`
 * @param folder where git runs, and to which the path is relative
 * @throws {UsageError} when the name is incomplete. @throws {FileError} (rejects) when git has no such file, or is missing
 */
export async function readGitFile(name: string, folder = process.cwd()): Promise<NamedText> {
  const [, ref = '', path = ''] = /^git:([^:]+):(.+)$/s.exec(name) ?? [];
  if (ref === '')
    throw new UsageError(
      `expected git:REF:path, such as git:main:contract.json, found ${JSON.stringify(name)}`,
    );
  const inFolder = isAbsolute(path) ? relative(folder, path) : path;
  try {
    const args = ['show', '--no-textconv', '--end-of-options', `${ref}:./${inFolder}`];
    const { stdout } = await run('git', args, {
      cwd: folder,
      timeout: GIT_TIMEOUT_MS,
      maxBuffer: MAX_CONTRACT_FILE_BYTES,
      encoding: 'utf8',
    });
    return { name, text: stdout };
  } catch (error) {
    throw new FileError(`${printable(name)}: ${reasonOf(error)}`, { cause: error });
  }
}

/** Returns the first line that git wrote, or why it did not run. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code: unknown = Reflect.get(error, 'code');
  if (code === 'ENOENT') return 'git is not installed';
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return TOO_LARGE;
  const [first = ''] = String(Reflect.get(error, 'stderr') ?? '').split('\n');
  return printable(first.replace(/^fatal: /, '') || error.message);
}
