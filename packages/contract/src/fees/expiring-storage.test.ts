import { describe, expect, it } from 'vitest';
import { expiringStorageCredits } from './expiring-storage.js';

describe('expiringStorageCredits', () => {
  it.each([
    // 200 bytes at 1 credit, 1,200,000 for the removal, 3 levels at 400,000, 200 bytes at 420.
    ['an hour', 3_600, 200n + 1_200_000n + 1_200_000n + 84_000n],
    ['a second more than an hour', 3_601, 800n + 2_484_000n],
    ['two days', 172_800, 1_600n + 2_484_000n],
    ['four days', 345_600, 3_000n + 2_484_000n],
    ['a week', 604_800, 5_200n + 2_484_000n],
    // One epoch has started: 200 bytes at 34 credits.
    ['a second more than a week', 604_801, 6_800n + 2_484_000n],
    // Forty epochs of 788,400 s are a year.
    ['a year', 31_536_000, 200n * 34n * 40n + 2_484_000n],
  ])('is that of the life and of the removal: %s', (_, ttl, credits) => {
    expect(expiringStorageCredits(200, ttl, 3)).toBe(credits);
  });
});
