/** Describes a key and its value. */
export interface Entry {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** Describes keys from one to another, in the order of their bytes. */
export interface KeyRange {
  /** The first key, itself included. */
  readonly from: Uint8Array;
  /** The key behind the last one. */
  readonly to: Uint8Array;
  /** True if the last key comes first. */
  readonly reverse?: boolean;
  /** The most entries to give; all of them when absent. */
  readonly limit?: number;
}

/** Describes one state of a store, which nobody changes while it is read. */
export interface StoreView {
  get(key: Uint8Array): Promise<Uint8Array | undefined>;
  /** Returns the values of several keys, in the order of the keys. */
  getMany(keys: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]>;
  scan(range: KeyRange): Promise<Entry[]>;
}

/** Describes a state of a store that is being changed; reads return what was written before. */
export interface WritableView extends StoreView {
  put(key: Uint8Array, value: Uint8Array): void;
  delete(key: Uint8Array): void;
  /** Returns a savepoint of the writes so far. */
  mark(): number;
  /** Reverts the writes since a savepoint. */
  undoTo(mark: number): void;
  /** Returns the entries that were written since a savepoint, as they were there and as they are now. */
  changesSince(mark: number): Promise<readonly StateChange[]>;
}

/** Describes an entry before and after some writes. */
export interface StateChange {
  readonly key: Uint8Array;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

/**
 * Keys and values, both bytes, the keys in order.
 *
 * Every method rejects with `StoreUnavailableError` when the database gives no answer or is closed.
 */
export interface Store {
  /** Names the store in messages: its path or address, never a password. */
  readonly name: string;

  /** Gives what `work` gives, which sees one state from beginning to end. */
  read<Result>(work: (view: StoreView) => Promise<Result>): Promise<Result>;

  /**
   * Gives what `work` gives, when all that it wrote is stored; when it throws, nothing is. Writers come one at a time, those
   * of other processes included; `work` is called again when another one came first.
   *
   * @param reads keys that `work` will read, as far as known: a remote database reads all of them at once.
   */
  write<Result>(
    work: (view: WritableView) => Promise<Result>,
    reads?: readonly Uint8Array[],
  ): Promise<Result>;

  /** Waits for pending work, then closes the database. */
  close(): Promise<void>;
}
