import { readContract } from '../input/read-contract.js';
import { FileError } from '../program/file-error.js';
import { UsageError } from '../program/option.js';
import { printable } from '../program/printable.js';

/**
 * Reads the contracts to which references lead: one contract, or a list of them, in official JSON with their ids.
 * @returns undefined without a file
 * @throws {UsageError} when the file has no contracts.
 * @throws {FileError} when the file cannot be read.
 */
export async function readOthers(file: string | undefined): Promise<readonly unknown[] | undefined> {
  if (file === undefined) return undefined;
  const read = await readContract(file);
  if (read.text === undefined) throw new FileError(`${printable(file)}: ${read.fault}`);
  const others = parse(read.text, file);
  return Array.isArray(others) ? others : [others];
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--with: ${printable(file)} is not JSON`);
  }
}
