/** How much one client may ask for. */
export interface RateLimit {
  /** Units a minute, in the long run: a whole number from 1 to 60,000,000. */
  readonly perMinute: number;
  /** Units at once, after a time of rest: a whole number from 1 to 1,000,000. */
  readonly burst: number;
}

/** What a bucket says to a request. Times are in microseconds. */
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
const HIGHEST_BURST = 1_000_000;

/**
 * Whether a limit is one.
 * @throws {RangeError} that says what was found and what was expected.
 */
export function checkRateLimit({ perMinute, burst }: RateLimit, lowestBurst = 1): void {
  checkWhole('perMinute', perMinute, 1, MINUTE);
  checkWhole('burst', burst, lowestBurst, HIGHEST_BURST);
}

function checkWhole(name: string, value: number, lowest: number, highest: number): void {
  if (Number.isInteger(value) && value >= lowest && value <= highest) return;
  throw new RangeError(`${name}: expected a whole number from ${lowest} to ${highest}, found ${value}`);
}

/**
 * How long a unit takes to come back, in microseconds. Whole, so that sums are exact; rounded up, so that nobody gets more
 * than the limit.
 */
export function unitTime({ perMinute }: RateLimit): number {
  return Math.ceil(MINUTE / perMinute);
}

/** How long an empty bucket takes to be full, in microseconds. */
export function fillTime(limit: RateLimit): number {
  return limit.burst * unitTime(limit);
}

/**
 * What a token bucket says that is full in `fullIn` microseconds. A refused request takes nothing, so a client that keeps
 * asking gets its rate all the same.
 */
export function judge(fullIn: number, cost: number, limit: RateLimit): Verdict {
  const after = fullIn + cost * unitTime(limit);
  const most = fillTime(limit);
  return after <= most
    ? verdict(true, after, 0, limit)
    : verdict(false, fullIn, cost > limit.burst ? Infinity : after - most, limit);
}

function verdict(isAllowed: boolean, fullIn: number, allowedIn: number, limit: RateLimit): Verdict {
  const remaining = Math.max(0, Math.floor((fillTime(limit) - fullIn) / unitTime(limit)));
  return { isAllowed, remaining, fullIn, allowedIn };
}
