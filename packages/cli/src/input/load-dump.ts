import { readFile } from 'node:fs/promises';
import { DevChain, RefusedControl, type LoadOptions } from '@dapikit/chain';
import { CommandFailure } from '../command.js';
import { UsageError } from '../option.js';
import { printable } from '../report/printable.js';

/**
 * The chain in a file that `dump` or `dapikit dev` wrote.
 * @throws {UsageError} when the file cannot be read
 * @throws {CommandFailure} when it is no dump, or not one that is wanted, with what to do
 */
export async function loadDump(file: string, options: LoadOptions = {}): Promise<DevChain> {
  try {
    return DevChain.load(await readFile(file), options);
  } catch (error) {
    if (error instanceof RefusedControl) {
      const mend = error.mend === undefined ? '' : `\n${error.mend}`;
      throw new CommandFailure(`${printable(file)}: ${error.message}${mend}`);
    }
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new UsageError(`there is no file ${printable(file)}`);
    if (error instanceof Error && 'code' in error)
      throw new UsageError(`${printable(file)} cannot be read: ${String(error.code)}`);
    throw error;
  }
}
