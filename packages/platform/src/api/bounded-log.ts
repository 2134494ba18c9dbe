/** An entry of a log with its number and its size. */
interface Logged<Entry> {
  readonly number: number;
  readonly bytes: number;
  readonly entry: Entry;
}

/** Describes a page of a log. */
export interface LogPage<Entry> {
  /** The newest first, each with its number. */
  readonly entries: readonly (readonly [number: number, entry: Entry])[];
  /** The `before` of the next page; absent behind the last one. */
  readonly nextBefore?: number;
}

/** Keeps the newest entries, up to a number of them and of bytes. */
export class BoundedLog<Entry> {
  readonly #kept: Logged<Entry>[] = [];
  #next = 1;
  #bytes = 0;

  constructor(
    private readonly maxEntries: number,
    private readonly maxBytes: number,
  ) {}

  /** Returns the number that the next entry gets. */
  get next(): number {
    return this.#next;
  }

  /** Adds an entry, and drops the oldest ones beyond the limits. An entry above the limit of bytes drops itself. */
  add(entry: Entry, bytes: number): void {
    this.#kept.push({ number: this.#next, bytes, entry });
    this.#next += 1;
    this.#bytes += bytes;
    while (this.#kept.length > this.maxEntries || this.#bytes > this.maxBytes) {
      const dropped = this.#kept.shift();
      if (dropped === undefined) return;
      this.#bytes -= dropped.bytes;
    }
  }

  /** Drops entries from a number on. */
  dropFrom(number: number): void {
    const first = this.#kept.findIndex((entry) => entry.number >= number);
    if (first === -1) return;
    for (const { bytes } of this.#kept.splice(first)) this.#bytes -= bytes;
  }

  /** Returns the newest entries that fit, below a number. */
  page(
    before: number | undefined,
    limit: number,
    isWanted: (entry: Entry) => boolean = () => true,
  ): LogPage<Entry> {
    const found = this.#kept.filter(({ number, entry }) => number < (before ?? Infinity) && isWanted(entry));
    const shown = found.slice(-limit).toReversed();
    const last = shown.at(-1);
    return {
      entries: shown.map(({ number, entry }) => [number, entry] as const),
      ...(last !== undefined && found.length > limit && { nextBefore: last.number }),
    };
  }
}
