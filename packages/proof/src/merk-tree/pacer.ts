/** Waits where other work may be served, such as until the next turn of the event loop. */
export type Pause = () => Promise<void>;

/** Number of steps between two pauses: less than a millisecond of work. */
const STEPS_PER_PAUSE = 64;

/** Pauses long work again and again, by its steps. */
export class Pacer {
  #steps = 0;

  constructor(private readonly pause: Pause | undefined) {}

  /** Counts steps; returns what to wait for where a pause is due. */
  step(steps = 1): Promise<void> | undefined {
    const left = STEPS_PER_PAUSE - (this.#steps % STEPS_PER_PAUSE);
    this.#steps += steps;
    return steps >= left ? this.pause?.() : undefined;
  }
}
