import { expect, it } from 'vitest';
import { storageRefund } from './storage-refund.js';

/**
 * Source: the tests of `document/delete` and `document/update` in `packages/rs-drive/src/drive` of dashpay/platform. Two of them
 * tell the credits alone; the bytes follow from these.
 */
it.each([
  { bytes: 1559, since: 0, now: 3, refund: 41_881_536n },
  { bytes: 962, since: 0, now: 0, refund: 25_940_733n },
  { bytes: 604, since: 0, now: 0, refund: 16_286_655n },
  { bytes: 602, since: 0, now: 0, refund: 16_232_643n },
])('storageRefund of $bytes bytes from epoch $since in epoch $now is $refund credits', (one) => {
  expect(storageRefund(new Map([[one.since, one.bytes]]), one.now)).toBe(one.refund);
});

const at = (since: number, bytes: number, now: number) => storageRefund(new Map([[since, bytes]]), now);

it('storageRefund counts from the epoch of each byte separately', () => {
  expect(at(7, 1000, 10)).toBe(at(0, 1000, 3));
  const both = new Map([
    [7, 1000],
    [9, 500],
  ]);
  expect(storageRefund(both, 10)).toBe(at(7, 1000, 10) + at(9, 500, 10));
});

it('storageRefund decreases every epoch to nothing after 50 eras of 40 epochs', () => {
  const refunds = Array.from({ length: 2001 }, (_, now) => storageRefund(new Map([[0, 16_000]]), now));
  for (const [now, refund] of refunds.slice(0, 1999).entries()) expect(refunds[now + 1]).toBeLessThan(refund);
  expect(refunds.slice(1999)).toEqual([0n, 0n]);
  // 432,000,000 credits, less 5 % when the first era is over.
  expect(refunds[39]).toBe(410_400_000n);
});

it('storageRefund is zero for less than 32 bytes of an epoch', () => {
  expect(storageRefund(new Map([[0, 31]]), 0)).toBe(0n);
  expect(storageRefund(new Map([[0, 32]]), 0)).toBeGreaterThan(0n);
});
