import { readFile } from 'node:fs/promises';
import { DevChain, ControlRejectedError, type LoadOptions } from '@dapikit/chain';
import { CommandError } from '../program/command.js';
import { asFileError } from '../program/file-error.js';
import { printable } from '../program/printable.js';

/**
 * Returns the chain in a file that `dump` or `dapikit dev` wrote.
 * @throws {FileError} when the file cannot be read
 * @throws {CommandError} when it is no dump, or not one that is wanted, with what to do
 */
export async function loadDump(file: string, options: LoadOptions = {}): Promise<DevChain> {
  try {
    return DevChain.load(await readFile(file), options);
  } catch (error) {
    if (error instanceof ControlRejectedError) {
      const fix = error.fix === undefined ? '' : `\n${error.fix}`;
      throw new CommandError(`${printable(file)}: ${error.message}${fix}`);
    }
    throw asFileError(error, file);
  }
}
