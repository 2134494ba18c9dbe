import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';

const POLL_MS = 100;
/** A lock without a process is being taken at this moment, or the process was killed in this one. */
const TAKING_MS = 5_000;

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
  const release = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', release);
  await work((pid) => hold(folder, pid));
  release();
  // By the time this process exits, the lock may be another's.
  process.off('exit', release);
}

/** Returns undefined where it took the lock, and the ids of those who have it where it did not. */
function takeLock(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return holdersOf(folder);
  }
  try {
    hold(folder, process.pid);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return undefined;
}

const hold = (folder, pid) => writeFileSync(join(folder, String(pid)), '');

/** Removes a lock that nobody has: whose processes ended, or that is older than the start of the machine, since when their ids may be others'. */
function holdersOf(folder) {
  try {
    const { mtimeMs } = statSync(folder);
    const pids = readdirSync(folder);
    const alive = mtimeMs < Date.now() - uptime() * 1000 ? [] : pids.filter(isAlive);
    const isBeingTaken = pids.length === 0 && mtimeMs > Date.now() - TAKING_MS;
    if (alive.length === 0 && !isBeingTaken) rmSync(folder, { recursive: true, force: true });
    return alive;
  } catch (error) {
    // It was released meanwhile.
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
