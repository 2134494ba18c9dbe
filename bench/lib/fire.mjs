import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const GENERATOR = fileURLToPath(new URL('load-generator.mjs', import.meta.url));

/**
 * Puts a load on a server from a process of its own.
 * @param cpu gives the processor time that the server has used, in milliseconds
 * @returns requests a second, the percentiles of their times in milliseconds, and the processor time for each request in microseconds,
 * of the server (`cpuMicroseconds`) and of the load (`loadMicroseconds`): other work on the machine disturbs it less than the clock
 */
export async function fire(load, cpu) {
  const child = fork(GENERATOR, { stdio: 'inherit' });
  const heard = () =>
    new Promise((resolve, reject) => {
      const failed = (code) => reject(new Error(`the load generator stopped with ${code}`));
      child.once('exit', failed);
      child.once('message', (message) => {
        child.off('exit', failed);
        resolve(message);
      });
    });
  child.send(load);
  await heard();
  // What it takes to connect does not count.
  const before = await cpu();
  child.send('go');
  const result = await heard();
  return { ...result, cpuMicroseconds: ((await cpu()) - before) * (1000 / result.answered) };
}
