import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TurnQueue } from './turn-queue.js';

const OWNER = {};

it('TurnQueue starts a limited number per turn and the rest in order in later turns', async () => {
  const queue = new TurnQueue({ maxWorks: 3 });
  const started: number[] = [];
  const begin = (number: number): void => queue.start(OWNER, () => started.push(number));
  for (let number = 0; number < 8; number += 1) begin(number);
  expect(started).toEqual([0, 1, 2]);
  await nextTurn();
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  begin(8);
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  await nextTurn();
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  await nextTurn();
  begin(9);
  expect(started.at(-1)).toBe(9);
});

it('TurnQueue starts the work of an owner after one each of the others, however much of these waits', async () => {
  const queue = new TurnQueue({ maxWorks: 3 });
  const started: string[] = [];
  const begin = (owner: object, name: string): void => queue.start(owner, () => started.push(name));
  const [busy, other, late] = [{}, {}, {}];
  for (let number = 0; number < 1000; number += 1) begin(busy, `busy ${number}`);
  for (let number = 0; number < 3; number += 1) begin(other, `other ${number}`);
  await nextTurn();
  expect(started.slice(3)).toEqual(['busy 3', 'other 0', 'busy 4']);
  begin(late, 'late');
  await nextTurn();
  expect(started.slice(6)).toEqual(['other 1', 'busy 5', 'late']);
  await nextTurn();
  expect(started.slice(9)).toEqual(['other 2', 'busy 6', 'busy 7']);
});

it('TurnQueue starts no more works in a turn once those before have taken long, with what follows from them', async () => {
  let time = 0;
  const queue = new TurnQueue({ maxMilliseconds: 10, now: () => time });
  const started: number[] = [];
  const begin = (number: number): void =>
    queue.start(OWNER, () => {
      started.push(number);
      queueMicrotask(() => {
        time += 6;
      });
    });
  begin(0);
  // One that took long already.
  time += 20;
  for (let number = 1; number < 6; number += 1) begin(number);
  expect(started).toEqual([0]);
  await nextTurn();
  expect(started).toEqual([0, 1, 2]);
  await nextTurn();
  expect(started).toEqual([0, 1, 2, 3, 4]);
  await nextTurn();
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
});
