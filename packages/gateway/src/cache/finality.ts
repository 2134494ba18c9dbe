import { NodeUnavailableError, type ChainLock } from '@dapikit/chain';
import type { ChainCache } from './chain-cache.js';

/** Lists the calls to a node about ChainLocks. */
export interface FinalitySource {
  readonly hashAt: (height: number) => Promise<string>;
  readonly bestChainLock: () => Promise<ChainLock | undefined>;
}

/**
 * Takes ChainLocks into memory. A node may know one before its block: it counts once the locked block is in the best chain, for
 * only then is what the node answers below it final.
 */
export class Finality {
  readonly #memory: ChainCache;
  readonly #source: FinalitySource;
  /** The count of replacements when the best ChainLock was requested. */
  #askedAt = -1;

  constructor(memory: ChainCache, source: FinalitySource) {
    this.#memory = memory;
    this.#source = source;
  }

  /** Requests the best ChainLock once for each chain: events bring later ones. Never rejects. */
  async begin(): Promise<void> {
    const { replacements } = this.#memory;
    if (this.#askedAt === replacements) return;
    this.#askedAt = replacements;
    try {
      const chainLock = await this.#source.bestChainLock();
      if (chainLock && this.#memory.replacements === replacements) await this.hear(chainLock);
    } catch (error) {
      if (error instanceof NodeUnavailableError) this.#askedAt = -1;
    }
  }

  /** Takes a ChainLock in. One that cannot be checked now is left out: the next says as much. Never rejects. */
  async hear(chainLock: ChainLock): Promise<void> {
    const { hash, height } = chainLock;
    if (this.#memory.recentHash(height) === hash) {
      this.#memory.lock(chainLock);
      return;
    }
    const { replacements } = this.#memory;
    try {
      const found = await this.#source.hashAt(height);
      if (found === hash && this.#memory.replacements === replacements) this.#memory.lock(chainLock);
    } catch {
      // The node is down, or does not have the block.
    }
  }
}
