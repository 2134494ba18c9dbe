import type { InstantLock } from '../../rules/signing/instant-lock.js';
import { outPointKey, transactionId, type Transaction } from '../../primitives/transaction/transaction.js';

/** Locks in the order in which they came. Only grows: each {@link InstantLocks} knows a first part of it. */
interface LockLog {
  readonly locks: InstantLock[];
  readonly places: Map<string, number>;
  /** The place of the lock of each output. */
  readonly owners: Map<string, number>;
}

/**
 * Represents the InstantSend locks that a node knows. Never changes: every change gives others, which share what they
 * can.
 */
export class InstantLocks implements Iterable<InstantLock> {
  static readonly none = new InstantLocks(logOf([]), 0);

  readonly #log: LockLog;
  readonly #size: number;

  private constructor(log: LockLog, size: number) {
    this.#log = log;
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  /** Returns the locks with one more; a lock of the same transaction gives way. */
  with(lock: InstantLock): InstantLocks {
    const isKnown = this.of(lock.txid) !== undefined;
    const canGrow = this.#size > 0 && this.#log.locks.length === this.#size && !isKnown;
    const log = canGrow ? this.#log : logOf([...this].filter(({ txid }) => txid !== lock.txid));
    append(log, lock);
    return new InstantLocks(log, log.locks.length);
  }

  /** Returns the locks of transactions that `isKept` returns true for. */
  filter(isKept: (lock: InstantLock) => boolean): InstantLocks {
    const kept = [...this].filter(isKept);
    return kept.length === this.#size ? this : new InstantLocks(logOf(kept), kept.length);
  }

  /** Iterates the locks in the order in which they came. */
  *[Symbol.iterator](): IterableIterator<InstantLock> {
    const { locks } = this.#log;
    for (let place = 0; place < this.#size; place += 1) {
      const lock = locks[place];
      if (lock !== undefined) yield lock;
    }
  }

  /** Returns the lock of a transaction. */
  of(txid: string): InstantLock | undefined {
    return this.#at(this.#log.places.get(txid));
  }

  /**
   * Returns whether a transaction spends what a lock gives to another.
   *
   * Source: `CInstantSendManager::GetConflictingLock` in `src/instantsend/instantsend.cpp` of dashpay/dash.
   */
  conflictsWith(transaction: Transaction): boolean {
    if (this.#size === 0) return false;
    const owners = transaction.inputs.flatMap(
      ({ previousOutput }) => this.#at(this.#log.owners.get(outPointKey(previousOutput))) ?? [],
    );
    if (owners.length === 0) return false;
    const txid = transactionId(transaction);
    return owners.some((owner) => owner.txid !== txid);
  }

  #at(place: number | undefined): InstantLock | undefined {
    return place !== undefined && place < this.#size ? this.#log.locks[place] : undefined;
  }
}

function logOf(locks: readonly InstantLock[]): LockLog {
  const log: LockLog = { locks: [], places: new Map(), owners: new Map() };
  for (const lock of locks) append(log, lock);
  return log;
}

function append(log: LockLog, lock: InstantLock): void {
  const place = log.locks.push(lock) - 1;
  log.places.set(lock.txid, place);
  for (const input of lock.inputs) log.owners.set(outPointKey(input), place);
}
