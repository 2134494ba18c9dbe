import { setImmediate as nextTurn } from 'node:timers/promises';

const milliseconds = ({ user, system }) => (user + system) / 1000;

/** Notes the longest turn of the event loop until the returned function is called: by the clock, and in processor time, both in ms. */
export function watchTurns() {
  let [began, used] = [performance.now(), process.cpuUsage()];
  const longest = { wall: 0, processor: 0 };
  let handle = setImmediate(function tick() {
    longest.wall = Math.max(longest.wall, performance.now() - began);
    longest.processor = Math.max(longest.processor, milliseconds(process.cpuUsage(used)));
    [began, used] = [performance.now(), process.cpuUsage()];
    handle = setImmediate(tick);
  });
  return () => {
    clearImmediate(handle);
    return longest;
  };
}

/** Runs work and returns what it took in ms, by the clock and in processor time of this process, with its longest turn. */
export async function timed(work) {
  const stop = watchTurns();
  const [began, used] = [performance.now(), process.cpuUsage()];
  await work();
  // The turn in which the work ended is over then.
  await nextTurn();
  const [wall, processor] = [performance.now() - began, milliseconds(process.cpuUsage(used))];
  return { wall, processor, turn: stop() };
}
