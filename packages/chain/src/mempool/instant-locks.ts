import type { InstantLock } from '../quorum/instant-lock.js';
import { outPointKey, transactionId, type Transaction } from '../transaction/transaction.js';

/** The InstantSend locks that a node knows. Never changes: every change gives others. */
export class InstantLocks implements Iterable<InstantLock> {
  static readonly none = new InstantLocks([]);

  readonly #locks: ReadonlyMap<string, InstantLock>;
  readonly #owners = new Map<string, string>();

  private constructor(locks: Iterable<InstantLock>) {
    this.#locks = new Map(Array.from(locks, (lock) => [lock.txid, lock]));
    for (const { txid, inputs } of this.#locks.values())
      for (const input of inputs) this.#owners.set(outPointKey(input), txid);
  }

  with(lock: InstantLock): InstantLocks {
    return new InstantLocks([...this, lock]);
  }

  /** In the order in which they came. */
  [Symbol.iterator](): IterableIterator<InstantLock> {
    return this.#locks.values();
  }

  /** The lock of a transaction. */
  of(txid: string): InstantLock | undefined {
    return this.#locks.get(txid);
  }

  /**
   * Whether a transaction spends what a lock gives to another.
   *
   * Source: `CInstantSendManager::GetConflictingLock` in `src/instantsend/instantsend.cpp` of dashpay/dash.
   */
  conflictsWith(transaction: Transaction): boolean {
    if (this.#owners.size === 0) return false;
    const owners = transaction.inputs.flatMap(
      ({ previousOutput }) => this.#owners.get(outPointKey(previousOutput)) ?? [],
    );
    if (owners.length === 0) return false;
    const txid = transactionId(transaction);
    return owners.some((owner) => owner !== txid);
  }
}
