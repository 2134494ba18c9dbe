import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';

const POLL_MS = 100;
/** Codes for a folder that has files. */
const HAS_FILES = ['EEXIST', 'ENOTEMPTY'];
/** Codes of a rename to one: the last two are those of Windows. */
const IS_THERE = new Set([...HAS_FILES, 'EACCES', 'EPERM']);
/** Codes of the removal of a lock that is another's by now, or gone. */
const IS_OTHERS = new Set([...HAS_FILES, 'ENOENT']);

/**
 * Does work while this process has a folder that no other process has: a second one waits until the first, and each that it names, has done its work, exits or is killed.
 * @param folder is made, and removed after the work
 * @param work gets a function that takes the id of another process, such as a child that may live on when this one is killed
 * @param onWait called once, with the ids of the processes, where others have it
 * @throws errors of the file system, except for a folder that is there
 */
export async function withFolderLock(folder, work, onWait) {
  let isTold = false;
  for (let holders = takeLock(folder); holders !== undefined; holders = takeLock(folder)) {
    if (!isTold && holders.length > 0) {
      onWait(holders);
      isTold = true;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
  }
  const holders = [process.pid];
  const release = () => removeLock(folder, holders);
  process.once('exit', release);
  await work((pid) => {
    holders.push(pid);
    hold(folder, pid);
  });
  release();
  // By the time this process exits, the lock may be another's.
  process.off('exit', release);
}

/** Returns undefined where it took the lock, and the ids of those who have it where it did not. */
function takeLock(folder) {
  const own = `${folder}-${process.pid}`;
  try {
    mkdirSync(own, { recursive: true });
    hold(own, process.pid);
    return isRenamed(own, folder) ? undefined : holdersOf(folder);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** Returns whether a folder has the other name now. The lock is never there without its holder: others would take it for one that was left. */
function isRenamed(own, folder) {
  try {
    renameSync(own, folder);
    return true;
  } catch (error) {
    if (IS_THERE.has(error.code)) return false;
    throw error;
  }
}

const hold = (folder, pid) => writeFileSync(join(folder, String(pid)), '');

/** Removes a lock that nobody has: whose processes ended, or that is older than the start of the machine, since when their ids may be others'. */
function holdersOf(folder) {
  try {
    const { mtimeMs } = statSync(folder);
    const pids = readdirSync(folder);
    const alive = mtimeMs < Date.now() - uptime() * 1000 ? [] : pids.filter(isOther);
    if (alive.length === 0) removeLock(folder, pids);
    return alive;
  } catch (error) {
    // It was released meanwhile.
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Removes a lock of some processes. One that another process has taken meanwhile stays. */
function removeLock(folder, pids) {
  for (const pid of pids) rmSync(join(folder, String(pid)), { force: true });
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!IS_OTHERS.has(error.code)) throw error;
  }
}

/** Returns whether another process of this id is alive. A container that starts again gives out the same ids: this one does not wait for itself. */
function isOther(pid) {
  if (Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
