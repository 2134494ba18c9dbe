import { expect, it } from 'vitest';
import { closeAll } from './close-all.js';

it('closes each part whatever happened to those before, and reports each error', async () => {
  const closed: string[] = [];
  const errors: unknown[] = [];
  const isClean = await closeAll(
    [
      () => Promise.reject(new Error('emulator')),
      () => closed.push('gateway'),
      () => {
        throw new Error('platform');
      },
      () => Promise.resolve(closed.push('chain')),
    ],
    (error) => errors.push(error),
  );
  expect({ isClean, closed, errors }).toEqual({
    isClean: false,
    closed: ['gateway', 'chain'],
    errors: [new Error('emulator'), new Error('platform')],
  });
  expect(await closeAll([() => undefined], () => undefined)).toBe(true);
});
