import { Rejection } from '../consensus/rejection.js';
import type { Mempool } from './mempool.js';
import type { MempoolEntry } from './mempool-entry.js';

/** How long chains of unconfirmed transactions may become. Source: `src/policy/policy.h` of dashpay/dash. */
const MOST_ANCESTORS = 25;
const MOST_DESCENDANTS = 25;
const LARGEST_PACKAGE = 101_000;

/** One more small descendant is let in, so that both parties of a contract can raise its fee. */
const CARVE_OUT_SIZE = 10_000;

/**
 * Keeps chains of unconfirmed transactions short.
 *
 * Source: `CTxMemPool::CalculateMemPoolAncestors` in `src/txmempool.cpp` of dashpay/dash.
 * @throws {Rejection} `too-long-mempool-chain`, with the limit that is passed.
 */
export function checkPackageLimits(entry: MempoolEntry, mempool: Mempool): void {
  const problem = packageProblem(entry, mempool, MOST_DESCENDANTS, LARGEST_PACKAGE);
  if (problem === undefined) return;
  const ancestors = mempool.ancestors(entry.parents).size;
  const isCarvedOut =
    entry.feeSize <= CARVE_OUT_SIZE &&
    ancestors <= 1 &&
    packageProblem(entry, mempool, MOST_DESCENDANTS + 1, LARGEST_PACKAGE + CARVE_OUT_SIZE) === undefined;
  if (!isCarvedOut) throw new Rejection('too-long-mempool-chain', problem);
}

function packageProblem(
  entry: MempoolEntry,
  mempool: Mempool,
  mostDescendants: number,
  largestDescendants: number,
): string | undefined {
  if (entry.parents.size + 1 > MOST_ANCESTORS)
    return `too many unconfirmed parents [limit: ${MOST_ANCESTORS}]`;
  const ancestors = mempool.ancestors(entry.parents);
  const sizeOf = (txid: string): number => mempool.get(txid)?.feeSize ?? 0;
  for (const ancestor of ancestors) {
    const descendants = mempool.descendants(ancestor);
    const size = entry.feeSize + sizeOf(ancestor) + sum(descendants, sizeOf);
    if (size > largestDescendants) {
      return `exceeds descendant size limit for tx ${ancestor} [limit: ${largestDescendants}]`;
    }
    if (descendants.size + 2 > mostDescendants) {
      return `too many descendants for tx ${ancestor} [limit: ${mostDescendants}]`;
    }
  }
  if (entry.feeSize + sum(ancestors, sizeOf) > LARGEST_PACKAGE) {
    return `exceeds ancestor size limit [limit: ${LARGEST_PACKAGE}]`;
  }
  if (ancestors.size + 1 > MOST_ANCESTORS) return `too many unconfirmed ancestors [limit: ${MOST_ANCESTORS}]`;
  return undefined;
}

function sum(txids: Iterable<string>, sizeOf: (txid: string) => number): number {
  let total = 0;
  for (const txid of txids) total += sizeOf(txid);
  return total;
}
