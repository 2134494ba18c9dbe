import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TurnQueue } from './turn-queue.js';

const OWNER = {};

/** Waits for the turn after one that was used up: nothing more starts in that iteration of the event loop. */
async function nextTurn(): Promise<void> {
  await nextIteration();
  await nextIteration();
}

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
  await nextIteration();
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  await nextIteration();
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
  await nextIteration();
  expect(started.slice(6)).toEqual(['other 1', 'busy 5', 'late']);
  await nextIteration();
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
  await nextIteration();
  expect(started).toEqual([0, 1, 2, 3, 4]);
  await nextIteration();
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
});

it('TurnQueue counts the time of all promises that follow from a work', async () => {
  let time = 0;
  const queue = new TurnQueue({ maxMilliseconds: 10, now: () => time });
  const started: number[] = [];
  const begin = (number: number): void =>
    queue.start(OWNER, () => {
      started.push(number);
      void (async () => {
        for (let link = 0; link < 12; link += 1) {
          await Promise.resolve();
          time += 1;
        }
      })();
    });
  begin(0);
  time += 20;
  for (let number = 1; number < 4; number += 1) begin(number);
  await nextTurn();
  expect(started).toEqual([0, 1]);
  await nextIteration();
  expect(started).toEqual([0, 1, 2]);
});

it('TurnQueue starts nothing more in an iteration of the event loop in which a turn was used up', async () => {
  const queue = new TurnQueue({ maxWorks: 1 });
  const started: number[] = [];
  for (let number = 0; number < 3; number += 1) queue.start(OWNER, () => started.push(number));
  await nextIteration();
  expect(started).toEqual([0]);
  await nextIteration();
  expect(started).toEqual([0, 1]);
});

it('TurnQueue starts what waits though others use each iteration of the event loop', async () => {
  const queue = new TurnQueue({ maxWorks: 1 });
  const started: number[] = [];
  for (let number = 0; number < 4; number += 1) queue.start(OWNER, () => started.push(number));
  for (let iteration = 0; iteration < 12; iteration += 1) {
    queue.isOver();
    await nextIteration();
  }
  expect(started).toEqual([0, 1, 2, 3]);
});

it('TurnQueue counts what others do in a turn', async () => {
  let time = 0;
  const queue = new TurnQueue({ maxMilliseconds: 10, now: () => time });
  expect(queue.isOver()).toBe(false);
  time += 10;
  expect(queue.isOver()).toBe(true);
  let isStarted = false;
  queue.start(OWNER, () => {
    isStarted = true;
  });
  expect(isStarted).toBe(false);
  await nextTurn();
  expect(isStarted).toBe(true);
  expect(queue.isOver()).toBe(false);
});
