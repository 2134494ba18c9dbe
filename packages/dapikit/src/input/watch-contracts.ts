import { resolve, sep } from 'node:path';
import { watch } from 'chokidar';
import { EXIT, type ExitCode } from '../program/command.js';
import { UsageError } from '../program/option.js';
import type { Output } from '../program/terminal.js';
import { findContracts } from './find-contracts.js';

/** Editors save in several steps; what comes within this time belongs together. */
const SETTLE_MS = 100;
const IGNORED = new Set(['node_modules', '.git']);
const CLEAR = '\u001b[2J\u001b[3J\u001b[H';

/** Configures {@link watchContracts}. */
interface WatchOptions {
  /** The command in messages; `check` when absent. */
  readonly command?: string;
  /** Starts something else that runs the work again, and returns a function that ends it. */
  readonly trigger?: (again: () => void) => () => void;
}

/**
 * Runs `work` now and whenever one of the files changes, comes or goes, until Ctrl-C. What is under way is brought to its
 * end first. On a terminal the screen is cleared before each time.
 */
export async function watchContracts(
  args: readonly string[],
  work: () => Promise<unknown>,
  stdout: Output,
  { command = 'check', trigger }: WatchOptions = {},
): Promise<ExitCode> {
  const stopped = stopSignal();
  const watcher = watch(args.map(watchedPath), {
    ignoreInitial: true,
    ignored: (path) => path.split(sep).some((part) => IGNORED.has(part)),
  });
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let known = new Set<string>();
  const runAfter = async (before: Promise<void>): Promise<void> => {
    await before;
    if (stdout.isTTY) stdout.write(CLEAR);
    known = await runOnce(args, work, stdout, command);
  };
  const again = (): void => {
    running = runAfter(running);
  };
  watcher.on('all', (event, path) => {
    if (event === 'addDir' || event === 'unlinkDir') return;
    if (event === 'change' && !known.has(resolve(path))) return;
    clearTimeout(timer);
    timer = setTimeout(again, SETTLE_MS);
  });
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  again();
  const endTrigger = trigger?.(again);
  await stopped;
  endTrigger?.();
  clearTimeout(timer);
  await Promise.all([watcher.close(), running]);
  return EXIT.fine;
}

async function runOnce(
  args: readonly string[],
  work: () => Promise<unknown>,
  stdout: Output,
  command: string,
): Promise<Set<string>> {
  let files: string[] = [];
  try {
    files = await findContracts(args);
    await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    stdout.write(`dapikit ${command}: ${error.message}\n`);
  }
  const time = new Date().toTimeString().slice(0, 8);
  stdout.write(`\n[${time}] Watching for changes; stop with Ctrl-C\n`);
  return new Set(files.map((file) => resolve(file)));
}

/** Returns the folder in which a pattern begins; an argument that is no pattern as it is. */
function watchedPath(arg: string): string {
  const parts = arg.split(/[\\/]/);
  const magic = parts.findIndex((part) => /[*?[\]{}!]/.test(part));
  return magic === -1 ? arg : parts.slice(0, magic).join('/') || (arg.startsWith('/') ? '/' : '.');
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
