// Turns of the event loop in processor time of the main thread: what other threads or processes do meanwhile does not count.
import { readFileSync } from 'node:fs';

const FILE = `/proc/self/task/${process.pid}/schedstat`;

/** The processor time of the main thread in milliseconds. Linux only. */
const spent = () => Number(readFileSync(FILE, 'latin1').split(' ', 1)[0]) / 1e6;

/** Watches every turn, and returns a function that gives the longest one since it was last called. */
export function watchMainThread() {
  let longest = 0;
  let before = spent();
  function tick() {
    const now = spent();
    longest = Math.max(longest, now - before);
    before = now;
    setImmediate(tick);
  }
  setImmediate(tick);
  return () => {
    const found = longest;
    longest = 0;
    return found;
  };
}
