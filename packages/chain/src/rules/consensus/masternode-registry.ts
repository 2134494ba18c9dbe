import { compareHashes } from '../../base/bytes/hex.js';
import { masternodeListRoot } from '../../primitives/masternode/masternode-list-root.js';
import type { OutPoint } from '../../primitives/transaction/transaction.js';
import { simplifiedEntryOf, type Masternode } from './masternode.js';

/** The fields of a list that seldom change: all but the last payment. */
interface Registry {
  readonly masternodes: ReadonlyMap<string, Masternode>;
  /** Once it was computed; no payment has a part in it. */
  root?: string;
}

/**
 * Represents the masternodes after a block. Never changes: every change gives another list. Almost every block pays one
 * masternode and changes nothing else, so lists share what that leaves alone.
 */
export class MasternodeRegistry {
  static readonly empty = new MasternodeRegistry({ masternodes: new Map() }, []);

  readonly #registry: Registry;
  /** The heights at which the masternodes were paid last, in the order of the registry. */
  readonly #paidHeights: readonly number[];

  private constructor(registry: Registry, paidHeights: readonly number[]) {
    this.#registry = registry;
    this.#paidHeights = paidHeights;
  }

  static #of(masternodes: ReadonlyMap<string, Masternode>): MasternodeRegistry {
    return new MasternodeRegistry(
      { masternodes },
      Array.from(masternodes.values(), ({ lastPaidHeight }) => lastPaidHeight),
    );
  }

  get size(): number {
    return this.#registry.masternodes.size;
  }

  *[Symbol.iterator](): IterableIterator<Masternode> {
    let place = 0;
    for (const masternode of this.#registry.masternodes.values()) {
      yield this.#asPaid(masternode, place);
      place += 1;
    }
  }

  get(proTxHash: string): Masternode | undefined {
    return this.#registry.masternodes.has(proTxHash)
      ? this.find((masternode) => masternode.proTxHash === proTxHash)
      : undefined;
  }

  find(predicate: (masternode: Masternode) => boolean): Masternode | undefined {
    for (const masternode of this) if (predicate(masternode)) return masternode;
    return undefined;
  }

  withCollateral({ txid, index }: OutPoint): Masternode | undefined {
    let place = 0;
    for (const masternode of this.#registry.masternodes.values()) {
      const { collateral } = masternode;
      if (collateral.index === index && collateral.txid === txid) return this.#asPaid(masternode, place);
      place += 1;
    }
    return undefined;
  }

  /** Returns the list with `masternode` added, or in the place of the one with its hash. */
  with(masternode: Masternode): MasternodeRegistry {
    return MasternodeRegistry.#of(this.#copy().set(masternode.proTxHash, masternode));
  }

  without(proTxHash: string): MasternodeRegistry {
    const masternodes = this.#copy();
    masternodes.delete(proTxHash);
    return MasternodeRegistry.#of(masternodes);
  }

  /** Returns the list in which a masternode was paid last at `height`; the same one where it is not there. */
  withPaid(proTxHash: string, height: number): MasternodeRegistry {
    const place = [...this.#registry.masternodes.keys()].indexOf(proTxHash);
    return place < 0 ? this : new MasternodeRegistry(this.#registry, this.#paidHeights.with(place, height));
  }

  /** Returns the list after a block at `height` that changed nothing but whom it paid. */
  afterPayment(height: number): MasternodeRegistry {
    const payee = this.payee();
    return payee === undefined ? this : this.withPaid(payee.proTxHash, height);
  }

  /** Returns whether no more than payments is between this list and another. */
  differsInPaymentsOnly(other: MasternodeRegistry): boolean {
    return this.#registry === other.#registry;
  }

  /** Returns the root that the coinbase of the block commits to, in display order. */
  get root(): string {
    this.#registry.root ??= masternodeListRoot([...this].map(simplifiedEntryOf));
    return this.#registry.root;
  }

  /**
   * Returns the masternode that the next block pays: the one that has waited longest among those that are not banned.
   *
   * Source: `CDeterministicMNList::GetMNPayee` in `src/evo/deterministicmns.cpp` of dashpay/dash, with MN_RR active.
   */
  payee(): Masternode | undefined {
    let payee: Masternode | undefined;
    for (const masternode of this) {
      if (masternode.banHeight !== undefined) continue;
      if (payee === undefined || isPaidBefore(masternode, payee)) payee = masternode;
    }
    return payee;
  }

  /**
   * Returns the masternodes that the next blocks pay, one each, if nothing but payments changes.
   *
   * Source: `CDeterministicMNList::GetProjectedMNPayees` in `src/evo/deterministicmns.cpp` of dashpay/dash, with MN_RR active.
   */
  projectedPayees(count: number): Masternode[] {
    return [...this]
      .filter(({ banHeight }) => banHeight === undefined)
      .toSorted((a, b) => (isPaidBefore(a, b) ? -1 : 1))
      .slice(0, count);
  }

  #asPaid(masternode: Masternode, place: number): Masternode {
    const lastPaidHeight = this.#paidHeights[place] ?? 0;
    return lastPaidHeight === masternode.lastPaidHeight ? masternode : { ...masternode, lastPaidHeight };
  }

  #copy(): Map<string, Masternode> {
    return new Map(Array.from(this, (masternode) => [masternode.proTxHash, masternode]));
  }
}

function isPaidBefore(a: Masternode, b: Masternode): boolean {
  const [waitingSinceA, waitingSinceB] = [waitingSince(a), waitingSince(b)];
  if (waitingSinceA !== waitingSinceB) return waitingSinceA < waitingSinceB;
  return compareHashes(a.proTxHash, b.proTxHash) < 0;
}

function waitingSince({ lastPaidHeight, revivedHeight, registeredHeight }: Masternode): number {
  if (revivedHeight !== undefined && revivedHeight > lastPaidHeight) return revivedHeight;
  return lastPaidHeight === 0 ? registeredHeight : lastPaidHeight;
}
