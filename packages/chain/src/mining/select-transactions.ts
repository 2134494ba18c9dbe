import type { MempoolEntry } from '../mempool/mempool-entry.js';
import type { Mempool } from '../mempool/mempool.js';

/**
 * The transactions for a block of at most `room` bytes: those that pay most a byte first, each with the ones it depends
 * on before it.
 *
 * Source: `BlockAssembler::addPackageTxs` in `src/node/miner.cpp` of dashpay/dash.
 */
export function selectTransactions(mempool: Mempool, room: number): MempoolEntry[] {
  const packages = [...mempool.entries()].map((entry) => packageOf(entry, mempool));
  packages.sort((a, b) => compareFeeRates(b, a) || a.entries.length - b.entries.length);
  const selected = new Map<string, MempoolEntry>();
  let left = room;
  for (const { entries } of packages) {
    const missing = entries.filter(({ txid }) => !selected.has(txid));
    const size = missing.reduce((sum, entry) => sum + entry.size, 0);
    if (size > left) continue;
    left -= size;
    for (const entry of missing) selected.set(entry.txid, entry);
  }
  return [...selected.values()];
}

/** A transaction and all that must be mined before it, in an order that does. */
interface Package {
  readonly entries: readonly MempoolEntry[];
  readonly fee: bigint;
  readonly size: number;
}

function packageOf(entry: MempoolEntry, mempool: Mempool): Package {
  const ancestors = mempool.ancestors(entry.parents);
  const before = ancestors.size === 0 ? [] : [...mempool.entries()].filter(({ txid }) => ancestors.has(txid));
  const entries = [...before, entry];
  return {
    entries,
    fee: entries.reduce((sum, { fee }) => sum + fee, 0n),
    size: entries.reduce((sum, { feeSize }) => sum + feeSize, 0),
  };
}

function compareFeeRates(a: Package, b: Package): number {
  const [left, right] = [a.fee * BigInt(b.size), b.fee * BigInt(a.size)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
