import { NodeUnavailableError, type ChainLock } from '@dapikit/chain';
import type { ChainCache } from './chain-cache.js';

/** Lists the calls to a node about ChainLocks. */
export interface FinalitySource {
  readonly hashAt: (height: number) => Promise<string>;
  readonly bestChainLock: () => Promise<ChainLock | undefined>;
}

/**
 * Applies ChainLocks to the cache. A node may know one before its block: it counts once the locked block is in the best chain,
 * since only then the responses of the node below it are final.
 */
export class Finality {
  readonly #cache: ChainCache;
  readonly #source: FinalitySource;
  /** The count of replacements when the best ChainLock was requested. */
  #requestedAt = -1;

  constructor(cache: ChainCache, source: FinalitySource) {
    this.#cache = cache;
    this.#source = source;
  }

  /** Requests the best ChainLock once for each chain: events bring later ones. Never rejects. */
  async begin(): Promise<void> {
    const { replacements } = this.#cache;
    if (this.#requestedAt === replacements) return;
    this.#requestedAt = replacements;
    try {
      const chainLock = await this.#source.bestChainLock();
      if (chainLock && this.#cache.replacements === replacements) await this.apply(chainLock);
    } catch (error) {
      if (error instanceof NodeUnavailableError) this.#requestedAt = -1;
    }
  }

  /** Applies a ChainLock. One that cannot be checked now is left out: the next one covers it. Never rejects. */
  async apply(chainLock: ChainLock): Promise<void> {
    const { hash, height } = chainLock;
    if (this.#cache.recentHash(height) === hash) {
      this.#cache.lock(chainLock);
      return;
    }
    const { replacements } = this.#cache;
    try {
      const found = await this.#source.hashAt(height);
      if (found === hash && this.#cache.replacements === replacements) this.#cache.lock(chainLock);
    } catch {
      // The node is down, or does not have the block.
    }
  }
}
