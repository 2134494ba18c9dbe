import type { Checkpoint } from '../checkpoint/checkpoint.js';
import type { AcceptedHashes } from '../state/accepted-hashes.js';
import { readState, writeState, type ProvenState } from '../state/verified-state.js';

/** Keeps a text between two visits of a page or starts of a program. What is read is verified again, by the keys that are in it: a store that others can write is no protection against them. */
export interface TextStore {
  readonly read: () => Promise<string | undefined>;
  readonly write: (text: string) => Promise<void>;
}

/** A new state comes with each block. */
const MIN_WRITE_INTERVAL_MS = 60_000;

/** Describes the start that a stored state belongs to. */
export interface StoredTextOptions {
  /** The checkpoint. */
  readonly origin: Checkpoint;
  /** The hashes that are accepted after forks now. */
  readonly accepted: AcceptedHashes;
  /** Called with errors of the store: it goes on without it. */
  readonly failed: (error: unknown) => void;
}

/** Keeps the newest verified state in a store, written once a minute at most. */
export class StoredText {
  readonly #store: TextStore;
  readonly #origin: Checkpoint;
  readonly #accepted: AcceptedHashes;
  readonly #failed: (error: unknown) => void;
  #newest: ProvenState | undefined;
  #writtenAt = -Infinity;
  #writing: Promise<void> = Promise.resolve();

  constructor(store: TextStore, { origin, accepted, failed }: StoredTextOptions) {
    this.#store = store;
    this.#origin = origin;
    this.#accepted = accepted;
    this.#failed = failed;
  }

  /** Returns the stored state; `undefined` where there is none. One that does not verify, or was reached with other accepted blocks, is reported. Never rejects. */
  async read(): Promise<ProvenState | undefined> {
    try {
      const text = await this.#store.read();
      return text === undefined ? undefined : readState(text, this.#origin, this.#accepted);
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
      await this.#store.write(writeState(proven, this.#origin, this.#accepted));
    } catch (error) {
      this.#failed(error);
    }
  }
}
