import { RecentBlocks, type LinkedBlock } from '../core-node/linked-block.js';
import type { Eventually } from '../../layer1/eventually.js';
import { NodeRejectionError, type CallOptions } from '../../layer1/layer1.js';
import type { ChainTip } from '../../layer1/chain-tip.js';
import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';
import type { Member } from './member.js';
import { noAnswer, asUnavailable } from './no-answer.js';
import type { ObservedMethod } from './pool-observer.js';

/** Largest number of blocks that are walked back, before the hash at a height is requested from a node. */
const MAX_WALK_BLOCKS = 100;

/** Finds the ancestors of blocks by requests to the nodes that have them. Results are cached without a limit in time: ancestry never changes. */
export class Ancestry {
  readonly recent = new RecentBlocks();
  readonly #members: () => readonly Member[];
  readonly #timeout: () => number;

  /** @param timeout for one request to one node, in milliseconds */
  constructor(members: () => readonly Member[], timeout: () => number) {
    this.#members = members;
    this.#timeout = timeout;
  }

  /** Returns the block with a hash, requested from `first` before the other live nodes; rejected when all of them reject. */
  block(hash: string, first: Member): Promise<LinkedBlock> {
    return this.recent.find(hash, (wanted) => this.#blockOfAny(wanted, first));
  }

  /** Returns the block before another; `undefined` for a genesis block. */
  previous(block: LinkedBlock, first: Member): Promise<LinkedBlock | undefined> {
    return this.recent.findPrevious(block, (wanted) => this.#blockOfAny(wanted, first));
  }

  /** Returns the hash at a height of the best chain of a node. */
  hashAt(height: number, member: Member): Promise<string> {
    return this.#request(member, 'blockHash', (options) => member.node.blockHash(height, options));
  }

  /** Returns the hash at `height` of the chain that ends in `block`, which is in the best chain of `owner`. */
  async hashBelow(block: LinkedBlock, height: number, owner: Member): Promise<string | undefined> {
    if (height > block.height) return undefined;
    if (block.height - height > MAX_WALK_BLOCKS) return this.hashAt(height, owner);
    let at: LinkedBlock | undefined = block;
    while (at && at.height > height) at = await this.previous(at, owner);
    return at?.hash;
  }

  /** Returns whether one of two blocks is before the other, or they are the same. Each is in the best chain of its owner. */
  async areOfOneChain(
    [a, ownerOfA]: readonly [ChainTip, Member],
    [b, ownerOfB]: readonly [ChainTip, Member],
  ): Promise<boolean> {
    if (a.height > b.height) return this.areOfOneChain([b, ownerOfB], [a, ownerOfA]);
    if (a.height === b.height) return a.hash === b.hash;
    try {
      return (await this.hashBelow(await this.block(b.hash, ownerOfB), a.height, ownerOfB)) === a.hash;
    } catch (error) {
      // Nobody has that block.
      if (error instanceof NodeRejectionError) return false;
      throw error;
    }
  }

  async #blockOfAny(hash: string, first: Member): Promise<LinkedBlock> {
    const others = this.#members().filter((member) => member.isLive && member !== first);
    const failures: NodeUnavailableError[] = [];
    let rejection: NodeRejectionError | undefined;
    for (const member of [first, ...others]) {
      try {
        return await this.#request(member, 'block', (options) => member.node.block(hash, options));
      } catch (error) {
        if (error instanceof NodeRejectionError) rejection ??= error;
        else failures.push(asUnavailable(error));
      }
    }
    // Who did not answer may have it.
    throw rejection && failures.length === 0 ? rejection : noAnswer(failures);
  }

  async #request<T>(
    member: Member,
    method: ObservedMethod,
    send: (options: CallOptions) => Eventually<T>,
  ): Promise<T> {
    const { state, reason } = member.breaker;
    if (state === 'open') throw new NodeUnavailableError('the node is quarantined', reason);
    try {
      return await member.attempt(method, this.#timeout(), { isUrgent: true }, send);
    } catch (error) {
      if (error instanceof NodeUnavailableError) member.recordFailedProbe(error);
      throw error;
    }
  }
}
