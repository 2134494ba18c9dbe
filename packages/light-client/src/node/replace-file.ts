import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const FILE_MODE = 0o600;

/** Replaces the text of a file, all or nothing: after a crash the file has the old or the new one. One process writes it. @throws errors of the file system */
export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`);
  try {
    const handle = await open(draft, 'w', FILE_MODE);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
