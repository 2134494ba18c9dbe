import type { ChainState } from '../chain/chainstate/chain-state.js';
import type { SizedBlock } from '../rules/consensus/sized-block.js';
import type { SizedTransaction } from '../rules/consensus/transaction-rules.js';
import { DevChain } from '../devchain/dev-chain.js';
import type { BlockEvent, ChainLock, Layer1 } from '../layer1/layer1.js';
import type { InstantLock } from '../rules/signing/instant-lock.js';
import type { Mempool } from '../chain/mempool/mempool.js';

/** Describes an event of a chain as Dash Core's notification interface does. */
export type NodeEvent =
  /** A transaction came to the mempool. */
  | { readonly kind: 'entered'; readonly transaction: SizedTransaction; readonly mempoolSequence: bigint }
  /** One left it, and is in no block. */
  | { readonly kind: 'left'; readonly txid: string; readonly mempoolSequence: bigint }
  | { readonly kind: 'connected' | 'disconnected'; readonly block: SizedBlock }
  /** The chain has a new tip after a change is complete. */
  | { readonly kind: 'tip'; readonly hash: string }
  | { readonly kind: 'chain-locked'; readonly chainLock: ChainLock }
  | {
      readonly kind: 'instant-locked';
      readonly transaction: SizedTransaction;
      readonly lock: InstantLock;
    };

type Happening =
  | { readonly kind: 'block'; readonly event: BlockEvent; readonly block: SizedBlock }
  | {
      readonly kind: 'transaction';
      readonly transaction: SizedTransaction;
      /** True if it was in the mempool then, not in a block. */
      readonly isWaiting: boolean;
    }
  | { readonly kind: 'chain-lock'; readonly chainLock: ChainLock }
  /** The mempool is another: that of a snapshot, or of a dump. */
  | { readonly kind: 'restored' };

/**
 * Emits the events of a development chain in the order of Dash Core: blocks that leave, what the mempool gives up and takes
 * back, blocks that join, each with the tip where the chain grew; and the tip once more where the chain only fell back, as
 * `invalidateblock` does.
 *
 * Events are emitted once the call that caused them is done, and its mempool has followed.
 *
 * Source: `ActivateBestChain` and `InvalidateBlock` in `src/validation.cpp` of dashpay/dash.
 */
export class NodeEvents {
  readonly #devChain: DevChain;
  readonly #chain: ChainState;
  readonly #mempool: Mempool;
  readonly #emit: (event: NodeEvent) => void;
  readonly #stops: (() => void)[];
  readonly #inMempool: Set<string>;
  readonly #locked = new WeakSet<InstantLock>();
  #waiting: Happening[] = [];
  #tip: { readonly hash: string; readonly height: number };
  #mempoolSequence = 1n;

