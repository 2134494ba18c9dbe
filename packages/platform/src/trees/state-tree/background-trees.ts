import type { TreeApplier } from './tree-applier.js';

/** From so many blocks that the trees may lack, they are brought up to date although blocks are made. */
const MAX_BEHIND = 256;

/** Down to so many blocks, if blocks go on. */
const MIN_BEHIND = 128;

/**
 * Brings the trees of a store up to date between blocks, so that the next proof does not have to: once blocks pause, where a delay is
 * given, and always when the trees are many blocks behind. After an error it waits for many blocks.
 */
export class BackgroundTrees {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** Number of blocks that are still to be made before work that failed is tried again. */
  #blocksToWait = 0;
  #isPaused = false;
  #isClosed = false;

  /** @param delay how long no block is made in a pause, in milliseconds; undefined waits for no pause */
  constructor(
    private readonly trees: TreeApplier,
    private readonly delay: number | undefined,
  ) {}

  /** Notes that a block is made. Work that began in a pause stops after its next write, unless the trees are many blocks behind. */
  noteBlock(): void {
    if (this.#isClosed) return;
    this.trees.noteBlock();
    this.#blocksToWait = Math.max(0, this.#blocksToWait - 1);
    this.#isPaused = false;
    if (this.trees.behind >= MAX_BEHIND) this.#start();
    if (this.delay === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#pause(), this.delay).unref();
  }

  /** Stops, and waits for a write that goes on. Never fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
    this.trees.release();
  }

  #pause(): void {
    this.#isPaused = true;
    this.#start();
  }

  #start(): void {
    if (this.#blocksToWait > 0) return;
    this.#running ??= this.#apply();
  }

  async #apply(): Promise<void> {
    const isWanted = (): boolean => !this.#isClosed && (this.#isPaused || this.trees.behind >= MIN_BEHIND);
    try {
      await this.trees.apply(isWanted);
    } catch {
      // The next proof meets the same error, and reports it. Most errors persist: each block would cost the same work in vain.
      this.#blocksToWait = MAX_BEHIND;
    } finally {
      this.#running = undefined;
    }
  }
}
