/** Starts work, at most so much in a turn of the event loop. The rest waits: owners take turns, and that of one owner starts in order. */
export class TurnQueue {
  readonly #maxPerTurn: number;
  /** By the owner, in the order in which they start next. */
  readonly #waiting = new Map<object, (() => void)[]>();
  #started = 0;

  constructor(maxPerTurn: number) {
    this.#maxPerTurn = maxPerTurn;
  }

  /** Starts work at once, or in a later turn where much was started in this one. */
  start(owner: object, work: () => void): void {
    if (this.#started === 0) setImmediate(() => this.#nextTurn());
    this.#started += 1;
    if (this.#started <= this.#maxPerTurn) {
      work();
      return;
    }
    const waiting = this.#waiting.get(owner);
    if (waiting === undefined) this.#waiting.set(owner, [work]);
    else waiting.push(work);
  }

  #nextTurn(): void {
    this.#started = 0;
    for (let count = 0; count < this.#maxPerTurn; count += 1) {
      const [next] = this.#waiting;
      if (next === undefined) return;
      this.#startFirst(...next);
    }
    // What comes in this turn waits behind those that wait already.
    if (this.#waiting.size > 0) this.#started = this.#maxPerTurn;
  }

  #startFirst(owner: object, waiting: (() => void)[]): void {
    const work = waiting.shift();
    this.#waiting.delete(owner);
    if (waiting.length > 0) this.#waiting.set(owner, waiting);
    if (work !== undefined) this.start(owner, work);
  }
}
