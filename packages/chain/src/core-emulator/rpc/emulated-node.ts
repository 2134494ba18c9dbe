import type { ChainBlock } from '../../chain/block-tree/chain-block.js';
import type { ChainState } from '../../chain/chainstate/chain-state.js';
import type { SizedTransaction } from '../../rules/consensus/transaction-rules.js';
import { DevChain } from '../../devchain/dev-chain.js';
import type { LocalNode } from '../../devchain/local-node.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import type { Mempool } from '../../chain/mempool/mempool.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';

/** Describes a ZMQ notifier. */
export interface ZmqNotifier {
  /** Such as `pubhashblock`. */
  readonly type: string;
  readonly address: string;
  /** Number of messages that wait for a subscriber before the next are lost. */
  readonly hwm: number;
}

/** Describes a transaction, and the block it is in: `undefined` while it is in the mempool. */
export interface FoundTransaction {
  readonly subject: SizedTransaction;
  readonly block: ChainBlock | undefined;
}

/** Represents a development chain for the methods of a node. */
export class EmulatedNode {
  readonly devChain: DevChain;
  readonly local: LocalNode;
  /** When it was started, in seconds since the epoch. */
  readonly startTime: number;
  /** The present, in seconds since the epoch. */
  readonly now: () => number;
  readonly notifiers: () => readonly ZmqNotifier[];
  /** Returns the number of changes of the mempool so far. */
  readonly mempoolSequence: () => bigint;
  /** Aborted when it is closed. */
  readonly closing: AbortSignal;

  constructor({
    devChain,
    now,
    notifiers,
    mempoolSequence,
    closing,
  }: Pick<EmulatedNode, 'devChain' | 'now' | 'notifiers' | 'mempoolSequence' | 'closing'>) {
    this.devChain = devChain;
    this.local = DevChain.nodeOf(devChain);
    this.now = now;
    this.startTime = now();
    this.notifiers = notifiers;
    this.mempoolSequence = mempoolSequence;
    this.closing = closing;
  }

  get chain(): ChainState {
    return this.local.chain;
  }

  get mempool(): Mempool {
    return this.local.mempool;
  }

  /** Returns the block with a hash, of the best chain or not. @throws {NodeRejectionError} -5 */
  block(hash: string): ChainBlock {
    const block = this.chain.block(hash);
    if (block !== undefined) return block;
    throw new NodeRejectionError(RPC_ERROR_CODES.notFound, 'Block not found');
  }

  /** Returns the transaction with an id, in the mempool or the best chain. */
  transaction(txid: string): FoundTransaction | undefined {
    const entry = this.mempool.get(txid);
    if (entry !== undefined) return { subject: entry, block: undefined };
    const status = this.devChain.transactionStatus(txid);
    return status.place === 'block' ? inBlock(txid, this.block(status.block.hash)) : undefined;
  }

  /** Returns whether a ChainLock is on a block, or on a descendant. */
  isChainLocked(block: ChainBlock): boolean {
    const lock = this.devChain.bestChainLock();
    return lock !== undefined && lock.height >= block.height && this.chain.isInBestChain(block);
  }

  isInstantLocked(txid: string): boolean {
    return this.mempool.instantLocks.of(txid) !== undefined;
  }
}

/** Returns the transaction with an id where a block has it. */
export function inBlock(txid: string, block: ChainBlock): FoundTransaction | undefined {
  const subject = block.block.transactions.find((candidate) => candidate.txid === txid);
  return subject && { subject, block };
}
