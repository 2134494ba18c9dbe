import { ZERO_HASH, type Layer1, type MasternodeListDiff } from '@dapikit/chain';
import { LRUCache } from 'lru-cache';

/** As many as differ among subscribers that are all at the tip or a few blocks behind. A full list has two megabytes. */
const MAX_CACHED_DIFFS = 8;

/** Shares the changes of the masternode list between blocks: subscribers that need the same one share a request and its object. */
export class MasternodeDiffs {
  readonly #layer1: Layer1;
  readonly #diffs = new LRUCache<string, Promise<MasternodeListDiff>>({ max: MAX_CACHED_DIFFS });

  constructor(layer1: Layer1) {
    this.#layer1 = layer1;
  }

  /** Returns the diff as `masternodeListDiff` of layer 1 does. A rejected request is repeated the next time. */
  between(baseHash: string, hash: string): Promise<MasternodeListDiff> {
    const key = `${baseHash} ${hash}`;
    const known = this.#diffs.get(key);
    if (known !== undefined) return known;
    const diff = this.#request(key, baseHash, hash);
    this.#diffs.set(key, diff);
    return diff;
  }

  async #request(key: string, baseHash: string, hash: string): Promise<MasternodeListDiff> {
    try {
      const diff = await this.#layer1.masternodeListDiff(baseHash, hash);
      // Dash Core names no block below the first special transactions. Subscribers resume from the block of a diff.
      return diff.blockHash === ZERO_HASH ? { ...diff, blockHash: hash } : diff;
    } catch (error) {
      this.#diffs.delete(key);
      throw error;
    }
  }
}
