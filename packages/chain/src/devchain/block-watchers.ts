import type { BlockEvent } from '../layer1/layer1.js';

/** Notifies listeners of new blocks, each after the block is fully processed and the mempool is updated. */
export class BlockWatchers {
  readonly #listeners = new Set<(event: BlockEvent) => void>();
  readonly #guard: (action: () => unknown) => void;
  readonly #waiting: BlockEvent[] = [];
  #isEmitting = false;

  /** @param guard runs an action, and sees to what it throws */
  constructor(guard: (action: () => unknown) => void) {
    this.#guard = guard;
  }

  watch(listener: (event: BlockEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Queues an event for the next {@link emit}. */
  add(event: BlockEvent): void {
    if (this.#listeners.size > 0) this.#waiting.push(event);
  }

  /** Emits the queue in order: events that a listener causes come last. */
  emit(): void {
    if (this.#isEmitting) return;
    this.#isEmitting = true;
    try {
      // What comes in the meantime is reached as well.
      for (const event of this.#waiting) {
        for (const listener of this.#listeners) this.#guard(() => listener(event));
      }
    } finally {
      this.#waiting.length = 0;
      this.#isEmitting = false;
    }
  }
}
