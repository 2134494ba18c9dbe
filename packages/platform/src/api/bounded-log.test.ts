import { expect, it } from 'vitest';
import { BoundedLog } from './bounded-log.js';

const namesOf = (log: BoundedLog<string>): string[] =>
  log.page(undefined, 100).entries.map(([, entry]) => entry);

it('keeps the newest entries up to a number of them', () => {
  const log = new BoundedLog<string>(2, 1_000);
  for (const name of ['a', 'b', 'c']) log.add(name, 1);
  expect(log.page(undefined, 100)).toEqual({
    entries: [
      [3, 'c'],
      [2, 'b'],
    ],
  });
});

it('keeps the newest entries up to a number of bytes, and none above it', () => {
  const log = new BoundedLog<string>(100, 10);
  for (const name of ['a', 'b', 'c']) log.add(name, 4);
  expect(namesOf(log)).toEqual(['c', 'b']);
  log.add('large', 11);
  expect(namesOf(log)).toEqual([]);
  log.add('d', 10);
  expect(namesOf(log)).toEqual(['d']);
});

it('gives pages without gaps and repeats', () => {
  const log = new BoundedLog<number>(100, 1_000);
  for (let at = 0; at < 7; at += 1) log.add(at, 1);
  const seen: number[] = [];
  let before: number | undefined;
  do {
    const page = log.page(before, 3);
    seen.push(...page.entries.map(([, entry]) => entry));
    before = page.nextBefore;
  } while (before !== undefined);
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0]);
});

it('drops entries from a number on, and has room for their bytes again', () => {
  const log = new BoundedLog<string>(100, 10);
  for (const name of ['a', 'b', 'c']) log.add(name, 3);
  log.dropFrom(2);
  expect(namesOf(log)).toEqual(['a']);
  log.add('d', 7);
  expect(namesOf(log)).toEqual(['d', 'a']);
});

it.each([0, 1])('drops all entries from number %i on, also where it has none', (number) => {
  const log = new BoundedLog<string>(100, 10);
  log.dropFrom(number);
  log.add('a', 10);
  log.dropFrom(number);
  expect(namesOf(log)).toEqual([]);
  log.add('b', 10);
  expect(namesOf(log)).toEqual(['b']);
});
