import { expect, it } from 'vitest';
import { validateContract } from '../src/index.js';
import { nested } from '../src/rules/example.js';

const flag = (position: number) => ({ type: 'boolean', position });
const judge = (...positions: number[]) => {
  const names = ['a', 'b', 'c'];
  const input = nested(
    Object.fromEntries(positions.map((position, at) => [names[at] ?? '', flag(position)])),
  );
  const { accepted, diagnostics } = validateContract(input);
  return [accepted, ...diagnostics.map(({ code }) => code)];
};

it('reports positions with gaps inside an object, however large they are', () => {
  for (const position of [2, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1])
    expect(judge(0, position)).toEqual([true, 'position-nested-order']);
});

it('rejects positions inside an object that the network cannot compare', () => {
  expect(judge(0, 2 ** 53)).toEqual([false, 'position-value']);
  expect(judge(2 ** 53)).toEqual([true]);
});
