/** Limits one client. */
export interface RateLimit {
  /** Units a minute, in the long run: a whole number from 1 to 60,000,000. */
  readonly perMinute: number;
  /** Units at once, after a time of rest: a whole number from 1 to 1,000,000. */
  readonly burst: number;
}

/** Describes the decision of a bucket about a request. Times are in microseconds. */
export interface Verdict {
  readonly isAllowed: boolean;
  /** Whole units that are left. */
  readonly remaining: number;
  /** Until all of the burst is there again. */
  readonly fullIn: number;
  /** Until the request would be allowed: 0 where it is, `Infinity` where it costs more than the burst. */
  readonly allowedIn: number;
}

const MINUTE = 60_000_000;
/** Defines the highest rate limit: a unit per microsecond. */
export const MAX_UNITS_PER_MINUTE = MINUTE;
export const MAX_BURST = 1_000_000;
/** Defines the units of the most expensive call or request, without its body. */
export const MAX_CALL_COST = 20;
/** Defines the units of such a call with a body of up to 16 KiB; no burst may be smaller. */
export const MIN_BURST = MAX_CALL_COST + 1;

/**
 * Returns whether a limit is one.
 * @throws {RangeError} with the found and the expected value.
 */
export function checkRateLimit({ perMinute, burst }: RateLimit, lowestBurst = 1): void {
  checkWhole('perMinute', perMinute, 1, MINUTE);
  checkWhole('burst', burst, lowestBurst, MAX_BURST);
}

function checkWhole(name: string, value: number, lowest: number, highest: number): void {
  if (Number.isInteger(value) && value >= lowest && value <= highest) return;
  throw new RangeError(`${name}: expected a whole number from ${lowest} to ${highest}, found ${value}`);
}

/**
 * Returns the time in which a unit is refilled, in microseconds. Whole, so that sums are exact; rounded up, so that nobody gets more
 * than the limit.
 */
export function unitTime({ perMinute }: RateLimit): number {
  return Math.ceil(MINUTE / perMinute);
}

/** Returns the time in which an empty bucket is refilled, in microseconds. */
export function fillTime(limit: RateLimit): number {
  return limit.burst * unitTime(limit);
}

/**
 * Describes a token bucket that is full in `fullIn` microseconds. A rejected request takes nothing, so a client that keeps
 * sending requests gets its rate all the same.
 */
export function judge(fullIn: number, cost: number, limit: RateLimit): Verdict {
  const after = fullIn + cost * unitTime(limit);
  const max = fillTime(limit);
  return after <= max
    ? verdict(true, after, 0, limit)
    : verdict(false, fullIn, cost > limit.burst ? Infinity : after - max, limit);
}

function verdict(isAllowed: boolean, fullIn: number, allowedIn: number, limit: RateLimit): Verdict {
  const remaining = Math.max(0, Math.floor((fillTime(limit) - fullIn) / unitTime(limit)));
  return { isAllowed, remaining, fullIn, allowedIn };
}
