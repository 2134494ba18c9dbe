import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DevChain, type LoadOptions } from '@dapikit/chain';
import { asFileError, FileError, withFile } from '../program/file-error.js';
import { FileLock } from '../input/file-lock.js';
import { loadDump } from '../input/load-dump.js';
import { removeDrafts, replaceFile } from '../input/replace-file.js';
import { printable } from '../program/printable.js';
import type { StateFiles } from './state-options.js';

/** Describes a development chain, and its file, if any. */
export interface StoredChain {
  readonly chain: DevChain;
  /** Writes the chain to its file, after earlier writes have finished. Does nothing where there is none. */
  readonly save: () => Promise<void>;
  /** Lets other processes have the file. Never rejects. */
  readonly release: () => Promise<void>;
}

/**
 * Opens the chain that the files of the command line say, or a new one, and locks the file that it goes to.
 * @throws {FileError} when a file cannot be read, or when the file that the chain goes to cannot be written
 * @throws {CommandError} when it is no dump of such a chain, or when another process uses the file that the chain goes to
 */
export async function openStoredChain(files: StateFiles, options: LoadOptions): Promise<StoredChain> {
  const { to } = files;
  const lock = to === undefined ? undefined : await lockTarget(to);
  try {
    const { chain, save } = await open(files, options);
    return { chain, save, release: async () => lock?.release() };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

async function lockTarget(file: string): Promise<FileLock> {
  await checkWritable(file);
  return withFile(file, async () => {
    const lock = await FileLock.acquire(file);
    await removeDrafts(file);
    return lock;
  });
}

async function open(
  { from, mayBeMissing, to }: StateFiles,
  options: LoadOptions,
): Promise<Omit<StoredChain, 'release'>> {
  const isThere = from !== undefined && !(mayBeMissing && (await isMissing(from)));
  const chain = isThere ? await loadDump(from, options) : new DevChain(options);
  let last = Promise.resolve();
  const write = async (): Promise<void> => {
    if (to !== undefined) await writeDump(to, chain);
  };
  return {
    chain,
    save: async () => {
      last = last.then(write, write);
      await last;
    },
  };
}

async function writeDump(file: string, chain: DevChain): Promise<void> {
  try {
    await replaceFile(file, chain.dump());
  } catch (error) {
    throw asFileError(error, file);
  }
}

/** It is better to know now than once there is something to lose. */
async function checkWritable(file: string): Promise<void> {
  try {
    await access(dirname(resolve(file)), constants.W_OK);
    if (!(await isMissing(file)) && !(await stat(file)).isFile())
      throw new FileError(`${printable(file)}: it is not a regular file`);
  } catch (error) {
    throw asFileError(error, file);
  }
}

async function isMissing(file: string): Promise<boolean> {
  try {
    await stat(file);
    return false;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return true;
    throw error;
  }
}
