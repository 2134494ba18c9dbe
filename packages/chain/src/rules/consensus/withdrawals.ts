/** Describes an asset unlock that is in a block: coins that left the credit pool. */
export interface Withdrawal {
  /** The number that the platform gave it. */
  readonly index: bigint;
  /** Height of the block. */
  readonly height: number;
  /** Duffs, the fee among them. */
  readonly amount: bigint;
}

interface Link {
  readonly withdrawal: Withdrawal;
  readonly before: Link | undefined;
}

/** Represents the asset unlocks in a chain up to a block. Never changes: every change gives another list. */
export class Withdrawals implements Iterable<Withdrawal> {
  static readonly none = new Withdrawals(undefined);

  readonly #latest: Link | undefined;

  private constructor(latest: Link | undefined) {
    this.#latest = latest;
  }

  /** Returns the list with one more: the latest. */
  with(withdrawal: Withdrawal): Withdrawals {
    return new Withdrawals({ withdrawal, before: this.#latest });
  }

  /** Returns the latest first. */
  *[Symbol.iterator](): IterableIterator<Withdrawal> {
    for (let link = this.#latest; link !== undefined; link = link.before) yield link.withdrawal;
  }

  has(index: bigint): boolean {
    for (const withdrawal of this) if (withdrawal.index === index) return true;
    return false;
  }

  /** Returns the duffs that left the credit pool with the blocks above a height. */
  amountAbove(height: number): bigint {
    let sum = 0n;
    for (const withdrawal of this) {
      if (withdrawal.height <= height) break;
      sum += withdrawal.amount;
    }
    return sum;
  }
}
