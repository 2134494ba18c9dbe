/** Runs pieces of work one at a time, in the order in which they come. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all work that has come so far is done. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
