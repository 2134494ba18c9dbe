// What the main thread of this process does: the longest turn of its event loop in processor time, and the resident memory.
import { closeSync, openSync, readSync } from 'node:fs';

const SAMPLE_MS = 2;
const MEMORY_SAMPLES = 10;

/** Returns the processor time of the main thread in milliseconds; that of the process where the system does not say it. */
function processorTime() {
  try {
    const file = openSync(`/proc/${process.pid}/task/${process.pid}/schedstat`, 'r');
    const buffer = Buffer.alloc(64);
    const length = readSync(file, buffer, 0, 64, 0);
    closeSync(file);
    return Number(buffer.toString('latin1', 0, length).split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

/**
 * Watches the main thread. A timer reads its processor time every few milliseconds, once a turn at most: what is noted as the longest turn
 * may be too long by that.
 * @returns a function that returns the longest turn in ms and the growth of resident memory in bytes since it was called last
 */
export function watchMainThread() {
  let used = processorTime();
  let longestTurn = 0;
  let baseline = process.memoryUsage.rss();
  let most = baseline;
  let count = 0;
  setTimeout(function sample() {
    const now = processorTime();
    longestTurn = Math.max(longestTurn, now - used);
    count += 1;
    if (count % MEMORY_SAMPLES === 0) most = Math.max(most, process.memoryUsage.rss());
    used = processorTime();
    setTimeout(sample, SAMPLE_MS);
  }, SAMPLE_MS);
  return () => {
    const report = { longestTurn, growth: most - baseline };
    longestTurn = 0;
    baseline = process.memoryUsage.rss();
    most = baseline;
    return report;
  };
}
