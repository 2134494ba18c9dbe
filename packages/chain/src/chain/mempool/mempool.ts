import type { Coin } from '../../rules/consensus/coin.js';
import type { CoinView } from '../../rules/consensus/coins.js';
import { outPointKey, type OutPoint } from '../../primitives/transaction/transaction.js';
import { InstantLocks } from './instant-locks.js';
import type { MempoolEntry } from './mempool-entry.js';
import { ScriptResults } from './script-results.js';

/** Represents the unconfirmed transactions, parents before children. */
export class Mempool {
  readonly #entries = new Map<string, MempoolEntry>();
  readonly #spenders = new Map<string, string>();
  readonly #children = new Map<string, Set<string>>();
  /** InstantSend locks of transactions that wait, and of others. */
  instantLocks = InstantLocks.none;
  /** Script results of transactions that were checked for this mempool, let in or not. */
  readonly scriptResults = new ScriptResults();

  get size(): number {
    return this.#entries.size;
  }

  get(txid: string): MempoolEntry | undefined {
    return this.#entries.get(txid);
  }

  has(txid: string): boolean {
    return this.#entries.has(txid);
  }

  /** Returns every transaction, each behind those it spends outputs of. */
  entries(): IterableIterator<MempoolEntry> {
    return this.#entries.values();
  }

  /** Returns the id of the transaction that spends an output. */
  spenderOf(outPoint: OutPoint): string | undefined {
    return this.#spenders.get(outPointKey(outPoint));
  }

  add(entry: MempoolEntry): void {
    this.#entries.set(entry.txid, entry);
    for (const { previousOutput } of entry.transaction.inputs) {
      this.#spenders.set(outPointKey(previousOutput), entry.txid);
    }
    for (const parent of entry.parents) {
      const children = this.#children.get(parent) ?? new Set();
      this.#children.set(parent, children.add(entry.txid));
    }
  }

  /** Takes a transaction out, and leaves those that spend its outputs: it is in a block now. */
  removeMined(txid: string): void {
    const entry = this.#entries.get(txid);
    if (entry === undefined) return;
    for (const child of this.#children.get(txid) ?? []) this.#orphan(child, txid);
    this.#entries.delete(txid);
    this.#children.delete(txid);
    for (const { previousOutput } of entry.transaction.inputs)
      this.#spenders.delete(outPointKey(previousOutput));
    for (const parent of entry.parents) this.#children.get(parent)?.delete(txid);
  }

  /** Removes the links to a mined parent, which no longer counts for the limits of chains of unconfirmed transactions. */
  #orphan(txid: string, parent: string): void {
    const entry = this.#entries.get(txid);
    if (entry === undefined) return;
    const parents = new Set([...entry.parents].filter((id) => id !== parent));
    this.#entries.set(txid, { ...entry, parents });
  }

  /** Takes a transaction out with all that spend its outputs, directly or not: it can no longer be mined. */
  removeConflicted(txid: string): void {
    for (const descendant of [...this.descendants(txid), txid]) this.removeMined(descendant);
  }

  /** Empties the mempool, and returns its transactions, parents first. */
  drain(): MempoolEntry[] {
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    this.#spenders.clear();
    this.#children.clear();
    return entries;
  }

  /** Returns the ids of the transactions in the mempool that must be mined before one with these parents. */
  ancestors(parents: Iterable<string>): Set<string> {
    return closure(parents, (txid) => this.#entries.get(txid)?.parents);
  }

  /** Returns the ids of the transactions in the mempool that spend outputs of `txid`, directly or not. */
  descendants(txid: string): Set<string> {
    return closure(this.#children.get(txid) ?? [], (child) => this.#children.get(child));
  }

  /** Returns the unspent outputs of a chain at `tipHeight` and of the mempool. A coin that the mempool spends is still in it. */
  viewOn(coins: CoinView, tipHeight: number): CoinView {
    return {
      coin: (outPoint: OutPoint): Coin | undefined => {
        const output = this.#entries.get(outPoint.txid)?.transaction.outputs[outPoint.index];
        return output ? { ...output, height: tipHeight + 1, isCoinbase: false } : coins.coin(outPoint);
      },
    };
  }
}

function closure(start: Iterable<string>, next: (txid: string) => Iterable<string> | undefined): Set<string> {
  const found = new Set<string>();
  const queue = [...start];
  for (let txid = queue.pop(); txid !== undefined; txid = queue.pop()) {
    if (found.has(txid)) continue;
    found.add(txid);
    queue.push(...(next(txid) ?? []));
  }
  return found;
}
