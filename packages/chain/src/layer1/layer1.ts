import { ChainError } from '../base/bytes/chain-error.js';
import type { ChainRead, ChainReads } from './chain-reads.js';
import type { ChainTip } from './chain-tip.js';
import type { Eventually } from './eventually.js';
import type { MasternodeListDiff } from '../primitives/masternode/masternode-list-diff.js';

/**
 * Describes a block that joined or left the best chain. A reorganisation is blocks disconnected, tip first, then blocks
 * connected.
 *
 * `replaced` has the new tip of a chain whose way from the former one is not known, as when a node reconnects with
 * other data: knowledge of the former chain is no longer valid. The development chain never does that.
 */
export interface BlockEvent {
  readonly kind: 'connected' | 'disconnected' | 'replaced';
  readonly hash: string;
  readonly height: number;
}

/** Describes a quorum's signature that a block, with all before it, will not be reorganised (DIP-8). */
export interface ChainLock {
  /** Hash of the block, in display order. */
  readonly hash: string;
  readonly height: number;
  /** 192 lower-case hexadecimal digits. */
  readonly signature: string;
}

/** Describes a node. What it does not know, or does not let its caller know, is `undefined`. */
export interface NodeStatus {
  /** As it calls itself to its peers, such as `/Dash Core:23.1.2/`. */
  readonly software: string;
  /** `main`, `test`, `regtest`, or the name of a devnet. */
  readonly network: string;
  readonly tip: ChainTip;
  /** The height of the best header: above the tip's while blocks are still to come. */
  readonly headersHeight: number;
  /** True if it still fetches the blocks of the past. */
  readonly isInitialBlockDownload: boolean;
  /** Difficulty of the last block, relative to the easiest there is. */
  readonly difficulty: number;
  /** The median time of the last eleven blocks, in seconds since the epoch. */
  readonly medianTime: number;
  /** Number of nodes it is connected to. */
  readonly peers: number;
  readonly masternodeSync: MasternodeSync | undefined;
  readonly chainLock: ChainLock | undefined;
}

/** Describes the synchronisation of a node with the masternodes. */
export interface MasternodeSync {
  /** Such as `MASTERNODE_SYNC_FINISHED`. Source: `src/masternode/sync.cpp` of dashpay/dash. */
  readonly stage: string;
  readonly isSynced: boolean;
}

/**
 * Describes the status of a transaction. `none` means that nodes have no record of it: it never arrived, was replaced
 * by another, expired, or was in a block that was reorganised away.
 */
export type TransactionStatus =
  | {
      readonly place: 'none';
      /** True if the node searches blocks: one without a transaction index knows only its mempool. */
      readonly isChainSearched: boolean;
    }
  | {
      readonly place: 'mempool';
      /** True if quorums signed that no other transaction will spend its inputs (DIP-10). */
      readonly isInstantLocked: boolean;
    }
  | {
      readonly place: 'block';
      /** The block of the best chain that it is in. */
      readonly block: ChainTip;
      readonly isInstantLocked: boolean;
      readonly isChainLocked: boolean;
    };

/** Describes the options of a call. */
export interface CallOptions {
  /** Aborts the wait: the call rejects with `NodeUnavailableError` for the reason `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** True if it goes before the calls that wait for the same node; `false` when left out. For what follows a chain. */
  readonly isUrgent?: boolean | undefined;
}

/**
 * Describes layer 1 as the gateway uses it: a Dash Core node, several of them, or the development chain.
 *
 * Every method throws or rejects with `NodeRejectionError` if the node rejects the call, and with
 * `NodeUnavailableError` if it does not answer. Hashes are 64 lower-case hexadecimal digits in display order.
 */
export interface Layer1 {
  tip(options?: CallOptions): Eventually<ChainTip>;

  /** Returns the hash of the block of the best chain at `height`; rejected with -8 outside 0 … tip. */
  blockHash(height: number, options?: CallOptions): Eventually<string>;

  /**
   * Hands a serialised transaction to the node's mempool; gives its id. In front of real nodes it also rejects with
   * `UnsafeTransactionError`, for a transaction that could stop a node: it is not sent then, and sending it again fails
   * again.
   */
  sendTransaction(serialized: Uint8Array, options?: CallOptions): Promise<string>;

  /**
   * Returns the changes of the masternode list between two blocks. Each is a block hash or a height in decimal digits, as in
   * Dash Core's `protx diff`; a base of 64 zeros is the genesis block.
   */
  masternodeListDiff(baseBlock: string, block: string, options?: CallOptions): Promise<MasternodeListDiff>;

  /** Returns the status of the node. */
  status(options?: CallOptions): Eventually<NodeStatus>;

  /** Returns the highest ChainLock; `undefined` where there is none yet. */
  bestChainLock(options?: CallOptions): Eventually<ChainLock | undefined>;

  /** Returns the status of the transaction with this id. */
  transactionStatus(txid: string, options?: CallOptions): Eventually<TransactionStatus>;

  /** Reads data of the chain or of the node: see {@link ChainReads}. */
  read<Name extends ChainRead>(
    name: Name,
    request: ChainReads[Name]['request'],
    options?: CallOptions,
  ): Eventually<ChainReads[Name]['response']>;

  /** Calls `listener` for each block from now on; gives a function that stops it. */
  watchBlocks(listener: (event: BlockEvent) => void): () => void;

  /** Calls `listener` for each new best ChainLock from now on, after the events of its block; gives a function that stops it. */
  watchChainLocks(listener: (chainLock: ChainLock) => void): () => void;

  /**
   * Calls `listener` with the id of a transaction that something may have happened to outside of blocks, such as one that
   * came to the mempool or was locked; gives a function that stops it. A hint to poll: ids may come twice, or
   * not at all from a node that does not publish them.
   */
  watchTransactions(listener: (txid: string) => void): () => void;
}

/** Reports that the node rejected the call. */
export class NodeRejectionError extends ChainError {
  override readonly name = 'NodeRejectionError';

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
