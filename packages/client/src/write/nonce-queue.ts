/** Numbers the writes of one identity to one contract: one after another, so that no number is left out or used twice. */
export class NonceQueue {
  readonly #newest: () => Promise<bigint>;
  #last: Promise<unknown> = Promise.resolve();
  /** The number of the last write; undefined where the platform must be asked. */
  #used: bigint | undefined;

  /** @param newest returns the newest number that the platform knows; 0 before the first write */
  constructor(newest: () => Promise<bigint>) {
    this.#newest = newest;
  }

  /** Runs a write with the next number, behind those that run already. A number whose write was not executed is used again. */
  async run<Result>(write: (nonce: bigint) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(async () => this.#next(write));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #next<Result>(write: (nonce: bigint) => Promise<Result>): Promise<Result> {
    const nonce = (this.#used ?? (await this.#newest())) + 1n;
    // Another program may write for the identity, and a failed write may have been executed: after an error the platform is asked.
    this.#used = undefined;
    const result = await write(nonce);
    this.#used = nonce;
    return result;
  }
}
