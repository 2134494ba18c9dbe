import type { BlockEvent } from '../../layer1/layer1.js';
import type { ChainTip } from '../../layer1/chain-tip.js';

/** Number of stored blocks below the tip. */
const SIZE = 1_000;

/** Represents the hashes of the last blocks of a chain, without a gap. */
export class ChainWindow {
  readonly #hashes = new Map<number, string>();
  #lowest = 0;

  /** Returns the height of the first stored block. */
  get lowest(): number {
    return this.#lowest;
  }

  hashAt(height: number): string | undefined {
    return this.#hashes.get(height);
  }

  has({ hash, height }: ChainTip): boolean {
    return this.#hashes.get(height) === hash;
  }

  /** Starts over at a tip. */
  begin({ hash, height }: ChainTip): void {
    this.#hashes.clear();
    this.#hashes.set(height, hash);
    this.#lowest = height;
  }

  apply(event: BlockEvent): void {
    if (event.kind === 'replaced') this.begin(event);
    else if (event.kind === 'connected') this.#connect(event);
    else this.#hashes.delete(event.height);
  }

  /** Adds the block before the first. */
  extendDown(hash: string): void {
    this.#lowest -= 1;
    this.#hashes.set(this.#lowest, hash);
  }

  #connect({ hash, height }: ChainTip): void {
    this.#hashes.set(height, hash);
    // All stored blocks may have been disconnected before.
    this.#lowest = Math.min(this.#lowest, height);
    if (this.#hashes.size <= SIZE) return;
    this.#hashes.delete(this.#lowest);
    this.#lowest += 1;
  }
}