  constructor(devChain: DevChain, emit: (event: NodeEvent) => void) {
    const local = DevChain.nodeOf(devChain);
    const { chain, mempool } = local;
    const layer1: Layer1 = devChain;
    this.#devChain = devChain;
    this.#chain = chain;
    this.#mempool = mempool;
    this.#emit = emit;
    this.#tip = { hash: chain.tip.hash, height: chain.tip.height };
    this.#inMempool = new Set(devChain.mempool());
    this.#stops = [
      chain.onBlock((event, { block }) => this.#happened({ kind: 'block', event, block })),
      local.onRestored(() => this.#happened({ kind: 'restored' })),
      devChain.watchTransactions((txid) => this.#hintOf(txid)),
      layer1.watchChainLocks((chainLock) => this.#happened({ kind: 'chain-lock', chainLock })),
    ];
  }

  /** Returns how many times the mempool has changed, and one more. Source: `CTxMemPool::m_sequence_number` in `src/txmempool.h`. */
  get mempoolSequence(): bigint {
    return this.#mempoolSequence;
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#waiting = [];
  }

  /** Publishes a transaction that entered the mempool, or was locked there or in its block. */
  #hintOf(txid: string): void {
    const waiting = this.#mempool.get(txid);
    const transaction = waiting ?? this.#minedTransaction(txid);
    if (transaction === undefined) return;
    this.#happened({ kind: 'transaction', transaction, isWaiting: waiting !== undefined });
  }

  #minedTransaction(txid: string): SizedTransaction | undefined {
    const status = this.#devChain.transactionStatus(txid);
    const block = status.place === 'block' ? this.#chain.block(status.block.hash)?.block : undefined;
    return block?.transactions.find((transaction) => transaction.txid === txid);
  }

  #happened(happening: Happening): void {
    this.#waiting.push(happening);
    if (this.#waiting.length === 1) queueMicrotask(() => this.#flush());
  }

  #flush(): void {
    const happenings = this.#waiting;
    this.#waiting = [];
    let isFollowed = !happenings.some(({ kind }) => kind === 'block' || kind === 'restored');
    const follow = (): void => {
      if (!isFollowed) this.#followMempool(happenings);
      isFollowed = true;
    };
    for (const happening of happenings) {
      if (happening.kind === 'transaction') this.#transaction(happening);
      else if (happening.kind === 'chain-lock') {
        this.#emit({ kind: 'chain-locked', chainLock: happening.chainLock });
      } else if (happening.kind === 'block') {
        const { event, block } = happening;
        if (event.kind === 'connected') {
          follow();
          this.#connected(event, block);
        } else this.#emit({ kind: 'disconnected', block });
      }
    }
    follow();
    const { hash, height } = this.#chain.tip;
    if (hash !== this.#tip.hash) this.#newTip({ hash, height });
  }

  #connected({ hash, height }: BlockEvent, block: SizedBlock): void {
    this.#emit({ kind: 'connected', block });
    if (height > this.#tip.height) this.#newTip({ hash, height });
  }

  #newTip(tip: { readonly hash: string; readonly height: number }): void {
    this.#tip = tip;
    this.#emit({ kind: 'tip', hash: tip.hash });
  }

  #transaction({ transaction, isWaiting }: Happening & { readonly kind: 'transaction' }): void {
    const { txid } = transaction;
    if (isWaiting && !this.#inMempool.has(txid)) this.#enter(transaction);
    const lock = this.#mempool.instantLocks.of(txid);
    if (lock === undefined || this.#locked.has(lock)) return;
    this.#locked.add(lock);
    this.#emit({ kind: 'instant-locked', transaction, lock });
  }

  #enter(transaction: SizedTransaction): void {
    this.#inMempool.add(transaction.txid);
    this.#emit({ kind: 'entered', transaction, mempoolSequence: this.#nextSequence() });
  }

  /** Emits what left the mempool since and what came back to it, other than by being sent. */
  #followMempool(happenings: readonly Happening[]): void {
    const mined = new Set(happenings.flatMap((happening) => transactionsJoined(happening)));
    const sent = new Set(
      happenings.flatMap((one) => (one.kind === 'transaction' ? [one.transaction.txid] : [])),
    );
    for (const txid of this.#inMempool) {
      if (this.#mempool.has(txid)) continue;
      this.#inMempool.delete(txid);
      const mempoolSequence = this.#nextSequence();
      if (!mined.has(txid)) this.#emit({ kind: 'left', txid, mempoolSequence });
    }
    for (const entry of this.#mempool.entries()) {
      if (!this.#inMempool.has(entry.txid) && !sent.has(entry.txid)) this.#enter(entry);
    }
  }

  #nextSequence(): bigint {
    this.#mempoolSequence += 1n;
    return this.#mempoolSequence - 1n;
  }
}

function transactionsJoined(happening: Happening): string[] {
  return happening.kind === 'block' && happening.event.kind === 'connected'
    ? happening.block.transactions.map(({ txid }) => txid)
    : [];
}
