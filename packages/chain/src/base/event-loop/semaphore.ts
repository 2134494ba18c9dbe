/**
 * Watches what ends the wait for a turn, such as a time limit or an abort signal.
 * @param leave takes the work out of the queue, which rejects with `reason`
 * @returns a function that stops watching
 */
export type WatchWait = (leave: (reason: unknown) => void) => () => void;

/** Lets a number of pieces of work run at once; the others wait in a queue, the first one first. */
export class Semaphore {
  readonly #max: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param max pieces of work that run at once */
  constructor(max: number) {
    this.#max = max;
  }

  /** Returns how many pieces of work run. */
  get running(): number {
    return this.#running;
  }

  /** Returns how many pieces of work wait. */
  get queued(): number {
    return this.#waiting.length;
  }

  /** Returns whether the next piece of work has to wait. */
  get isFull(): boolean {
    return this.#running >= this.#max;
  }

  /**
   * Runs `work` when it is its turn.
   * @throws what `work` throws, or the reason for which it left the queue
   */
  async run<T>(work: () => Promise<T>, watchWait: WatchWait): Promise<T> {
    if (this.isFull) await this.#turn(watchWait);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // Not at once: work whose wait ends together with this leaves the queue first, instead of being started for nothing.
      if (this.#waiting.length === 0) this.#running -= 1;
      else setImmediate(() => this.#handOver());
    }
  }

  /** Hands the place to the next piece of work in the queue, or frees it. */
  #handOver(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }

  #turn(watchWait: WatchWait): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        unwatch();
        resolve();
      };
      this.#waiting.push(start);
      const unwatch = watchWait((reason) => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        unwatch();
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the caller says with what
        reject(reason);
      });
    });
  }
}

/** Ends a wait after a time limit in milliseconds, with the error that `late` makes. */
export function waitAtMost(milliseconds: number, late: () => Error): WatchWait {
  return (leave) => {
    const timer = setTimeout(() => leave(late()), milliseconds);
    return () => clearTimeout(timer);
  };
}
