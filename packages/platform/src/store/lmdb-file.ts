import {
  closeSync,
  existsSync,
  fstatSync,
  linkSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { areAllPagesWithin, newestMeta } from './lmdb-pages.js';
import { makeFolder } from './make-folder.js';
import { StoreUnavailableError } from './store-unavailable-error.js';

/**
 * Checks a file before it is opened: LMDB maps it into memory, where one that is none of its own, or is cut off, ends the
 * process. Pages at the end may be missing that nothing refers to: those were never written.
 *
 * @throws {StoreUnavailableError} when it is no whole file of LMDB. One that is not there, or is empty, is to be made.
 */
export function checkFile(path: string): void {
  if (!existsSync(path) || !statSync(path).isFile()) return;
  const file = openSync(path, 'r');
  try {
    const meta = newestMeta(file);
    const { size } = fstatSync(file);
    if (size === 0) return;
    if (meta === undefined) throw damaged(path, 'no file of LMDB');
    const pages = size / meta.pageSize;
    if (pages <= meta.lastPage && !areAllPagesWithin(file, meta, Math.floor(pages)))
      throw damaged(path, `cut off after ${size} bytes`);
  } finally {
    closeSync(file);
  }
}

const damaged = (path: string, detail: string): StoreUnavailableError =>
  new StoreUnavailableError(`the store at ${path}`, 'damaged', { detail });

/** For 1,020 readers at a time. */
const LOCK_BYTES = 65_536;

/**
 * Makes the file in which processes register their readers, all of it on the disk: LMDB would make one whose parts come
 * as they are needed, and where the disk is full then, the process ends.
 */
export function makeLockFile(path: string): void {
  const lock = `${path}-lock`;
  if (existsSync(lock)) return;
  makeFolder(dirname(path));
  const whole = `${lock}-${process.pid}`;
  try {
    writeFileSync(whole, Buffer.alloc(LOCK_BYTES));
    linkSync(whole, lock);
  } catch (error) {
    // Another process made it just now.
    if (!existsSync(lock)) throw error;
  } finally {
    rmSync(whole, { force: true });
  }
}
