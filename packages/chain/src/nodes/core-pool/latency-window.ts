const SIZE = 64;
const ENOUGH = 8;
/** After how many more calls the times are sorted again: it would be a large part of what each call costs. */
const SORTED_EVERY = 8;

/** Records the latency of the last calls of one kind. */
export class LatencyWindow {
  readonly #times: number[] = [];
  #next = 0;
  #sorted: readonly number[] = [];
  #unsorted = 0;

  add(milliseconds: number): void {
    this.#times[this.#next] = milliseconds;
    this.#next = (this.#next + 1) % SIZE;
    this.#unsorted += 1;
  }

  /** Returns the time in which `percent` of them were answered, but for the last seven; `undefined` while there are too few. */
  percentile(percent: number): number | undefined {
    if (this.#times.length < ENOUGH) return undefined;
    if (this.#unsorted >= SORTED_EVERY) {
      this.#sorted = this.#times.toSorted((a, b) => a - b);
      this.#unsorted = 0;
    }
    return this.#sorted[Math.ceil((percent / 100) * this.#sorted.length) - 1];
  }
}
