/** Lets so many pieces of work go on at once; the others wait, the first one first. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param patience how long work waits for its turn, in milliseconds */
  constructor(
    private readonly most: number,
    private readonly patience: number,
  ) {}

  /**
   * Does `work` when it is its turn; gives what it gives.
   * @throws what `late` gives when its turn does not come in time.
   */
  async take<Result>(work: () => Promise<Result>, late: () => Error): Promise<Result> {
    if (this.#running < this.most) this.#running += 1;
    else await this.#turn(late);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // Who is next takes over the turn.
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  async #turn(late: () => Error): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(late());
      }, this.patience);
      this.#waiting.push(start);
    });
  }
}
