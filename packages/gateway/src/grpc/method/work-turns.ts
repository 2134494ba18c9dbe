/**
 * Shares the event loop among long pieces of work: in each of its turns, one of them goes on. Other work waits for one piece, and not for as
 * many as there are.
 */
export class WorkTurns {
  readonly #waiting: (() => void)[] = [];

  /** Resolves in a turn in which no other work of these goes on: the next one, or one behind those who wait already. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) this.#schedule();
    });
  }

  #schedule(): void {
    setImmediate(() => {
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}
