import type { Eventually } from '@dapikit/chain';
import type { WorkTurns } from '../method/work-turns.js';

/** Inputs and outputs that a filter is tested with in one turn of the event loop: with 50 hash functions about 10 ms. */
const MAX_UNITS = 500;

/** Lets other work of the process go on between parts of a long one. */
export class Pace {
  readonly #turns: WorkTurns;
  #units = 0;

  /** @param turns are shared by all who work at such a pace */
  constructor(turns: WorkTurns) {
    this.#turns = turns;
  }

  /** Counts work that was done. Returns at once, or resolves in a later turn of the event loop when it is due. */
  add(units: number): Eventually<void> {
    this.#units += units;
    if (this.#units < MAX_UNITS) return undefined;
    this.#units = 0;
    return this.#turns.next();
  }
}
