import { fixContract, type ValidateContractOptions } from '@dapikit/contract';
import { shownName } from '../input/find-contracts.js';
import { readContract } from '../input/read-contract.js';
import { replaceFile } from '../input/replace-file.js';
import { withFile } from '../program/file-error.js';
import type { CheckedFile, UnreadableFile } from '../report/report.js';

/** Describes a file that fixes change. */
export interface FixedFile {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Number of applied fixes. */
  readonly fixes: number;
}

/** Holds fixed files with the verdicts on their new texts. */
export interface FixedFiles {
  readonly files: readonly CheckedFile[];
  readonly unreadable: readonly UnreadableFile[];
  readonly changed: readonly FixedFile[];
}

/** Reads files, applies the suggested fixes, and writes the files that change if that is requested. */
export async function fixContracts(
  names: readonly string[],
  options: ValidateContractOptions,
  isWritten: boolean,
): Promise<FixedFiles> {
  const files: CheckedFile[] = [];
  const unreadable: UnreadableFile[] = [];
  const changed: FixedFile[] = [];
  for (const file of names) {
    const name = shownName(file);
    const read = await readContract(file);
    if (read.text === undefined) {
      unreadable.push({ name, fault: read.fault });
      continue;
    }
    const { text, applied, verdict } = fixContract(read.text, options);
    files.push({ name, text, verdict });
    if (text === read.text) continue;
    changed.push({ name, before: read.text, after: text, fixes: applied.length });
    if (isWritten) await withFile(name, async () => replaceFile(file, text));
  }
  return { files, unreadable, changed };
}
