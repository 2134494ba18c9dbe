const PAGE_HEIGHTS = 1024;
const HASH_BYTES = 32;
/** 33 bytes for each height: its hash and the status of the hash. */
const PAGE_BYTES = PAGE_HEIGHTS * (HASH_BYTES + 1);
const FLAGS = PAGE_HEIGHTS * HASH_BYTES;
const UNKNOWN = 0;
const REPORTED = 1;
const CONFIRMED = 2;

/**
 * Stores block hashes by height, in pages outside of the JavaScript heap: 33 KiB for each 1024 heights that one is known of, so about
 * 80 MB for every block of a chain of 2.4 million.
 */
export class HeightHashes {
  readonly #pages = new Map<number, Buffer>();

  /** Returns the size of the pages in bytes. */
  get bytes(): number {
    return this.#pages.size * PAGE_BYTES;
  }

  /** Returns the hash at `height`; `undefined` where none is known. */
  get(height: number): string | undefined {
    const page = this.#pages.get(Math.floor(height / PAGE_HEIGHTS));
    const place = height % PAGE_HEIGHTS;
    if (page === undefined || page[FLAGS + place] === UNKNOWN) return undefined;
    return page.toString('hex', place * HASH_BYTES, (place + 1) * HASH_BYTES);
  }

  /** Returns whether the hash at `height` was reported a second time. */
  isConfirmed(height: number): boolean {
    const page = this.#pages.get(Math.floor(height / PAGE_HEIGHTS));
    return page?.[FLAGS + (height % PAGE_HEIGHTS)] === CONFIRMED;
  }

  /** Marks the hash at `height`, if one is known, as reported a second time. */
  confirm(height: number): void {
    const page = this.#pages.get(Math.floor(height / PAGE_HEIGHTS));
    const flag = FLAGS + (height % PAGE_HEIGHTS);
    if (page?.[flag] === REPORTED) page[flag] = CONFIRMED;
  }

  /**
   * Sets a hash that was reported once.
   * @param height a whole number, 0 or more
   * @param hash 64 lower-case hexadecimal digits
   */
  set(height: number, hash: string): void {
    const number = Math.floor(height / PAGE_HEIGHTS);
    const place = height % PAGE_HEIGHTS;
    const page = this.#pages.get(number) ?? Buffer.alloc(PAGE_BYTES);
    this.#pages.set(number, page);
    page.write(hash, place * HASH_BYTES, HASH_BYTES, 'hex');
    page[FLAGS + place] = REPORTED;
  }

  /** Evicts the heights from `min` to `max`, both included. */
  evict(min: number, max: number): void {
    for (const [number, page] of this.#pages) {
      const first = number * PAGE_HEIGHTS;
      const from = Math.max(0, min - first);
      const to = Math.min(PAGE_HEIGHTS - 1, max - first);
      if (from === 0 && to === PAGE_HEIGHTS - 1) this.#pages.delete(number);
      else if (from <= to) page.fill(UNKNOWN, FLAGS + from, FLAGS + to + 1);
    }
  }

  clear(): void {
    this.#pages.clear();
  }
}
