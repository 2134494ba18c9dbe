import { LRUCache } from 'lru-cache';
import { UnsafeTransactionError } from '../../primitives/transaction/unsafe-transaction-error.js';

/** A process stores this many; the ones added or rejected least recently are evicted first. */
const MAX_QUARANTINED_TRANSACTIONS = 10_000;

/** Stores the transactions during which a node disconnected, so that no other node gets them. */
export class TransactionQuarantine {
  readonly #txids = new LRUCache<string, true>({ max: MAX_QUARANTINED_TRANSACTIONS });

  /** Quarantines a transaction, and returns the error that its callers get. */
  add(txid: string): UnsafeTransactionError {
    this.#txids.set(txid, true);
    return quarantined(txid);
  }

  /** @throws {UnsafeTransactionError} for a transaction that is quarantined. */
  check(txid: string): void {
    if (this.#txids.get(txid) === true) throw quarantined(txid);
  }
}

function quarantined(txid: string): UnsafeTransactionError {
  const message = 'a node disconnected while it had this transaction; it is not sent again';
  return new UnsafeTransactionError('transaction-quarantined', message, {
    expected: 'a transaction that nodes survive',
    found: txid,
    fix: 'look up whether the transaction was accepted; if it was not, build and sign another one',
  });
}
