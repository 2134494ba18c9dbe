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

/** Returns whether an argument names a file of a revision: `git:REF:path`. */
export const isGitName = (name: string): boolean => name.startsWith(PREFIX);

/** Returns the name of a file in a revision. @param ref such as `git:main` @throws {UsageError} where it is none */
export function gitName(ref: string, path: string): string {
  if (!/^git:[^:]+$/.test(ref))
    throw new UsageError(`--against: expected a revision such as git:main, found ${JSON.stringify(ref)}`);
  return `${ref}:${path}`;
}

/**
 * Reads a file of a revision with git; the path is relative to the current folder.
 * @param name `git:REF:path`
 * @throws {UsageError} when the name is incomplete. @throws {FileError} (rejects) when git has no such file, or is missing
 */
export async function readGitFile(name: string): Promise<NamedText> {
  const [, ref = '', path = ''] = /^git:([^:]+):(.+)$/s.exec(name) ?? [];
  if (ref === '')
    throw new UsageError(
      `expected git:REF:path, such as git:main:contract.json, found ${JSON.stringify(name)}`,
    );
  const inFolder = isAbsolute(path) ? relative(process.cwd(), path) : path;
  try {
    const args = ['show', '--no-textconv', '--end-of-options', `${ref}:./${inFolder}`];
    const { stdout } = await run('git', args, { maxBuffer: MAX_CONTRACT_FILE_BYTES, encoding: 'utf8' });
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
