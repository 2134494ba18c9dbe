/** Starts work, at most so much in a turn of the event loop; the rest waits, in order. */
export class TurnQueue {
  readonly #maxPerTurn: number;
  readonly #waiting: (() => void)[] = [];
  #started = 0;

  constructor(maxPerTurn: number) {
    this.#maxPerTurn = maxPerTurn;
  }

  /** Starts work at once, or in a later turn where much was started in this one. */
  start(work: () => void): void {
    if (this.#started === 0) setImmediate(() => this.#nextTurn());
    this.#started += 1;
    if (this.#started <= this.#maxPerTurn) work();
    else this.#waiting.push(work);
  }

  #nextTurn(): void {
    this.#started = 0;
    for (const work of this.#waiting.splice(0, this.#maxPerTurn)) this.start(work);
    // What comes in this turn waits behind those that wait already.
    if (this.#waiting.length > 0) this.#started = this.#maxPerTurn;
  }
}
