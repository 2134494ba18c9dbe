import type { Checkpoint } from '../checkpoint/checkpoint.js';
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
  /** Hashes of blocks that were accepted after forks, by their heights. */
  readonly accepted: ReadonlyMap<number, string>;
  /** App hashes of states of the platform that were accepted after forks, by their heights. */
  readonly acceptedStates: ReadonlyMap<number, string>;
  /** Called with errors of the store: it goes on without it. */
  readonly failed: (error: unknown) => void;
}

/** Keeps the newest verified state in a store, written once a minute at most. */
export class StoredText {
  readonly #store: TextStore;
  readonly #origin: Checkpoint;
  readonly #accepted: string;
  readonly #acceptedStates: string;
  readonly #failed: (error: unknown) => void;
  #newest: ProvenState | undefined;
  #writtenAt = -Infinity;
  #writing: Promise<void> = Promise.resolve();

  constructor(store: TextStore, { origin, accepted, acceptedStates, failed }: StoredTextOptions) {
    this.#store = store;
    this.#origin = origin;
    this.#accepted = JSON.stringify([...accepted]);
    this.#acceptedStates = JSON.stringify([...acceptedStates]);
    this.#failed = failed;
  }

  /** Returns the stored state; `undefined` where there is none that verifies, or other blocks were accepted then. Never rejects. */
  async read(): Promise<ProvenState | undefined> {
    try {
      const text = await this.#store.read();
      if (text === undefined) return undefined;
      const [accepted = '', acceptedStates = ''] = text.split('\n', 2);
      // A state from before a fork was decided may follow the other block.
      if (accepted !== this.#accepted) return undefined;
      const proven = readState(text.slice(accepted.length + acceptedStates.length + 2), this.#origin);
      return acceptedStates === this.#acceptedStates ? proven : { ...proven, platform: undefined };
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
      const accepted = `${this.#accepted}\n${this.#acceptedStates}`;
      await this.#store.write(`${accepted}\n${writeState(proven, this.#origin)}`);
    } catch (error) {
      this.#failed(error);
    }
  }
}
