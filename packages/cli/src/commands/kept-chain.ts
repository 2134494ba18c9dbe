import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DevChain, type LoadOptions } from '@dapikit/chain';
import { CommandFailure } from '../command.js';
import { loadDump } from '../input/load-dump.js';
import { replaceFile } from '../input/replace-file.js';
import { printable } from '../report/printable.js';
import type { StateFiles } from './state-options.js';

/** A development chain, and the file that it is kept in, if any. */
export interface KeptChain {
  readonly chain: DevChain;
  /** Writes the chain to its file, once what was begun before is written. Does nothing where there is none. */
  readonly save: () => Promise<void>;
}

/**
 * The chain that the files of the command line say, or a new one.
 * @throws {UsageError} when a file cannot be read
 * @throws {CommandFailure} when it is no dump of such a chain, or when the file that the chain goes to cannot be written
 */
export async function openKeptChain(
  { from, mayBeMissing, to }: StateFiles,
  options: LoadOptions,
): Promise<KeptChain> {
  if (to !== undefined) await checkWritable(to);
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
    throw cannotBeWritten(file, error);
  }
}

/** It is better to know now than once there is something to lose. */
async function checkWritable(file: string): Promise<void> {
  try {
    await access(dirname(resolve(file)), constants.W_OK);
    if (!(await isMissing(file)) && !(await stat(file)).isFile()) throw new CommandFailure('it is no file');
  } catch (error) {
    throw cannotBeWritten(file, error);
  }
}

async function isMissing(file: string): Promise<boolean> {
  try {
    await stat(file);
    return false;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  }
}

function cannotBeWritten(file: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return new CommandFailure(`${printable(file)} cannot be written: ${codeOf(error) ?? error.message}`);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
