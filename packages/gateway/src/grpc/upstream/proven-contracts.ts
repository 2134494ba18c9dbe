import { LRUCache } from 'lru-cache';
import type { ProvenContract } from './proof-thread.js';

/** A description has about ten times the bytes of its contract, at most some 200 KB. */
const MAX_CONTRACTS = 200;

/** Caches the document types of contracts, which say what queries of documents select. They change with updates of a contract only. */
export class ProvenContracts {
  readonly #contracts = new LRUCache<string, Promise<ProvenContract>>({ max: MAX_CONTRACTS });

  /** @param fetch gets a contract of the node, and verifies it */
  constructor(private readonly fetch: (contractId: Uint8Array) => Promise<ProvenContract>) {}

  /**
   * Returns a contract, cached or fetched.
   * @param since fetches it again where the cached one is of a state below this height
   * @throws {Error} (rejects) where it cannot be fetched, or its proof does not pass
   */
  async get(contractId: Uint8Array, since = 0n): Promise<ProvenContract> {
    const key = Buffer.from(contractId).toString('hex');
    const cached = await this.#contracts.get(key);
    if (cached !== undefined && cached.height >= since) return cached;
    const fetching = this.fetch(contractId);
    this.#contracts.set(key, fetching);
    try {
      return await fetching;
    } catch (error) {
      if (this.#contracts.peek(key) === fetching) this.#contracts.delete(key);
      throw error;
    }
  }
}
