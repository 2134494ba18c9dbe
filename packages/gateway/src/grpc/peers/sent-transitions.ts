import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Some hundred of the largest transitions, and the small ones of minutes. */
const MAX_BYTES = 4 * 1024 * 1024;

const nameOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');

/** Keeps the state transitions that were sent last, by their hashes: clients wait for results by the hash alone. */
export class SentTransitions {
  readonly #sent = new LRUCache<string, Uint8Array>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });

  /** Keeps a transition. */
  add(transition: Uint8Array): void {
    // A copy: the bytes may be part of a larger message.
    this.#sent.set(nameOf(createHash('sha256').update(transition).digest()), transition.slice());
  }

  /** Returns the transition with a hash. */
  get(hash: Uint8Array): Uint8Array | undefined {
    return this.#sent.get(nameOf(hash));
  }
}
