import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { NodeRejectionError, type BlockEvent } from '../../layer1/layer1.js';
import type { FetchBlock, LinkedBlock, RecentBlocks } from './linked-block.js';

/** Describes the node that a best chain is followed on. */
export interface ChainSource {
  readonly block: FetchBlock;
  readonly hashAt: (height: number) => Promise<string>;
}

/** Largest number of blocks that a step goes ahead, and that it disconnects before the chain counts as replaced. */
const MAX_STEP_BLOCKS = 500;

/**
 * Follows a node's best chain as its watchers know it: from the last emitted tip it finds the way from there to any other by going
 * back from both until they meet. So it does not matter which messages of the node were lost.
 */
export class BestChain {
  readonly #source: ChainSource;
  readonly #recent: RecentBlocks;
  #tip: LinkedBlock | undefined;

  constructor(source: ChainSource, recent: RecentBlocks) {
    this.#source = source;
    this.#recent = recent;
  }

  /** Returns the last emitted tip; `undefined` before the first. */
  get tip(): LinkedBlock | undefined {
    return this.#tip;
  }

  /**
   * Goes towards the block with `hash`, a long way in steps; gives what changed on the way. The first block is where it begins.
   * When it throws nothing has changed.
   */
  async stepTowards(hash: string): Promise<BlockEvent[]> {
    const goal = await this.#recent.find(hash, this.#source.block);
    const from = this.#tip;
    const target = from && (await this.#withinReach(goal, from));
    const events = from && target ? await this.#way(from, target) : [];
    this.#tip = target ?? goal;
    return events;
  }

  /** Returns a nearer goal if `goal` is far ahead, so that no step loads the whole chain into memory. */
  async #withinReach(goal: LinkedBlock, from: LinkedBlock): Promise<LinkedBlock> {
    if (goal.height <= from.height + MAX_STEP_BLOCKS) return goal;
    const nearer = await this.#source.hashAt(from.height + MAX_STEP_BLOCKS);
    return this.#recent.find(nearer, this.#source.block);
  }

  async #way(from: LinkedBlock, target: LinkedBlock): Promise<BlockEvent[]> {
    const taken: LinkedBlock[] = [];
    const added: LinkedBlock[] = [];
    let [former, next]: (LinkedBlock | undefined)[] = [from, target];
    while (former && next && former.hash !== next.hash) {
      if (next.height > former.height) {
        added.push(next);
        next = await this.#recent.findPrevious(next, this.#source.block);
      } else {
        taken.push(former);
        former = taken.length > MAX_STEP_BLOCKS ? undefined : await this.#formerPrevious(former);
      }
    }
    if (!former || !next) return [event('replaced', target)];
    return [
      ...taken.map((block) => event('disconnected', block)),
      ...added.toReversed().map((block) => event('connected', block)),
    ];
  }

  /**
   * Returns `undefined` if the block before a block is neither cached nor known to the node: the node has other
   * data now.
   */
  async #formerPrevious(block: LinkedBlock): Promise<LinkedBlock | undefined> {
    try {
      return await this.#recent.findPrevious(block, this.#source.block);
    } catch (error) {
      if (error instanceof NodeRejectionError && error.code === RPC_ERROR_CODES.notFound) return undefined;
      throw error;
    }
  }
}

function event(kind: BlockEvent['kind'], { hash, height }: LinkedBlock): BlockEvent {
  return { kind, hash, height };
}
