import type { Eventually } from './eventually.js';
import type { MasternodeListDiff } from './masternode/masternode-list-diff.js';

/** The last block of the best chain. */
export interface ChainTip {
  /** In display order. */
  readonly hash: string;
  readonly height: number;
}

/**
 * A block that joined or left the best chain. A reorganisation is blocks disconnected, tip first, then blocks connected.
 *
 * `replaced` tells the new tip of a chain whose way from the former one is not known, as when a node comes back with other
 * data: what was known of the former chain no longer holds. The development chain never does that.
 */
export interface BlockEvent {
  readonly kind: 'connected' | 'disconnected' | 'replaced';
  readonly hash: string;
  readonly height: number;
}

/** A quorum's signature that a block, with all before it, will not be reorganised (DIP-8). */
export interface ChainLock {
  /** Of the block, in display order. */
  readonly hash: string;
  readonly height: number;
  /** 192 lower-case hexadecimal digits. */
  readonly signature: string;
}

/** What a node tells of itself. What it does not know, or does not let its caller know, is `undefined`. */
export interface NodeStatus {
  /** As it calls itself to its peers, such as `/Dash Core:23.1.2/`. */
  readonly software: string;
  /** `main`, `test`, `regtest`, or the name of a devnet. */
  readonly network: string;
  readonly tip: ChainTip;
  /** The height of the best header: above the tip's while blocks are still to come. */
  readonly headersHeight: number;
  /** Whether it still fetches the blocks of the past. */
  readonly isInitialBlockDownload: boolean;
  /** Of the last block, relative to the easiest there is. */
  readonly difficulty: number;
  /** The median time of the last eleven blocks, in seconds since the epoch. */
  readonly medianTime: number;
  /** How many nodes it is connected to. */
  readonly peers: number;
  readonly masternodeSync: MasternodeSync | undefined;
  readonly chainLock: ChainLock | undefined;
}

/** How far a node is with what masternodes tell each other. */
export interface MasternodeSync {
  /** Such as `MASTERNODE_SYNC_FINISHED`. Source: `src/masternode/sync.cpp` of dashpay/dash. */
  readonly stage: string;
  readonly isSynced: boolean;
}

/**
 * Where a transaction is. `none` is all that is known of one that never came, that was replaced by another, expired, or was in a
 * block that was reorganised away: nodes keep no record of these.
 */
export type TransactionStatus =
  | {
      readonly place: 'none';
      /** Whether the node looks into blocks: one without a transaction index knows only its mempool. */
      readonly isChainSearched: boolean;
    }
  | {
      readonly place: 'mempool';
      /** Whether quorums signed that no other transaction will spend its inputs (DIP-10). */
      readonly isInstantLocked: boolean;
    }
  | {
      readonly place: 'block';
      /** The block of the best chain that it is in. */
      readonly block: ChainTip;
      readonly isInstantLocked: boolean;
      readonly isChainLocked: boolean;
    };

/** How a call is made. */
export interface CallOptions {
  /** Aborts the wait: the call rejects with `NodeUnavailable` for the reason `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** Whether it goes before the calls that wait for the same node; `false` when left out. For what follows a chain. */
  readonly isUrgent?: boolean | undefined;
}

/**
 * Layer 1 as the gateway sees it: a Dash Core node, several of them, or the development chain.
 *
 * Every method throws or rejects with `NodeRefusal` when the node answered no, and with `NodeUnavailable` when it did
 * not answer. Hashes are 64 lower-case hexadecimal digits in display order.
 */
export interface Layer1 {
  tip(options?: CallOptions): Eventually<ChainTip>;

  /** The hash of the block of the best chain at `height`; refused with -8 outside 0 … tip. */
  blockHash(height: number, options?: CallOptions): Eventually<string>;

  /** Hands a serialised transaction to the node's mempool; gives its id. */
  sendTransaction(serialized: Uint8Array, options?: CallOptions): Promise<string>;

  /**
   * What changed in the masternode list between two blocks. Each is a block hash or a height in decimal digits, as in
   * Dash Core's `protx diff`; a base of 64 zeros is the genesis block.
   */
  masternodeListDiff(baseBlock: string, block: string, options?: CallOptions): Promise<MasternodeListDiff>;

  /** What the node tells of itself. */
  status(options?: CallOptions): Eventually<NodeStatus>;

  /** The highest ChainLock; `undefined` where there is none yet. */
  bestChainLock(options?: CallOptions): Eventually<ChainLock | undefined>;

  /** Where the transaction with this id is. */
  transactionStatus(txid: string, options?: CallOptions): Eventually<TransactionStatus>;

  /** Calls `listener` for each block from now on; gives a function that stops it. */
  watchBlocks(listener: (event: BlockEvent) => void): () => void;

  /** Calls `listener` for each new best ChainLock from now on, after the events of its block; gives a function that stops it. */
  watchChainLocks(listener: (chainLock: ChainLock) => void): () => void;

  /**
   * Calls `listener` with the id of a transaction that something may have happened to outside of blocks, such as one that
   * came to the mempool or was locked; gives a function that stops it. A hint, for those who look: ids may come twice, or
   * not at all from a node that does not publish them.
   */
  watchTransactions(listener: (txid: string) => void): () => void;
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
