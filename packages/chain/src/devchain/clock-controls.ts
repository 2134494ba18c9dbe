import { clockAt, plannedBlockTime, withInterval, withNextBlockTime } from './chain-clock.js';
import type { LocalNode } from './local-node.js';

/** Represents the clock of a development chain, in seconds since the epoch. It is frozen between blocks. */
export class ClockControls {
  readonly #node: LocalNode;

  constructor(node: LocalNode) {
    this.#node = node;
  }

  /** Returns the time of the clock, which is that of the next block. */
  get now(): number {
    return plannedBlockTime(this.#node.settings.clock, this.#node.chain.tip);
  }

  /** Returns the median time of the last eleven blocks, which lock times are compared with. */
  get medianTime(): number {
    return this.#node.chain.tip.medianTime;
  }

  /** Returns the seconds from one block to the next. */
  get interval(): number {
    return this.#node.settings.clock.interval;
  }

  /**
   * Sets the clock: the next block has this time, and later blocks continue from it.
   * @throws {ControlRejectedError} `invalid-time` at or below the median time of the last eleven blocks
   */
  set(time: number): void {
    const { settings, chain } = this.#node;
    this.#node.settings = { ...settings, clock: clockAt(settings.clock, chain.tip, time) };
  }

  /**
   * Moves the clock by seconds, back where they are below 0; gives what it shows then.
   * @throws {ControlRejectedError} as {@link set}
   */
  advance(seconds: number): number {
    this.set(typeof seconds === 'number' ? this.now + seconds : seconds);
    return this.now;
  }

  /**
   * Sets the time of the next block only: those behind have the times that they would have had.
   * @throws {ControlRejectedError} as {@link set}
   */
  setNextBlock(time: number): void {
    const { settings, chain } = this.#node;
    this.#node.settings = { ...settings, clock: withNextBlockTime(settings.clock, chain.tip, time) };
  }

  /**
   * Sets the block interval in seconds, from now on.
   * @throws {ControlRejectedError} `invalid-interval` when they are not whole, 0 to 31,622,400 (a year)
   */
  setInterval(seconds: number): void {
    const { settings } = this.#node;
    this.#node.settings = { ...settings, clock: withInterval(settings.clock, seconds) };
  }
}
