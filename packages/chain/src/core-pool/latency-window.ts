const SIZE = 64;
const ENOUGH = 8;

/** How long the last calls of a kind took. */
export class LatencyWindow {
  readonly #times: number[] = [];
  #next = 0;

  add(milliseconds: number): void {
    this.#times[this.#next] = milliseconds;
    this.#next = (this.#next + 1) % SIZE;
  }

  /** The time in which `percent` of them were answered; `undefined` while there are too few. */
  percentile(percent: number): number | undefined {
    if (this.#times.length < ENOUGH) return undefined;
    const sorted = this.#times.toSorted((a, b) => a - b);
    return sorted[Math.ceil((percent / 100) * sorted.length) - 1];
  }
}
