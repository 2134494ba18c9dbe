import { expect, it } from 'vitest';
import { formatPrice } from './format-price.js';
import { formatAmount, parseAmount } from './token.js';

it.each([
  [0n, 0, '0'],
  [1_234_567n, 0, '1,234,567'],
  [5n, 2, '0.05'],
  [1_234_567n, 2, '12,345.67'],
  [2n ** 63n - 1n, 8, '92,233,720,368.54775807'],
])('formats %s with %i decimals as %s, and parses it again', (amount, decimals, text) => {
  expect(formatAmount(amount, decimals)).toBe(text);
  expect(parseAmount(text, decimals)).toBe(amount);
});

it.each([
  ['1.5', 0],
  ['1.234', 2],
  ['-1', 0],
  ['', 2],
  ['five', 2],
])('does not parse %j with %i decimals', (text, decimals) => {
  expect(parseAmount(text, decimals)).toBeUndefined();
});

it('formats prices for the smallest unit', () => {
  expect(formatPrice(undefined, 0)).toBe('not for sale');
  expect(formatPrice({ $type: 'singlePrice', price: 20_000_000 }, 0)).toBe('0.0002 DASH each');
  expect(formatPrice({ $type: 'setPrices', prices: { 1: 2_000_000, 100: 1_500_000 } }, 2)).toBe(
    '0.00002 DASH per 0.01; 0.000015 DASH per 0.01 from 1.00 on',
  );
});
