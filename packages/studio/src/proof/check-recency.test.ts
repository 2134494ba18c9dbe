import { expect, it } from 'vitest';
import { createRecencyCheck } from './check-recency.js';

const NOW = 1_700_000_000_000;
const MINUTE_MS = 60_000;
const metadata = (height: bigint, timeMs: number, chainId = 'dapikit') => ({
  height,
  coreChainLockedHeight: 1,
  epoch: 0,
  timeMs: BigInt(timeMs),
  protocolVersion: 13,
  chainId,
});

it.each([
  ['now', NOW, true],
  ['31 minutes ago', NOW - 31 * MINUTE_MS, true],
  ['32 minutes ago', NOW - 32 * MINUTE_MS, false],
  ['32 minutes ahead', NOW + 32 * MINUTE_MS, false],
])('a state that was signed %s is recent or not', (_when, timeMs, isPassed) => {
  expect(createRecencyCheck()(metadata(5n, timeMs), NOW)).toMatchObject({ isPassed });
});

it('a state below the height of an earlier one of the same chain is not recent', () => {
  const check = createRecencyCheck();
  expect(check(metadata(7n, NOW), NOW).isPassed).toBe(true);
  expect(check(metadata(7n, NOW), NOW).isPassed).toBe(true);
  expect(check(metadata(6n, NOW), NOW)).toMatchObject({
    isPassed: false,
    detail: expect.stringContaining('has seen block 7'),
  });
  expect(check(metadata(6n, NOW, 'other'), NOW).isPassed).toBe(true);
});
