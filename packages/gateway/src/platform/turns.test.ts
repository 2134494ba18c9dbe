import { expect, it } from 'vitest';
import { Turns } from './turns.js';

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

it('lets so many work at once, and the others in the order in which they came', async () => {
  const turns = new Turns(2, 60_000);
  const begun: string[] = [];
  const all = ['a', 'b', 'c', 'd'].map((name) => work(name, begun));
  const results = all.map(async ({ run }) => turns.take(run, late));
  expect(begun).toEqual(['a', 'b']);
  all[1]?.end();
  expect(await results[1]).toBe('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const { end } of all) end();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
});

it('goes on behind work that fails, and lets go of what waited too long', async () => {
  const turns = new Turns(1, 5);
  const [first, second] = [work('first', []), work('second', [])];
  const failing = turns.take(async () => {
    await first.run();
    throw new Error('failed');
  }, late);
  await expect(turns.take(second.run, late)).rejects.toThrow('late');
  first.end();
  await expect(failing).rejects.toThrow('failed');
  second.end();
  expect(await turns.take(second.run, late)).toBe('second');
});
