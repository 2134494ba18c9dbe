import { fstatSync, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { UsageError } from '../program/option.js';

/** Defines the name under which standard input is read. */
export const STDIN = '-';

const MAGIC = /[*?[\]{}!]/;
const IGNORED = ['**/node_modules/**', '**/.git/**'];

/** Files of npm and of TypeScript, which are in the folder of many a project; named explicitly they are read. */
const NO_CONTRACT =
  /^(?:package|package-lock|npm-shrinkwrap|composer|[jt]sconfig(?:\..*)?|\.eslintrc|\.prettierrc|\.oxlintrc)\.json$/;

/**
 * Returns the files that arguments name, each once: files as they are, patterns in order of the names they match, folders with
 * every `.json` file below them but those of npm and TypeScript. Without arguments it is standard input.
 * @throws {UsageError} when an argument names nothing, or there is nothing to read.
 */
export async function findContracts(args: readonly string[]): Promise<string[]> {
  if (args.length === 0) {
    if (isPiped()) return [STDIN];
    throw new UsageError(
      'expected a file, a folder, a pattern such as "contracts/*.json", or - for standard input',
    );
  }
  const found = new Set<string>();
  for (const arg of args) {
    const files = await filesOf(arg);
    for (const file of files) found.add(file);
  }
  return [...found];
}

async function filesOf(arg: string): Promise<string[]> {
  if (arg === STDIN) return [arg];
  if (arg === '') throw new UsageError('the name of a file is empty');
  const kind = kindOf(arg);
  if (kind === 'folder') {
    const files = (await match('**/*.json', arg)).filter((file) => !NO_CONTRACT.test(basename(file)));
    if (files.length > 0) return files;
    throw new UsageError(`there is no .json file in ${arg}`);
  }
  // A file that is not there is reported by its reader, together with what is wrong with the others.
  if (kind === 'file' || !MAGIC.test(arg)) return [arg];
  const files = await match(sep === '\\' ? arg.replaceAll('\\', '/') : arg, '.');
  if (files.length > 0) return files;
  throw new UsageError(`no file matches ${arg}`);
}

function kindOf(path: string): 'folder' | 'file' | 'absent' {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return 'absent';
    return stats.isDirectory() ? 'folder' : 'file';
  } catch {
    return 'absent';
  }
}

async function match(pattern: string, folder: string): Promise<string[]> {
  const { glob } = await import('tinyglobby');
  const files = await glob(pattern, {
    cwd: folder,
    ignore: IGNORED,
    expandDirectories: false,
    absolute: false,
  });
  return files.toSorted().map((file) => (folder === '.' ? file : join(folder, file)));
}

/** Returns whether standard input is neither a terminal nor closed. */
export function isPiped(): boolean {
  try {
    const stats = fstatSync(0);
    return stats.isFIFO() || stats.isFile() || stats.isSocket();
  } catch {
    return false;
  }
}

/** Returns a file as it is shown: from here where it is below, with slashes. */
export function shownName(file: string): string {
  if (file === STDIN) return '<stdin>';
  const path = relative('.', file);
  return (path.startsWith('..') ? file : path).split(sep).join('/');
}
