import { shown } from './query/query-error.js';

/** The time of the platform, in the caller's hand. All times are whole milliseconds since the beginning of 1970. */
export interface Clock {
  /** The time now. */
  readonly now: () => number;
  /** Sets the time; a clock that runs goes on from there. @throws {RangeError} when it is no time. */
  readonly set: (time: number) => void;
  /** Moves the time on. @throws {RangeError} when the step is no whole number from 0 on. */
  readonly advance: (milliseconds: number) => void;
  /** Stops the clock. */
  readonly freeze: () => void;
  /** Lets the clock run from where it stands. */
  readonly run: () => void;
  readonly isFrozen: () => boolean;
}

/** How a clock begins. */
export interface ClockOptions {
  /** Where it begins; at `source` when absent. */
  readonly time?: number;
  /** Whether it stands still from the beginning. */
  readonly frozen?: boolean;
  /** What drives it while it runs: a time that goes on. The system's time when absent. */
  readonly source?: () => number;
}

/** The latest time that a date can have. */
const LATEST = 8_640_000_000_000_000;

/**
 * A clock. While it runs it never goes back, whatever its source does; {@link Clock.set} may. It stops at the latest time.
 *
 * @throws {RangeError} when `time` is no time.
 */
export function createClock({ time, frozen = false, source = Date.now }: ClockOptions = {}): Clock {
  let stands = checkedTime(time ?? source());
  let since = source();
  let isFrozen = frozen;
  const now = (): number => {
    const read = source();
    if (!isFrozen) stands = Math.min(stands + Math.max(read - since, 0), LATEST);
    since = read;
    return stands;
  };
  return {
    now,
    set: (time) => {
      stands = checkedTime(time);
      since = source();
    },
    advance: (milliseconds) => {
      if (!Number.isSafeInteger(milliseconds) || milliseconds < 0)
        throw new RangeError(
          `expected a step of whole milliseconds from 0 on, found ${shown(milliseconds)}: set the time to go back`,
        );
      stands = checkedTime(now() + milliseconds);
    },
    freeze: () => {
      now();
      isFrozen = true;
    },
    run: () => {
      now();
      isFrozen = false;
    },
    isFrozen: () => isFrozen,
  };
}

function checkedTime(time: number): number {
  if (Number.isSafeInteger(time) && time >= 0 && time <= LATEST) return time;
  throw new RangeError(`expected whole milliseconds from 0 to ${LATEST} as a time, found ${shown(time)}`);
}
