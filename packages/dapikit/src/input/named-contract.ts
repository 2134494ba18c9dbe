import { isGitName, readGitFile } from './git-file.js';
import { oneContract, type NamedText } from './one-contract.js';

/** Reads the contract of a file, of standard input (`-`), or of a file in a revision (`git:REF:path`). @throws {UsageError} @throws {FileError} (rejects) */
export const namedContract = async (name: string): Promise<NamedText> =>
  isGitName(name) ? readGitFile(name) : oneContract(name);
