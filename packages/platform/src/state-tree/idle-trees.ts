import type { Store } from '../store/store.js';
import { applyRecorded } from './state-tree.js';

/** How many blocks one write applies: a transition that arrives meanwhile waits for them. */
const BLOCKS_PER_WRITE = 32;

/** Brings the trees of a store up to date while no blocks are made, so that the next proof does not have to. */
export class IdleTrees {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;

  /** @param delay how long no block is made before, in milliseconds */
  constructor(
    private readonly store: Store,
    private readonly delay: number,
  ) {}

  /** Notes that a block is made: work that goes on stops after its next write, and begins again after the delay. */
  noteBlock(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#start(), this.delay).unref();
  }

  /** Stops, and waits for a write that goes on. Never fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #start(): void {
    this.#timer = undefined;
    if (this.#running === undefined) this.#running = this.#apply();
    else this.noteBlock();
  }

  async #apply(): Promise<void> {
    try {
      const isIdle = (): boolean => this.#timer === undefined && !this.#isClosed;
      await applyRecorded(this.store, { blocksPerWrite: BLOCKS_PER_WRITE, isWanted: isIdle });
    } catch {
      // The next proof meets the same error, and reports it.
    } finally {
      this.#running = undefined;
    }
  }
}
