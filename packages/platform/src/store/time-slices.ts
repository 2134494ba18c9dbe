import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoreView } from './store.js';

/** The longest time that work takes of the event loop at once, but for the step that ends it. */
const SLICE_MS = 10;

/** Divides long work into slices, between which the event loop serves others. */
export class TimeSlices {
  #begin = performance.now();

  /** Lets the event loop turn when the present slice is used up. */
  async next(): Promise<void> {
    if (performance.now() - this.#begin < SLICE_MS) return;
    await nextTurn();
    this.#begin = performance.now();
  }
}

/** Returns a view of the same state that may end the present slice before each access. */
export const slicedView = (view: StoreView, slices: TimeSlices): StoreView => ({
  get: async (key) => {
    await slices.next();
    return view.get(key);
  },
  getMany: async (keys) => {
    await slices.next();
    return view.getMany(keys);
  },
  scan: async (range) => {
    await slices.next();
    return view.scan(range);
  },
});
