import type { ChainBlock } from '../chain/block-tree/chain-block.js';
import { ControlRejectedError } from './control-rejected-error.js';

/** Describes the values that determine the times of future blocks, in seconds. */
export interface ClockSetting {
  /** From one block to the next. */
  readonly interval: number;
  /** The times of the next blocks, where they do not follow from the block before. */
  readonly times: readonly number[];
}

/** 1 January 2026, 00:00 UTC: the time of block 1, in seconds. */
const FIRST_BLOCK_TIME = Date.UTC(2026, 0, 1) / 1000;

/** A header has 32 bits for its time. */
const LAST_TIME = 2 ** 32 - 1;

/**
 * Returns the time that the block after `tip` is to have: what it was set to, or the interval after the tip. It is always later than the
 * median of the last eleven, as consensus requires, and may be more than a header can say.
 */
export function plannedBlockTime({ interval, times: [set] }: ClockSetting, tip: ChainBlock): number {
  return Math.max(set ?? Math.max(tip.time + interval, FIRST_BLOCK_TIME), tip.medianTime + 1);
}

/**
 * Returns the time of the block after `tip`, as {@link plannedBlockTime}.
 * @throws {ControlRejectedError} `end-of-time` in the year 2106.
 */
export function nextBlockTime(clock: ClockSetting, tip: ChainBlock): number {
  const time = plannedBlockTime(clock, tip);
  if (time > LAST_TIME) {
    throw new ControlRejectedError('end-of-time', {
      expected: `a block time of at most ${LAST_TIME}`,
      found: time,
      fix: 'set the time back, or revert to a snapshot',
    });
  }
  return time;
}

/** Returns the clock once a block was mined. */
export function afterBlock(clock: ClockSetting): ClockSetting {
  return clock.times.length === 0 ? clock : { ...clock, times: clock.times.slice(1) };
}

/**
 * Returns the clock at `time`: the next block has it, and those behind count from there.
 * @throws {ControlRejectedError} `invalid-time` at or below the median time of the last eleven blocks, where no block can be.
 */
export function clockAt(clock: ClockSetting, tip: ChainBlock, time: number): ClockSetting {
  const [min, max] = [tip.medianTime + 1, LAST_TIME];
  if (Number.isSafeInteger(time) && time >= min && time <= max) return { ...clock, times: [time] };
  throw new ControlRejectedError('invalid-time', {
    expected: `a time from ${min} (one second after the median of the last eleven blocks) to ${max}`,
    found: time,
    fix: 'give seconds since the epoch, later than that median',
  });
}

/**
 * Returns the clock where only the next block has another time: those behind have the times that they would have had.
 * @throws {ControlRejectedError} as {@link clockAt}
 */
export function withNextBlockTime(clock: ClockSetting, tip: ChainBlock, time: number): ClockSetting {
  const planned = plannedBlockTime(clock, tip);
  const { times } = clockAt(clock, tip, time);
  return { ...clock, times: [...times, planned + clock.interval] };
}

/** Returns a clock with another interval between blocks. @throws {ControlRejectedError} `invalid-interval` when it is not a whole number of seconds, 0 to a year. */
export function withInterval(clock: ClockSetting, interval: number): ClockSetting {
  const max = 366 * 24 * 60 * 60;
  if (Number.isSafeInteger(interval) && interval >= 0 && interval <= max) return { ...clock, interval };
  throw new ControlRejectedError('invalid-interval', {
    expected: `whole seconds from 0 to ${max}`,
    found: interval,
  });
}
