import type { LinkedBlock } from '../core-node/linked-block.js';
import type { NodeNews } from '../core-node/node-news.js';
import type { CallOptions, Layer1 } from '../layer1.js';
import type { Eventually } from '../eventually.js';

/** A node that a pool can follow, such as a `CoreNode`. */
export interface PoolNode extends Omit<Layer1, 'watchBlocks' | 'watchChainLocks'> {
  /** The block with a hash, whether or not it is of the best chain; refused with -5 where the node does not have it. */
  block(hash: string, options?: CallOptions): Eventually<LinkedBlock>;

  /**
   * Calls `listener` when the node publishes that there is something new; gives a function that stops it. Only a hint: a pool looks at
   * its nodes every so often as well.
   */
  watchNews(listener: (news: NodeNews) => void): () => void;

  /** Lets go of all that it holds. The pool calls it once, after the last call of its own. */
  close(): Promise<void>;
}

/** A node of a pool. */
export interface PoolMember {
  /** What it is called in health and metrics; of its own in the pool, and nothing secret. */
  readonly name: string;
  readonly node: PoolNode;
}
