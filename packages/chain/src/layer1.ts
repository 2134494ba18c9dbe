import type { Eventually } from './eventually.js';
import type { MasternodeListDiff } from './masternode/masternode-list-diff.js';

/** The last block of the best chain. */
export interface ChainTip {
  /** In display order. */
  readonly hash: string;
  readonly height: number;
}

/** A block that joined or left the best chain. A reorganisation is blocks disconnected, tip first, then blocks connected. */
export interface BlockEvent {
  readonly kind: 'connected' | 'disconnected';
  readonly hash: string;
  readonly height: number;
}

/**
 * Layer 1 as the gateway sees it: a Dash Core node, several of them, or the development chain.
 *
 * Every method throws or rejects with {@link NodeRefusal} when the node answered no, and with {@link NodeUnavailable} when it did
 * not answer. Hashes are 64 lower-case hexadecimal digits in display order.
 */
export interface Layer1 {
  tip(): Eventually<ChainTip>;

  /** The hash of the block of the best chain at `height`; refused with -8 outside 0 … tip. */
  blockHash(height: number): Eventually<string>;

  /** Hands a serialised transaction to the node's mempool; gives its id. */
  sendTransaction(serialized: Uint8Array): Promise<string>;

  /**
   * What changed in the masternode list between two blocks. Each is a block hash or a height in decimal digits, as in
   * Dash Core's `protx diff`; a base of 64 zeros is the genesis block.
   */
  masternodeListDiff(baseBlock: string, block: string): Promise<MasternodeListDiff>;

  /** Calls `listener` for each block from now on; gives a function that stops it. */
  watchBlocks(listener: (event: BlockEvent) => void): () => void;
}

/** The node answered, and its answer is no. */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal';

  /**
   * @param code Dash Core's RPC error code (`src/rpc/protocol.h`), such as -26
   * @param message Dash Core's own text, such as `txn-mempool-conflict`
   */
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** No answer could be had from the node: it is away, starting, overloaded or too slow. Worth trying again. */
export class NodeUnavailable extends Error {
  override readonly name = 'NodeUnavailable';
}
