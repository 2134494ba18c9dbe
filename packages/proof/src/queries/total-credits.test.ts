import { expect, it } from 'vitest';
import { coreRewardCredits } from './total-credits.js';

it('adds up the block rewards that evo-sdk 4.1.0 adds on a local network', () => {
  const stored = 123_456_789n;
  expect(stored + coreRewardCredits({ from: 1, to: 520, halvingInterval: 150 })).toBe(53_400_314_783_799n);
});

it('counts the first and the last block', () => {
  const halvingInterval = 150;
  const first = 112_500_000_000n;
  expect(coreRewardCredits({ from: 1, to: 150, halvingInterval })).toBe(150n * first);
  expect(coreRewardCredits({ from: 150, to: 151, halvingInterval })).toBe(2n * first - first / 14n);
  expect(coreRewardCredits({ from: 7, to: 6, halvingInterval })).toBe(0n);
});
