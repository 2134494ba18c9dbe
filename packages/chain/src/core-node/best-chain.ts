import { RPC_ERROR_CODES } from '../rpc-error-code.js';
import { NodeRefusal, type BlockEvent } from '../layer1.js';
import type { FetchBlock, LinkedBlock, RecentBlocks } from './linked-block.js';

/** The node that a best chain is followed on. */
export interface ChainSource {
  readonly block: FetchBlock;
  readonly hashAt: (height: number) => Promise<string>;
}

/** How many blocks a step goes ahead, and how many it takes back before the chain counts as replaced. */
const LONGEST_STEP = 500;

/**
 * A node's best chain as its watchers were told: it knows the last tip told, and finds the way from there to any other by going
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

  /** The last tip told; `undefined` before the first. */
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

  /** Far ahead there is a nearer goal, so that no step holds the whole chain in memory. */
  async #withinReach(goal: LinkedBlock, from: LinkedBlock): Promise<LinkedBlock> {
    if (goal.height <= from.height + LONGEST_STEP) return goal;
    const nearer = await this.#source.hashAt(from.height + LONGEST_STEP);
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
        former = taken.length > LONGEST_STEP ? undefined : await this.#formerPrevious(former);
      }
    }
    if (!former || !next) return [event('replaced', target)];
    return [
      ...taken.map((block) => event('disconnected', block)),
      ...added.toReversed().map((block) => event('connected', block)),
    ];
  }

  /** `undefined` where neither is remembered nor known to the node what was before a block: the node has other data now. */
  async #formerPrevious(block: LinkedBlock): Promise<LinkedBlock | undefined> {
    try {
      return await this.#recent.findPrevious(block, this.#source.block);
    } catch (error) {
      if (error instanceof NodeRefusal && error.code === RPC_ERROR_CODES.notFound) return undefined;
      throw error;
    }
  }
}

function event(kind: BlockEvent['kind'], { hash, height }: LinkedBlock): BlockEvent {
  return { kind, hash, height };
}
