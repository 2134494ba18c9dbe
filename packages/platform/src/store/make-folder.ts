import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are missing. `mkdir` of Node with `recursive` never returns below a folder that takes none, such as /proc.
 * @param mode of the folders that are made
 * @throws errors of the file system
 */
export function makeFolder(path: string, mode?: number): void {
  const missing: string[] = [];
  for (let at = path; !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  if (missing.length === 0) requireFolder(path, mode);
  for (const folder of missing) requireFolder(folder, mode);
}

function requireFolder(path: string, mode: number | undefined): void {
  if (isFolder(path)) return;
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made it.
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
