import type { ChainTip } from '@dapikit/chain';

/** Describes the blocks to take back and the blocks to add, in this order, to come from a block to the tip. */
export interface Way {
  readonly disconnected: readonly ChainTip[];
  readonly connected: readonly ChainTip[];
}

interface FormerBlock extends ChainTip {
  readonly previous: string;
}

/**
 * Represents the last blocks of a best chain, one at each height from `lowest` to the tip, and the blocks that left it lately. Two thousand
 * of each at most, about 300 kB.
 */
export class RecentChain {
  static readonly #REMEMBERED = 2000;
  readonly #former = new Map<string, FormerBlock>();
  #blocks: ChainTip[];

  /** @param blocks at least one, each a height above the one before it */
  constructor(blocks: readonly ChainTip[]) {
    this.#blocks = [...blocks];
  }

  get tip(): ChainTip {
    const tip = this.#blocks.at(-1);
    if (tip === undefined) throw new Error('a chain has a tip');
    return tip;
  }

  get lowest(): ChainTip {
    return this.#blocks[0] ?? this.tip;
  }

  /** Returns the block at a height; `undefined` below `lowest` and above the tip. */
  at(height: number): ChainTip | undefined {
    return this.#blocks[height - this.lowest.height];
  }

  /** Returns whether a block is one of these. */
  has({ hash, height }: ChainTip): boolean {
    return this.at(height)?.hash === hash;
  }

  /** Adds the block above the tip. */
  connect(block: ChainTip): void {
    this.#blocks.push(block);
    if (this.#blocks.length > RecentChain.#REMEMBERED) this.#blocks.shift();
  }

  /** Takes the tip away; `undefined`, and nothing is taken, where no block would be left. */
  disconnect(): ChainTip | undefined {
    const previous = this.#blocks.at(-2);
    if (previous === undefined) return undefined;
    const { tip } = this;
    this.#blocks.pop();
    this.#former.delete(tip.hash);
    this.#former.set(tip.hash, { ...tip, previous: previous.hash });
    if (this.#former.size > RecentChain.#REMEMBERED) {
      const [oldest] = this.#former.keys();
      if (oldest !== undefined) this.#former.delete(oldest);
    }
    return tip;
  }

  /** Puts blocks below `lowest`, the last of them right below it. */
  extendBelow(blocks: readonly ChainTip[]): void {
    this.#blocks = [...blocks, ...this.#blocks].slice(-RecentChain.#REMEMBERED);
  }

  /** Returns the way from a block to the tip; `undefined` where the block is not known. Height -1 is before the genesis block. */
  wayFrom(block: ChainTip): Way | undefined {
    const disconnected: ChainTip[] = [];
    let at = block;
    while (!this.has(at) && !(at.height === -1 && this.lowest.height === 0)) {
      const former = this.#former.get(at.hash);
      if (former?.height !== at.height) return undefined;
      disconnected.push({ hash: former.hash, height: former.height });
      at = { hash: former.previous, height: former.height - 1 };
    }
    return { disconnected, connected: this.#blocks.slice(at.height + 1 - this.lowest.height) };
  }
}
