import { seeded } from '../../../../light-client/test/seeded.js';

/** Makes choices that are the same for the same seed. */
export class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  /** Returns an integer from 0 to below a bound. */
  below(bound: number): number {
    return Math.floor(this.#random() * bound);
  }

  /** Returns true once in so many times. */
  isOneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  /** Returns one of some items; `undefined` where there are none. */
  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }
}
