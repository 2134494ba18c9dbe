import { FileError } from '../program/file-error.js';
import { UsageError } from '../program/option.js';
import { printable } from '../program/printable.js';
import { findContracts, isPiped, shownName } from './find-contracts.js';
import { readContract } from './read-contract.js';

/** Describes the text of a contract, and the name under which it is shown. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * Reads the one contract that an argument names; without an argument, standard input.
 * @throws {UsageError} when it names none or several.
 * @throws {FileError} when it cannot be read.
 */
export async function oneContract(arg: string | undefined): Promise<NamedText> {
  if (arg === undefined && !isPiped()) throw new UsageError('expected a file, or - for standard input');
  const [file = '', ...others] = await findContracts(arg === undefined ? [] : [arg]);
  if (others.length > 0) throw new UsageError(`${others.length + 1} contracts given: pass one`);
  const name = shownName(file);
  const read = await readContract(file);
  if (read.text === undefined) throw new FileError(`${printable(name)}: ${read.fault}`);
  return { name, text: read.text };
}
