import { compareHashes } from '../../base/bytes/hex.js';
import type { MempoolEntry } from '../mempool/mempool-entry.js';

interface FeeAndSize {
  /** In duffs. */
  readonly fee: bigint;
  /** As fees are measured by. */
  readonly size: number;
}

/** Describes a transaction and all that must be mined before it and is not selected yet. */
export interface Package extends FeeAndSize {
  readonly txid: string;
  /** In an order in which they can be mined: the transaction itself is the last. */
  readonly entries: readonly MempoolEntry[];
  readonly sigops: number;
  /** Fee and size of the transaction alone. */
  readonly own: FeeAndSize;
}

/**
 * Compares packages for the order in a block: below 0 if `a` comes before `b`. A package counts with its fee rate, but no more than that of its transaction.
 *
 * Source: `CompareTxMemPoolEntryByAncestorFee` in `src/txmempool.h` of dashpay/dash.
 */
export function comparePackages(a: Package, b: Package): number {
  return compareRates(score(b), score(a)) || compareHashes(a.txid, b.txid);
}

function score(candidate: Package): FeeAndSize {
  return compareRates(candidate.own, candidate) > 0 ? candidate : candidate.own;
}

function compareRates(a: FeeAndSize, b: FeeAndSize): number {
  const [left, right] = [a.fee * BigInt(b.size), b.fee * BigInt(a.size)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
