import type { Layer1, MasternodeListDiff } from '@dapikit/chain';

/** As many as differ among subscribers that are all at the tip or a few blocks behind. A full list has two megabytes. */
const REMEMBERED = 8;

/** The changes of the masternode list between blocks: subscribers that need the same ask once, and are told the same object. */
export class MasternodeDiffs {
  readonly #layer1: Layer1;
  readonly #diffs = new Map<string, Promise<MasternodeListDiff>>();

  constructor(layer1: Layer1) {
    this.#layer1 = layer1;
  }

  /** As `masternodeListDiff` of layer 1. What was refused is asked again the next time. */
  between(baseHash: string, hash: string): Promise<MasternodeListDiff> {
    const key = `${baseHash} ${hash}`;
    const known = this.#diffs.get(key);
    const diff = known ?? this.#ask(key, baseHash, hash);
    this.#diffs.delete(key);
    this.#diffs.set(key, diff);
    if (this.#diffs.size > REMEMBERED) {
      const [oldest] = this.#diffs.keys();
      if (oldest !== undefined) this.#diffs.delete(oldest);
    }
    return diff;
  }

  async #ask(key: string, baseHash: string, hash: string): Promise<MasternodeListDiff> {
    try {
      return await this.#layer1.masternodeListDiff(baseHash, hash);
    } catch (error) {
      this.#diffs.delete(key);
      throw error;
    }
  }
}
