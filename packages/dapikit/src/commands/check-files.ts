import { validateContract, type ValidateContractOptions } from '@dapikit/contract';
import type { CheckedFile, Report, UnreadableFile } from '../report/report.js';
import { shownName } from '../input/find-contracts.js';
import { readContract } from '../input/read-contract.js';

/** Reads and checks files, in their order. */
export async function checkFiles(
  names: readonly string[],
  options: ValidateContractOptions,
): Promise<Pick<Report, 'files' | 'unreadable'>> {
  const files: CheckedFile[] = [];
  const unreadable: UnreadableFile[] = [];
  for (const file of names) {
    const name = shownName(file);
    const read = await readContract(file);
    if (read.text === undefined) unreadable.push({ name, fault: read.fault });
    else files.push({ name, text: read.text, verdict: validateContract(read.text, options) });
  }
  return { files, unreadable };
}
