import { LRUCache } from 'lru-cache';
import { GatewayError } from '../../base/gateway-error.js';
import type { ProvenContract } from './proof-thread.js';

/** A description has about ten times the bytes of its contract, at most some 200 KB. */
const MAX_CONTRACTS = 200;

/** Reports a contract of a state that is older than the one whose documents are verified. */
export class OutdatedContractError extends GatewayError {
  override readonly name = 'OutdatedContractError';

  constructor(height: bigint, since: bigint) {
    super(`the contract is of the state of height ${height}, and ${since} is needed`);
  }
}

/** Caches the document types of contracts, which say what queries of documents select. They change with updates of a contract only. */
export class ProvenContracts {
  readonly #contracts = new LRUCache<string, Promise<ProvenContract>>({ max: MAX_CONTRACTS });

  /** @param fetch gets a contract of a state that is not below a height, and verifies it */
  constructor(private readonly fetch: (contractId: Uint8Array, since: bigint) => Promise<ProvenContract>) {}

  /**
   * Returns a contract, cached or fetched.
   * @param since height of a signed state: the contract is fetched again where the cached one is of a state below
   * @throws {Error} (rejects) where it cannot be fetched, or its proof does not pass; {OutdatedContractError} where it is of an older state
   */
  async get(contractId: Uint8Array, since = 0n): Promise<ProvenContract> {
    const key = Buffer.from(contractId).toString('hex');
    const cached = await this.#contracts.get(key);
    if (cached !== undefined && cached.height >= since) return cached;
    const fetching = this.fetch(contractId, since);
    this.#contracts.set(key, fetching);
    try {
      const { height } = await fetching;
      if (height < since) throw new OutdatedContractError(height, since);
      return await fetching;
    } catch (error) {
      if (this.#contracts.peek(key) === fetching) this.#contracts.delete(key);
      throw error;
    }
  }
}
