import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Some hundred of the largest transitions, and the small ones of minutes. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Describes a transition that was sent. */
export interface SentTransition {
  readonly bytes: Uint8Array;
  /** Height of the highest state of the platform that was seen before it was sent. */
  readonly seenHeight: bigint;
}

const nameOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');

/** Keeps the state transitions that were sent last, by their hashes: clients wait for results by the hash alone. */
export class SentTransitions {
  readonly #sent = new LRUCache<string, SentTransition>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
  });

  /** Keeps a transition. That of an earlier time keeps its height. */
  add(transition: Uint8Array, seenHeight: bigint): void {
    const name = nameOf(createHash('sha256').update(transition).digest());
    if (this.#sent.get(name) !== undefined) return;
    // A copy: the bytes may be part of a larger message.
    this.#sent.set(name, { bytes: transition.slice(), seenHeight });
  }

  /** Returns the transition with a hash. */
  get(hash: Uint8Array): SentTransition | undefined {
    return this.#sent.get(nameOf(hash));
  }
}
