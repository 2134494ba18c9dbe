import { runAtOnce } from '../../base/event-loop/in-turns.js';
import { ByteStore } from './byte-store.js';
import type { ChainBlock } from './chain-block.js';

/** Number of the last blocks that are stored as objects, the others as bytes: few, so that the garbage is young. */
const UNPACKED = 24;

const COPIED_PER_STEP = 2000;

/**
 * Represents every block that a chain state was given, in the order in which they came, and which of them are rejected.
 */
export class KnownBlocks {
  readonly #store = new ByteStore();
  readonly #inOrder: ChainBlock[] = [];
  readonly #byHash = new Map<string, ChainBlock>();
  readonly #rejected = new Map<ChainBlock, string>();

  constructor(genesis: ChainBlock) {
    this.add(genesis);
  }

  get size(): number {
    return this.#inOrder.length;
  }

  /** Returns the invalid blocks and their descendants, with Dash Core's reject reason. */
  get rejected(): ReadonlyMap<ChainBlock, string> {
    return this.#rejected;
  }

  get(hash: string): ChainBlock | undefined {
    return this.#byHash.get(hash);
  }

  /** Returns the blocks in the order in which they came, from the one with a sequence number on. */
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
    return runAtOnce(this.copySteps());
  }

  /** Copies in steps. What changes meanwhile is in the copy or not. */
  *copySteps(): Generator<undefined, KnownBlocks> {
    const [genesis] = this.#inOrder;
    if (genesis === undefined) throw new Error('the genesis block is always known');
    const copy = new KnownBlocks(genesis);
    for (const block of this.since(1)) {
      if (copy.size % COPIED_PER_STEP === 0) yield;
      copy.add(block);
    }
    for (const [block, reason] of this.#rejected) copy.#rejected.set(block, reason);
    return copy;
  }

  rejectionOf(block: ChainBlock): string | undefined {
    return this.#rejected.get(block);
  }

  /** Returns the blocks that were rejected for a reason while the block before them was not. */
  lowestRejected(reason: string): ChainBlock[] {
    const isRejected = (block: ChainBlock): boolean => this.#rejected.get(block) === reason;
    return [...this.#rejected.keys()].filter(
      (block) => isRejected(block) && !(block.previous && isRejected(block.previous)),
    );
  }

  /** Rejects a block and all its descendants; the reason of a former rejection stays. */
  reject(block: ChainBlock, reason: string): void {
    for (const descendant of this.#withDescendants(block)) {
      if (!this.#rejected.has(descendant)) this.#rejected.set(descendant, reason);
    }
  }

  /** Removes the rejection of a block, its ancestors and its descendants. */
  pardon(block: ChainBlock): void {
    for (const descendant of this.#withDescendants(block)) this.#rejected.delete(descendant);
    for (let at = block.previous; at !== undefined; at = at.previous) this.#rejected.delete(at);
  }

  /** Returns the highest block that is eligible and not rejected, the one that came first among equals. */
  best(isEligible: (block: ChainBlock) => boolean): ChainBlock {
    let best: ChainBlock | undefined;
    for (const block of this.#inOrder) {
      if (block.height <= (best?.height ?? -1) || this.#rejected.has(block)) continue;
      if (isEligible(block)) best = block;
    }
    if (best === undefined) throw new Error('the genesis block is never rejected');
    return best;
  }

  /** Forgets the blocks that came after the first `size`. */
  restore(size: number, rejected: ReadonlyMap<ChainBlock, string>): void {
    for (const { hash } of this.#inOrder.splice(size)) this.#byHash.delete(hash);
    this.#rejected.clear();
    for (const [block, reason] of rejected) this.#rejected.set(block, reason);
  }

  /** Returns a block and all its descendants, parents first. */
  #withDescendants(block: ChainBlock): Set<ChainBlock> {
    const found = new Set([block]);
    for (const later of this.since(block.sequence + 1)) {
      if (later.previous !== undefined && found.has(later.previous)) found.add(later);
    }
    return found;
  }
}
