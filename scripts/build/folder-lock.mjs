import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const POLL_MS = 100;

/**
 * Does work while this process has a folder that no other process has: a second one waits until the first has done its work, exits or is killed.
 * @param folder is made, and removed after the work
 * @param onWait called once where another process has it
 * @throws errors of the file system, except for a folder that is there
 */
export async function withFolderLock(folder, work, onWait) {
  let isTold = false;
  while (!takeLock(folder)) {
    if (!isTold) onWait();
    isTold = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
  }
  const release = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', release);
  await work();
  release();
  // By the time this process exits, the lock may be another's.
  process.off('exit', release);
}

function takeLock(folder) {
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isHolderAlive(folder)) rmSync(folder, { recursive: true, force: true });
    return false;
  }
}

/** A lock whose holder was killed is no lock; one without a holder yet is being taken at this moment. */
function isHolderAlive(folder) {
  try {
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    if (pid > 0) process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}
