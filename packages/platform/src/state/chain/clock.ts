import { excerpt } from '@dapikit/proof/document-query';

/**
 * Describes the time of a platform. All times are whole milliseconds since the beginning of 1970.
 *
 * A running clock shows the time of its source plus an offset, and never goes back by itself. Only explicit calls change the offset, so that jumps
 * of the source do not add up. When the source is set back, the clock is frozen until the source has caught up, or until an explicit call.
 */
export interface Clock {
  /** Returns the time now. */
  readonly now: () => number;
  /** Sets the time; a running clock continues from there. @throws {RangeError} when it is no time. */
  readonly set: (time: number) => void;
  /** Moves the time on. @throws {RangeError} when the step is no whole number from 0 on. */
  readonly advance: (milliseconds: number) => void;
  /** Stops the clock. */
  readonly freeze: () => void;
  /** Restarts the clock from its current time. */
  readonly run: () => void;
  readonly isFrozen: () => boolean;
  /** The link to the time of the host; absent where the clock began at another time or has another source. */
  readonly host?: HostOffset;
}

/** Describes how far explicit calls moved a clock away from the time of its host. Processes that share a store share it. */
export interface HostOffset {
  /** Returns the offset in milliseconds. */
  readonly get: () => number;
  /** Takes over the offset of another process; the time does not go back. */
  readonly follow: (milliseconds: number) => void;
  /** Shows at least `time` from now on: frozen there until the host has caught up. */
  readonly reach: (time: number) => void;
}

/** Lists the options of {@link createClock}. */
export interface ClockOptions {
  /** Where it begins; at `source` when absent. */
  readonly time?: number;
  /** True if it is frozen from the beginning. */
  readonly frozen?: boolean;
  /** The source of time while it runs. The time of the host when absent. */
  readonly source?: () => number;
}

/** The latest time that a date can have. */
const MAX_TIME = 8_640_000_000_000_000;

/**
 * Creates a clock. It stops at the latest time.
 *
 * @throws {RangeError} when `time` is no time.
 */
export function createClock(options: ClockOptions = {}): Clock {
  const { time, frozen = false, source = Date.now } = options;
  const isOfHost = time === undefined && options.source === undefined;
  let latest = checkedTime(time ?? source());
  let offset = time === undefined ? 0 : time - source();
  let isFrozen = frozen;
  const now = (): number => {
    if (!isFrozen) latest = Math.max(latest, Math.min(source() + offset, MAX_TIME));
    return latest;
  };
  const set = (time: number): void => {
    latest = checkedTime(time);
    offset = latest - source();
  };
  const host: HostOffset = {
    get: () => offset,
    follow: (milliseconds) => {
      now();
      offset = milliseconds;
    },
    reach: (time) => {
      latest = Math.max(now(), checkedTime(time));
    },
  };
  return {
    now,
    set,
    advance: (milliseconds) => {
      if (!Number.isSafeInteger(milliseconds) || milliseconds < 0)
        throw new RangeError(
          `a step of ${excerpt(milliseconds)} is not a whole number of milliseconds from 0 on: set the time to go back`,
        );
      set(now() + milliseconds);
    },
    freeze: () => {
      now();
      isFrozen = true;
    },
    run: () => {
      if (isFrozen) set(latest);
      isFrozen = false;
    },
    isFrozen: () => isFrozen,
    ...(isOfHost ? { host } : {}),
  };
}

function checkedTime(time: number): number {
  if (Number.isSafeInteger(time) && time >= 0 && time <= MAX_TIME) return time;
  throw new RangeError(`the time ${excerpt(time)} is out of range: whole milliseconds from 0 to ${MAX_TIME}`);
}
