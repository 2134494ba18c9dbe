import { open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Nobody else reads what is new: it may have keys in it. */
const NEW_FILE_MODE = 0o600;

/**
 * Gives a file another content, all or nothing: whatever happens on the way, the old content or the new one is there. Its
 * mode stays, and a link stays a link. One that is not there yet is made.
 */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const target = await realTarget(file);
  const mode = await modeOf(target);
  const draft = join(dirname(target), draftName(target, process.pid));
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

/**
 * Removes what {@link replaceFile} left of a file when its process was killed. Only the single writer of the file may call it: the draft of a
 * process that still writes is removed as well.
 */
export async function removeDrafts(file: string): Promise<void> {
  const target = await realTarget(file);
  const folder = dirname(target);
  for (const name of await readdir(folder)) {
    const [, pid] = /\.(\d+)\.tmp$/.exec(name) ?? [];
    if (pid !== undefined && name === draftName(target, pid)) await rm(join(folder, name), { force: true });
  }
}

/** Returns the path of a file, or of one that is not there yet, without symbolic links. */
export async function realTarget(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const path = resolve(file);
    return join(await realpath(dirname(path)), basename(path));
  }
}

function draftName(target: string, pid: number | string): string {
  return `.${basename(target)}.${pid}.tmp`;
}

async function modeOf(target: string): Promise<number> {
  try {
    return (await stat(target)).mode;
  } catch (error) {
    if (isMissing(error)) return NEW_FILE_MODE;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
