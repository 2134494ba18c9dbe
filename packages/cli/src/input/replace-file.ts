import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Nobody else reads what is new: it may have keys in it. */
const NEW_FILE_MODE = 0o600;

/**
 * Gives a file another content, all or nothing: whatever happens on the way, the old content or the new one is there. Its
 * mode is kept, and a link stays a link. One that is not there yet is made.
 */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const { target, mode } = await targetOf(file);
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  try {
    const handle = await open(draft, 'wx', mode);
    try {
      await handle.chmod(mode);
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function targetOf(file: string): Promise<{ readonly target: string; readonly mode: number }> {
  try {
    const target = await realpath(file);
    return { target, mode: (await stat(target)).mode };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { target: file, mode: NEW_FILE_MODE };
    throw error;
  }
}
