/** Numbers the writes of one identity to one contract: one after another, so that no number is left out or used twice. */
export class NonceQueue {
  readonly #newest: () => Promise<bigint>;
  #last: Promise<unknown> = Promise.resolve();
  /** The number of the last write; undefined where it is not known whether it was used. */
  #used: bigint | undefined;
  /** Writes that run or wait. */
  #open = 0;

  /** @param newest returns the newest number that the platform knows; 0 before the first write */
  constructor(newest: () => Promise<bigint>) {
    this.#newest = newest;
  }

  /** Runs a write with the next number, behind those that run already. A number whose write was not executed is used again. */
  async run<Result>(write: (nonce: bigint) => Promise<Result>): Promise<Result> {
    const isFollowing = this.#open > 0;
    this.#open += 1;
    const result = this.#last.then(async () => this.#next(write, isFollowing));
    this.#last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      this.#open -= 1;
    }
  }

  /** @param isFollowing true right behind another write: the platform is not asked for what is known then */
  async #next<Result>(write: (nonce: bigint) => Promise<Result>, isFollowing: boolean): Promise<Result> {
    const used = this.#used;
    // Another program may have written for the identity; a node that is behind may not know the last write.
    const newest = used !== undefined && isFollowing ? used : most(await this.#newest(), used ?? 0n);
    // A failed write may have been executed: after an error the platform alone is asked.
    this.#used = undefined;
    const result = await write(newest + 1n);
    this.#used = newest + 1n;
    return result;
  }
}

const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
