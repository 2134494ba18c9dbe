import type { ChainTip } from '../../layer1/chain-tip.js';
import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';
import type { RpcResult } from './rpc-result.js';

/** Describes a block, and the block before it. */
export interface LinkedBlock extends ChainTip {
  /** `undefined` for a genesis block. */
  readonly previous: string | undefined;
  /** The work in the chain up to and with it: of two chains the one with more is the best. */
  readonly chainWork: bigint;
}

/** Gives the block with a hash, from a node. */
export type FetchBlock = (hash: string) => Promise<LinkedBlock>;

const CHAIN_WORK_SIZE = 32;

/** Reads the answer to `getblockheader`. */
export function linkedBlock(answer: RpcResult): LinkedBlock {
  return {
    hash: answer.member('hash').hash(),
    height: answer.member('height').count(),
    previous: answer.optionalMember('previousblockhash')?.hash(),
    chainWork: BigInt(`0x${answer.member('chainwork').hex(CHAIN_WORK_SIZE)}`),
  };
}

/** About 300 kB. A reorganisation this deep has never been. */
const REMEMBERED = 1000;

/**
 * Represents the blocks seen last, so that the way back from a former tip is known even when the node no longer knows
 * it: one that was killed may have lost its last blocks. Cached data never changes: it follows from a block's
 * hash.
 */
export class RecentBlocks {
  readonly #blocks = new Map<string, LinkedBlock>();

  get(hash: string): LinkedBlock | undefined {
    return this.#blocks.get(hash);
  }

  /** Returns the block with a hash, fetched if it is not cached. */
  async find(hash: string, fetch: FetchBlock): Promise<LinkedBlock> {
    const block = this.#blocks.get(hash) ?? (await fetch(hash));
    if (block.hash !== hash)
      throw new NodeUnavailableError('the header of another block', 'unexpected-answer');
    this.#cache(block);
    return block;
  }

  /** Returns the block before `block`, which is not a genesis block. */
  async findPrevious(block: LinkedBlock, fetch: FetchBlock): Promise<LinkedBlock | undefined> {
    if (block.previous === undefined) return undefined;
    const previous = await this.find(block.previous, fetch);
    if (previous.height !== block.height - 1) {
      throw new NodeUnavailableError('a header with a height that is not its own', 'unexpected-answer');
    }
    return previous;
  }

  #cache(block: LinkedBlock): void {
    this.#blocks.delete(block.hash);
    this.#blocks.set(block.hash, block);
    if (this.#blocks.size <= REMEMBERED) return;
    const [oldest] = this.#blocks.keys();
    if (oldest !== undefined) this.#blocks.delete(oldest);
  }
}
