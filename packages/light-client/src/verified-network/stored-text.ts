import type { Checkpoint } from '../checkpoint/checkpoint.js';
import { readState, writeState, type ProvenState } from '../state/verified-state.js';

/** Keeps a text between two visits of a page or starts of a program. Nothing of it is trusted: what is read is verified again. */
export interface TextStore {
  readonly read: () => Promise<string | undefined>;
  readonly write: (text: string) => Promise<void>;
}

/** A new state comes with each block. */
const MIN_WRITE_INTERVAL_MS = 60_000;

/** Keeps the newest verified state in a store, written once a minute at most. */
export class StoredText {
  readonly #store: TextStore;
  readonly #origin: Checkpoint;
  readonly #failed: (error: unknown) => void;
  #newest: ProvenState | undefined;
  #writtenAt = -Infinity;
  #writing: Promise<void> = Promise.resolve();

  /** @param failed called with errors of the store: it goes on without it */
  constructor(store: TextStore, origin: Checkpoint, failed: (error: unknown) => void) {
    this.#store = store;
    this.#origin = origin;
    this.#failed = failed;
  }

  /** Returns the stored state; `undefined` where there is none that verifies. Never rejects. */
  async read(): Promise<ProvenState | undefined> {
    try {
      const text = await this.#store.read();
      return text === undefined ? undefined : readState(text, this.#origin);
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  /** Stores a state, once a minute at most. @param now in milliseconds */
  note(proven: ProvenState, now: number): void {
    this.#newest = proven;
    if (now - this.#writtenAt < MIN_WRITE_INTERVAL_MS) return;
    this.#writtenAt = now;
    void this.flush();
  }

  /** Stores the newest state, and waits until it is written. Never rejects. */
  async flush(): Promise<void> {
    this.#writing = this.#writing.then(async () => this.#writeNewest());
    await this.#writing;
  }

  async #writeNewest(): Promise<void> {
    const proven = this.#newest;
    if (proven === undefined) return;
    this.#newest = undefined;
    try {
      await this.#store.write(writeState(proven, this.#origin));
    } catch (error) {
      this.#failed(error);
    }
  }
}
