import {
  compactToTarget,
  targetToCompact,
  type BlockHeader,
  type WorkParameters,
} from '@dapikit/chain/browser';

/** Describes the fields of a header that targets depend on. */
export type TimedTarget = Pick<BlockHeader, 'time' | 'bits'>;

/** Defines the number of headers that the next target depends on. */
export const WAVE_HEADERS = 24;

const TARGET_SPACING_S = 150;
const TIMESPAN_S = WAVE_HEADERS * TARGET_SPACING_S;
const SHORTEST_S = Math.floor(TIMESPAN_S / 3);
const LONGEST_S = TIMESPAN_S * 3;
const LATE_S = 600;
const VERY_LATE_S = 7200;
const LATE_FACTOR = 10n;

/**
 * Returns the compact target that a block must have (Dark Gravity Wave 3).
 *
 * Source: `DarkGravityWave` and `GetNextWorkRequired` in `src/pow.cpp` of dashpay/dash.
 * @param before the headers before it, the newest first
 * @param time of the block, in seconds
 * @throws {RangeError} with less than 24 headers.
 */
export function requiredBits(before: readonly TimedTarget[], time: number, work: WorkParameters): number {
  const [newest, oldest] = [before[0], before[WAVE_HEADERS - 1]];
  if (newest === undefined || oldest === undefined)
    throw new RangeError(`expected ${WAVE_HEADERS} headers, found ${before.length}`);
  if (work.easierWhenLate && time > newest.time + VERY_LATE_S) return targetToCompact(work.limit);
  if (work.easierWhenLate && time > newest.time + LATE_S)
    return compactBelow(compactToTarget(newest.bits).target * LATE_FACTOR, work);
  let average = compactToTarget(newest.bits).target;
  for (let count = 1n; count < BigInt(WAVE_HEADERS); count += 1n) {
    const { target } = compactToTarget(before[Number(count)]?.bits ?? 0);
    average = (average * (count + 1n) + target) / (count + 2n);
  }
  const timespan = Math.min(Math.max(newest.time - oldest.time, SHORTEST_S), LONGEST_S);
  return compactBelow((average * BigInt(timespan)) / BigInt(TIMESPAN_S), work);
}

function compactBelow(target: bigint, { limit }: WorkParameters): number {
  return targetToCompact(target > limit ? limit : target);
}
