import type { LinkedBlock } from '../core-node/linked-block.js';
import type { NodeNews } from '../core-node/node-news.js';
import type { CallOptions, Layer1 } from '../../layer1/layer1.js';
import type { Eventually } from '../../layer1/eventually.js';

/** Describes a node that a pool can follow, such as a `CoreNode`. */
export interface PoolNode extends Omit<Layer1, 'watchBlocks' | 'watchChainLocks'> {
  /** Returns the block with a hash, whether or not it is of the best chain; rejected with -5 where the node does not have it. */
  block(hash: string, options?: CallOptions): Eventually<LinkedBlock>;

  /**
   * Calls `listener` when the node publishes that there is something new; gives a function that stops it. Only a hint: a pool probes
   * its nodes every so often as well.
   */
  watchNews(listener: (news: NodeNews) => void): () => void;

  /** Releases its resources. The pool calls it once, after the last call of its own. */
  close(): Promise<void>;
}

/** Describes a node of a pool. */
export interface PoolMember {
  /** Name in health and metrics; unique in the pool, and nothing secret. */
  readonly name: string;
  readonly node: PoolNode;
}
