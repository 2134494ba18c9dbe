import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Semaphore, waitAtMost } from './semaphore.js';

const late = (): Error => new Error('late');

/** Work that goes on until it is ended. */
function work(name: string, begun: string[]) {
  let end: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = async (): Promise<string> => {
    begun.push(name);
    await ended;
    return name;
  };
  return { run, end: () => end?.() };
}

it('Semaphore runs a limited number at once and the others in order', async () => {
  const semaphore = new Semaphore(2);
  const begun: string[] = [];
  const all = ['a', 'b', 'c', 'd'].map((name) => work(name, begun));
  const results = all.map(async ({ run }) => semaphore.run(run, waitAtMost(60_000, late)));
  expect(begun).toEqual(['a', 'b']);
  all[1]?.end();
  expect(await results[1]).toBe('b');
  await turn();
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const { end } of all) end();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
});

it('Semaphore continues after a failure and drops callers that waited too long', async () => {
  const semaphore = new Semaphore(1);
  const [first, second] = [work('first', []), work('second', [])];
  const failing = semaphore.run(
    async () => {
      await first.run();
      throw new Error('failed');
    },
    waitAtMost(5, late),
  );
  await expect(semaphore.run(second.run, waitAtMost(5, late))).rejects.toThrow('late');
  first.end();
  await expect(failing).rejects.toThrow('failed');
  await turn();
  second.end();
  expect(await semaphore.run(second.run, waitAtMost(5, late))).toBe('second');
});
