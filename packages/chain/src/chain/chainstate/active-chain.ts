import { runAtOnce } from '../../base/event-loop/in-turns.js';
import { CoinSet } from '../../rules/consensus/coins.js';
import type { ChainBlock } from '../block-tree/chain-block.js';
import { applyBlock, applyBlockSteps, undoBlock } from './apply-block.js';

/** Blocks of the best chain from the genesis block on, and the unspent outputs at its tip. */
export class ActiveChain {
  #coins: CoinSet;
  #blocks: ChainBlock[];

  private constructor(coins: CoinSet, blocks: ChainBlock[]) {
    this.#coins = coins;
    this.#blocks = blocks;
  }

  /** Returns the chain of a genesis block, whose coinbase is in no set of unspent outputs: it can never be spent. */
  static from(genesis: ChainBlock): ActiveChain {
    return new ActiveChain(new CoinSet(), [genesis]);
  }

  /** Returns the unspent outputs at the tip. */
  get coins(): CoinSet {
    return this.#coins;
  }

  get tip(): ChainBlock {
    const tip = this.#blocks.at(-1);
    if (tip === undefined) throw new Error('a chain has at least its genesis block');
    return tip;
  }

  /** Returns the block at a height; `undefined` where there is none. */
  at(height: number): ChainBlock | undefined {
    return this.#blocks[height];
  }

  has(block: ChainBlock): boolean {
    return this.#blocks[block.height] === block;
  }

  /** Returns the block at `height` of the chain that ends with `tip`; `undefined` above it and below 0. Fast from where the chain has it on. */
  ancestorOf(tip: ChainBlock, height: number): ChainBlock | undefined {
    if (height < 0 || height > tip.height) return undefined;
    let at: ChainBlock | undefined = tip;
    while (at !== undefined && at.height > height && !this.has(at)) at = at.previous;
    return at === undefined || at.height === height ? at : this.at(height);
  }

  /** Returns the blocks that lead to `target` and are not in the chain, the lowest first. */
  branchTo(target: ChainBlock): ChainBlock[] {
    const branch: ChainBlock[] = [];
    for (let at: ChainBlock | undefined = target; at && !this.has(at); at = at.previous) branch.push(at);
    return branch.toReversed();
  }

  /** Appends a block that was connected before. */
  append(block: ChainBlock): void {
    applyBlock(this.#coins, block);
    this.#blocks.push(block);
  }

  /** Appends as {@link append} does, in steps. */
  *appendSteps(block: ChainBlock): Generator<undefined, void> {
    yield* applyBlockSteps(this.#coins, block);
    this.#blocks.push(block);
  }

  /** Removes the blocks above `height`, and returns them, the highest first. */
  retreat(height: number): ChainBlock[] {
    return runAtOnce(this.retreatSteps(height));
  }

  /** Does what {@link retreat} does, in steps. */
  *retreatSteps(height: number): Generator<undefined, ChainBlock[]> {
    const removed = this.#blocks.splice(height + 1).toReversed();
    for (const block of removed) {
      undoBlock(this.#coins, block);
      yield;
    }
    return removed;
  }

  copy(): ActiveChain {
    return new ActiveChain(this.#coins.copy(), [...this.#blocks]);
  }

  /** Copies in steps. What changes meanwhile is in the copy or not. */
  *copySteps(): Generator<undefined, ActiveChain> {
    const coins = yield* this.#coins.copySteps();
    return new ActiveChain(coins, [...this.#blocks]);
  }

  /** Returns the blocks that leave and join the best chain when it becomes another one with the same genesis block, in the order of their events. */
  differences(other: ActiveChain): { readonly abandoned: ChainBlock[]; readonly branch: ChainBlock[] } {
    const differs = this.#blocks.findIndex(({ hash }, height) => other.at(height)?.hash !== hash);
    const fork = differs < 0 ? this.#blocks.length : differs;
    return { abandoned: this.#blocks.slice(fork).toReversed(), branch: other.#blocks.slice(fork) };
  }
}
