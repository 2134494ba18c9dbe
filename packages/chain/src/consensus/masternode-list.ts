import { compareHashes } from '../bytes/hex.js';
import { masternodeListRoot } from '../masternode/masternode-list-root.js';
import { outPointKey, type OutPoint } from '../transaction/transaction.js';
import { simplifiedEntryOf, type Masternode } from './masternode.js';

/** The masternodes after a block. Never changes: every change gives another list. */
export class MasternodeList {
  static readonly empty = new MasternodeList(new Map());

  readonly #masternodes: ReadonlyMap<string, Masternode>;
  #root: string | undefined;

  private constructor(masternodes: ReadonlyMap<string, Masternode>) {
    this.#masternodes = masternodes;
  }

  get size(): number {
    return this.#masternodes.size;
  }

  [Symbol.iterator](): IterableIterator<Masternode> {
    return this.#masternodes.values();
  }

  get(proTxHash: string): Masternode | undefined {
    return this.#masternodes.get(proTxHash);
  }

  find(predicate: (masternode: Masternode) => boolean): Masternode | undefined {
    for (const masternode of this) if (predicate(masternode)) return masternode;
    return undefined;
  }

  withCollateral(outPoint: OutPoint): Masternode | undefined {
    const key = outPointKey(outPoint);
    return this.find(({ collateral }) => outPointKey(collateral) === key);
  }

  /** The list with `masternode` added, or in the place of the one with its hash. */
  with(masternode: Masternode): MasternodeList {
    return new MasternodeList(new Map(this.#masternodes).set(masternode.proTxHash, masternode));
  }

  without(proTxHash: string): MasternodeList {
    const masternodes = new Map(this.#masternodes);
    masternodes.delete(proTxHash);
    return new MasternodeList(masternodes);
  }

  /** The root that the coinbase of the block commits to, in display order. */
  get root(): string {
    this.#root ??= masternodeListRoot([...this].map(simplifiedEntryOf));
    return this.#root;
  }

  /**
   * The masternode that the next block pays: the one that has waited longest among those that are not banned.
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
