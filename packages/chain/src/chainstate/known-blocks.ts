import { ByteStore } from './byte-store.js';
import type { ChainBlock } from './chain-block.js';

/** So many of the blocks that came last are kept as they are, the others as bytes: few, so that the garbage is young. */
const UNPACKED = 24;

/** Every block that a chain state was given, in the order in which they came, and which of them are refused. */
export class KnownBlocks {
  readonly #store = new ByteStore();
  readonly #inOrder: ChainBlock[] = [];
  readonly #byHash = new Map<string, ChainBlock>();
  readonly #refused = new Map<ChainBlock, string>();

  constructor(genesis: ChainBlock) {
    this.add(genesis);
  }

  get size(): number {
    return this.#inOrder.length;
  }

  /** The blocks that are invalid, or stand on one that is, with Dash Core's reject reason. */
  get refused(): ReadonlyMap<ChainBlock, string> {
    return this.#refused;
  }

  get(hash: string): ChainBlock | undefined {
    return this.#byHash.get(hash);
  }

  /** Blocks in the order in which they came, from the one with a sequence number on. */
  *since(sequence: number): IterableIterator<ChainBlock> {
    for (let at = sequence; at < this.#inOrder.length; at += 1) {
      const block = this.#inOrder[at];
      if (block !== undefined) yield block;
    }
  }

  add(block: ChainBlock): void {
    this.#inOrder.push(block);
    this.#byHash.set(block.hash, block);
    this.#inOrder[this.#inOrder.length - 1 - UNPACKED]?.pack(this.#store);
  }

  copy(): KnownBlocks {
    const [genesis, ...others] = this.#inOrder;
    if (genesis === undefined) throw new Error('the genesis block is always known');
    const copy = new KnownBlocks(genesis);
    for (const block of others) copy.add(block);
    for (const [block, reason] of this.#refused) copy.#refused.set(block, reason);
    return copy;
  }

  refusalOf(block: ChainBlock): string | undefined {
    return this.#refused.get(block);
  }

  /** Refuses a block and all that stand on it; what was refused before keeps its reason. */
  refuse(block: ChainBlock, reason: string): void {
    for (const descendant of this.#withDescendants(block)) {
      if (!this.#refused.has(descendant)) this.#refused.set(descendant, reason);
    }
  }

  /** Refuses a block no longer, nor those before it and those that stand on it. */
  pardon(block: ChainBlock): void {
    for (const descendant of this.#withDescendants(block)) this.#refused.delete(descendant);
    for (let at = block.previous; at !== undefined; at = at.previous) this.#refused.delete(at);
  }

  /** The highest block that is eligible and not refused, the one that came first among equals. */
  best(isEligible: (block: ChainBlock) => boolean): ChainBlock {
    let best: ChainBlock | undefined;
    for (const block of this.#inOrder) {
      if (block.height <= (best?.height ?? -1) || this.#refused.has(block)) continue;
      if (isEligible(block)) best = block;
    }
    if (best === undefined) throw new Error('the genesis block is never refused');
    return best;
  }

  /** Forgets the blocks that came after the first `size`. */
  restore(size: number, refused: ReadonlyMap<ChainBlock, string>): void {
    for (const { hash } of this.#inOrder.splice(size)) this.#byHash.delete(hash);
    this.#refused.clear();
    for (const [block, reason] of refused) this.#refused.set(block, reason);
  }

  /** A block and all that stand on it, each behind the one it stands on. */
  #withDescendants(block: ChainBlock): Set<ChainBlock> {
    const found = new Set([block]);
    for (const later of this.since(block.sequence + 1)) {
      if (later.previous !== undefined && found.has(later.previous)) found.add(later);
    }
    return found;
  }
}
