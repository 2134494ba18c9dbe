import type { Layer1, TransactionStatus } from '@dapikit/chain';
import type { Logger } from 'pino';
import type { Stop, Notify } from '../../base/messages/session.js';
import { repeatedWarning, type RepeatedWarning } from '../../base/observe/repeated-warning.js';
import type { ChainEvent, NotifiedChain } from './notified-chain.js';

/** Maximum number of concurrent calls, so that many transactions do not block other work of a node. */
const MAX_CONCURRENT_CALLS = 4;
const RETRY_MS = 1000;

interface Watched {
  readonly subscribers: Set<{ readonly notify: Notify }>;
  status: TransactionStatus | undefined;
  /** True if it ever was in the mempool or in a block. */
  wasSeen: boolean;
  /** The last notification. */
  notice: object | undefined;
}

/** Returns the notification to subscribers of a transaction. */
function noticeOf(txid: string, { wasSeen }: Watched, status: TransactionStatus): object {
  if (status.place === 'none') {
    return { event: wasSeen ? 'gone' : 'unknown', txid, chainSearched: status.isChainSearched };
  }
  const { isInstantLocked: instantLocked } = status;
  if (status.place === 'mempool') return { event: 'mempool', txid, instantLocked };
  const { hash, height } = status.block;
  return { event: 'block', txid, hash, height, instantLocked, chainLocked: status.isChainLocked };
}

/**
 * Follows the transactions that clients subscribed to. The node gets a request when something happens that may have moved them: for
 * one that is in no block yet, at each block and whenever the node publishes something of it; for one in a block, when blocks leave
 * the chain and at each ChainLock; for one that is ChainLocked, never again.
 */
export class TransactionWatch {
  readonly #layer1: Layer1;
  readonly #chain: NotifiedChain;
  readonly #warn: RepeatedWarning;
  readonly #watched = new Map<string, Watched>();
  readonly #due = new Set<string>();
  readonly #requested = new Set<string>();
  readonly #failed = new Set<string>();
  #stops: Stop[] = [];
  #retry: NodeJS.Timeout | undefined;

  constructor(layer1: Layer1, chain: NotifiedChain, log: Logger) {
    this.#layer1 = layer1;
    this.#chain = chain;
    this.#warn = repeatedWarning(log);
  }

  /** Notifies where a transaction is, at once and whenever that changes; `chain` has started. */
  watch(txid: string, notify: Notify): Stop {
    if (this.#stops.length === 0) {
      this.#stops = [
        this.#chain.watch((event) => this.#handle(event)),
        this.#layer1.watchTransactions((id) => this.#lookAt(id)),
      ];
    }
    const watched = this.#watched.get(txid) ?? newlyWatched();
    this.#watched.set(txid, watched);
    const own = { notify };
    watched.subscribers.add(own);
    if (watched.notice) notify(watched.notice);
    else this.#lookAt(txid);
    return () => {
      watched.subscribers.delete(own);
      if (watched.subscribers.size === 0 && this.#watched.get(txid) === watched) this.#watched.delete(txid);
      if (this.#watched.size === 0) this.close();
    };
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) stop();
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#due.clear();
    this.#failed.clear();
  }

  #handle({ kind }: ChainEvent): void {
    for (const [txid, { status }] of this.#watched) {
      if (isMovedBy(kind, status)) this.#due.add(txid);
    }
    this.#pollNext();
  }

  #lookAt(txid: string): void {
    if (!this.#watched.has(txid)) return;
    this.#due.add(txid);
    this.#pollNext();
  }

  #pollNext(): void {
    for (const txid of this.#due) {
      if (this.#requested.size >= MAX_CONCURRENT_CALLS) return;
      // A pending one is requested again: its response may be older than the event.
      if (this.#requested.has(txid)) continue;
      this.#due.delete(txid);
      this.#requested.add(txid);
      void this.#poll(txid);
    }
  }

  /** Requests the status of a transaction and notifies its subscribers. Never rejects. */
  async #poll(txid: string): Promise<void> {
    const watched = this.#watched.get(txid);
    try {
      // When a block event comes, the mempool may not have followed yet.
      await Promise.resolve();
      const status = watched && (await this.#layer1.transactionStatus(txid));
      if (status) this.#learn(txid, watched, status);
    } catch (error) {
      this.#warn('transaction status unavailable', '', { err: error, txid });
      this.#retryLater(txid);
    }
    this.#requested.delete(txid);
    this.#pollNext();
  }

  #learn(txid: string, watched: Watched, status: TransactionStatus): void {
    const notice = noticeOf(txid, watched, status);
    watched.status = status;
    watched.wasSeen ||= status.place !== 'none';
    if (JSON.stringify(notice) === JSON.stringify(watched.notice)) return;
    watched.notice = notice;
    for (const { notify } of watched.subscribers) notify(notice);
  }

  #retryLater(txid: string): void {
    this.#failed.add(txid);
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      for (const failed of this.#failed) this.#due.add(failed);
      this.#failed.clear();
      this.#pollNext();
    }, RETRY_MS).unref();
  }
}

function newlyWatched(): Watched {
  return { subscribers: new Set(), status: undefined, wasSeen: false, notice: undefined };
}

function isMovedBy(kind: ChainEvent['kind'], status: TransactionStatus | undefined): boolean {
  if (status?.place !== 'block') return true;
  return kind !== 'connected' && !status.isChainLocked;
}
