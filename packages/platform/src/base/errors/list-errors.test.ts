import { expect, it } from 'vitest';
import { listErrors } from './list-errors.js';

const charged = (from: number, to: number) =>
  new Set(
    listErrors()
      .filter(({ code }) => code >= from && code <= to)
      .map(({ isPaid }) => isPaid),
  );

it('listErrors has unique numbers in the ranges of the network', () => {
  const codes = listErrors().map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  for (const { name, code } of listErrors()) {
    expect(name).toMatch(/^(?:[A-Z][A-Za-z]+Error|InvalidTokenClaim[A-Za-z]+|Token[A-Za-z]+)$/);
    expect([1, 2, 3, 4]).toContain(Math.floor(code / 10_000));
  }
});

it('listErrors charges for no masternode vote and for every failed contender', () => {
  expect(charged(40300, 40401)).toEqual(new Set([false]));
  expect(charged(40100, 40141)).toEqual(new Set([true]));
});

it('listErrors says of an error of blocks that it is free where a node finds it before', () => {
  const costs = new Map(listErrors().map(({ code, cost }) => [code, cost]));
  for (const code of [10101, 40102, 40106])
    expect(costs.get(code)).toMatch(/^paid by the signer in a block, free where /);
  expect(costs.get(40204)).toBe('free');
});

it.each(listErrors())('the example of $name has no gaps in its text', ({ code, name, example }) => {
  expect(example.message).toMatch(new RegExp(`^${code} ${name}: .`));
  for (const text of [example.message, example.expected, example.found, example.fix ?? ''])
    expect(text).not.toMatch(/undefined|NaN|\[object/);
});
