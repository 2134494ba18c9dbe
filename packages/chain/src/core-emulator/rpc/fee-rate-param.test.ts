import { expect, it } from 'vitest';
import { readFeeRate } from './fee-rate-param.js';

it.each([
  [null, 10_000_000n],
  [0, 0n],
  ['0.10', 10_000_000n],
  [0.00000001, 1n],
  [0.1, 10_000_000n],
  ['21000000', 2_100_000_000_000_000n],
  ['1.000000000', 100_000_000n],
])('readFeeRate reads %j', (value, duffs) => {
  expect(readFeeRate(value)).toBe(duffs);
});

it.each([
  ['', 'Invalid amount'],
  [' 1', 'Invalid amount'],
  ['01', 'Invalid amount'],
  ['1.', 'Invalid amount'],
  ['0.000000001', 'Invalid amount'],
  [-0.1, 'Amount out of range'],
  [21_000_001, 'Amount out of range'],
  [true, 'Amount is not a number or string'],
  [[], 'Amount is not a number or string'],
])('readFeeRate rejects %j', (value, message) => {
  expect(() => readFeeRate(value)).toThrow(message);
});
