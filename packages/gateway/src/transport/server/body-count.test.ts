import { expect, it } from 'vitest';
import { BodyCount } from './body-count.js';

function counted(pieces: number, bytes: number): BodyCount {
  const count = new BodyCount();
  for (let number = 0; number < pieces; number += 1) count.add(new Uint8Array(bytes));
  return count;
}

it.each([
  [4096, 1, false],
  [4097, 1, true],
  [4097, 15, true],
  [4097, 16, false],
  [20_000, 16, false],
])('BodyCount of %i pieces of %i bytes has tiny pieces: %s', (pieces, bytes, isInTinyPieces) => {
  expect(counted(pieces, bytes)).toMatchObject({ isInTinyPieces, length: pieces * bytes });
});

it('BodyCount counts a small piece as work of 64 bytes and a large one as its length', () => {
  expect([counted(3, 1).work, counted(3, 100).work]).toEqual([192, 300]);
});
