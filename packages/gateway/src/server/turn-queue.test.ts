import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TurnQueue } from './turn-queue.js';

it('TurnQueue starts a limited number per turn and the rest in order in later turns', async () => {
  const queue = new TurnQueue(3);
  const started: number[] = [];
  const begin = (number: number): void => queue.start(() => started.push(number));
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
