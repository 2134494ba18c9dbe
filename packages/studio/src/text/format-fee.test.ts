import { expect, it } from 'vitest';
import { formatFee } from './format-fee.js';

it.each([
  [116_020_000_000n, '1.1602 DASH'],
  [10_000_000n, '0.0001 DASH'],
  [8_537_100n, '0.000085 DASH'],
  [445_700n, '0.0000045 DASH'],
  [1n, '0.00000000001 DASH'],
  [0n, '0 DASH'],
])('formatFee formats %d credits as %s', (credits, words) => {
  expect(formatFee(credits)).toBe(words);
});
