import { expect, it } from 'vitest';
import { readAmount } from './amount-param.js';

const ZEROS = '0'.repeat(60);

// As in `rpc_parse_monetary_values` in `src/test/rpc_tests.cpp` of dashpay/dash.
it.each([
  ['0', 0n],
  ['0.00000000', 0n],
  ['0.00000001', 1n],
  ['20999999.9999999', 2_099_999_999_999_990n],
  ['20999999.99999999', 2_099_999_999_999_999n],
  ['1e-8', 1n],
  ['0.1e-7', 1n],
  ['0.01e-6', 1n],
  [`0.${ZEROS}1e+53`, 1n],
  [`1${ZEROS}e-60`, 100_000_000n],
  [`0.${ZEROS}1e61`, 100_000_000n],
  ['0.00000001000000', 1n],
  ['0.19e-6', 19n],
  ['2E1', 2_000_000_000n],
  [1e-8, 1n],
  [1.9e-7, 19n],
  [-0, 0n],
  [21e6, 2_100_000_000_000_000n],
])('readAmount reads %j', (value, duffs) => {
  expect(readAmount(value)).toBe(duffs);
});

it.each([
  ['1e-9'],
  ['0.000000019'],
  ['19e-9'],
  ['1e+11'],
  ['1e11'],
  ['93e+9'],
  ['1e'],
  ['.5'],
  ['+1'],
  ['0x1'],
  [1e-9],
  [1.5e-8],
  [Number.MAX_VALUE],
])('readAmount rejects %j', (value) => {
  expect(() => readAmount(value)).toThrow('Invalid amount');
});
