import { LRUCache } from 'lru-cache';

/** Limits the memory that results take. */
const MAX_RESULTS = 1_000;

/**
 * Caches whether the scripts of transactions pass the relay rules. A result never changes: the id of a transaction covers its
 * scripts, and its inputs name the transactions with the scripts of the coins.
 */
export class ScriptResults {
  readonly #results = new LRUCache<string, { readonly rejection: string | undefined }>({ max: MAX_RESULTS });

  has(txid: string): boolean {
    return this.#results.has(txid);
  }

  /** Returns why the scripts of a transaction fail; `undefined` where they pass or there is no result. */
  rejectionOf(txid: string): string | undefined {
    return this.#results.get(txid)?.rejection;
  }

  add(txid: string, rejection: string | undefined): void {
    this.#results.set(txid, { rejection });
  }
}
