import { unwatchFile, watchFile } from 'node:fs';

/**
 * Calls `changed` when one of the files was written or replaced, at most `interval` milliseconds later; gives a function that
 * ends it. It polls the files that the paths lead to, through symbolic links as well, and does not prevent the process from ending.
 */
export function watchFiles(files: readonly string[], interval: number, changed: () => void): () => void {
  const listener = (now: { mtimeMs: number; ino: number; size: number }, before: typeof now): void => {
    const isSame = now.mtimeMs === before.mtimeMs && now.ino === before.ino && now.size === before.size;
    if (!isSame) changed();
  };
  for (const file of files) watchFile(file, { interval, persistent: false }, listener);
  return () => {
    for (const file of files) unwatchFile(file, listener);
  };
}
