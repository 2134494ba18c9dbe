import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gitName, readGitFile } from '../input/git-file.js';
import { CliError } from '../program/cli-error.js';

/** Holds the registered contract of a file, or why there is none. */
export type Baseline =
  | { readonly text: string; readonly fault?: undefined }
  | { readonly text?: undefined; readonly fault: string };

/** Reads the file of the same name in a revision of git. @param revision such as `git:main` */
export async function readBaseline(uri: string, revision: string): Promise<Baseline> {
  if (!uri.startsWith('file:')) return { fault: 'the file is not saved' };
  try {
    const path = fileURLToPath(uri);
    const { text } = await readGitFile(gitName(revision, basename(path)), dirname(path));
    return { text };
  } catch (error) {
    if (error instanceof CliError) return { fault: error.message };
    throw error;
  }
}
