import { LRUCache } from 'lru-cache';

/**
 * Milliseconds after which a reported hash is requested from a node again: a transient fault of the node may be over by
 * then.
 */
const CONFIRM_AFTER_MS = 60_000;

/** Limits the stored times; an evicted height was reported long ago. */
const MAX_HEIGHTS = 10_000;

/** Decides when a hash that a node reported once is requested a second time. */
export class Confirmations {
  readonly #now: () => number;
  readonly #reportedAt = new LRUCache<number, number>({ max: MAX_HEIGHTS });

  /** @param now a clock that never goes back, in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Records the time at which the hash at a height is reported or requested. */
  note(height: number): void {
    this.#reportedAt.set(height, this.#now());
  }

  isDue(height: number): boolean {
    const reportedAt = this.#reportedAt.get(height);
    return reportedAt === undefined || this.#now() - reportedAt >= CONFIRM_AFTER_MS;
  }
}
