import { compareHashes } from '../../base/bytes/hex.js';
import { RejectionError } from '../../rules/consensus/rejection-error.js';
import type { Mempool } from './mempool.js';
import type { MempoolEntry } from './mempool-entry.js';

/** Limits of chains of unconfirmed transactions; sizes as fees are measured by. */
interface PackageLimits {
  readonly ancestors: number;
  readonly ancestorSize: number;
  readonly descendants: number;
  readonly descendantSize: number;
}

/** The transaction itself counts as an ancestor and a descendant. Source: `src/policy/policy.h` of dashpay/dash. */
const LIMITS: PackageLimits = {
  ancestors: 25,
  ancestorSize: 101_000,
  descendants: 25,
  descendantSize: 101_000,
};

/** One more small child of a parent is let in, so that both parties of a contract can raise its fee. */
const CARVE_OUT_SIZE = 10_000;
const CARVE_OUT_LIMITS: PackageLimits = {
  ancestors: 2,
  ancestorSize: LIMITS.ancestorSize,
  descendants: LIMITS.descendants + 1,
  descendantSize: LIMITS.descendantSize + CARVE_OUT_SIZE,
};

/**
 * Limits chains of unconfirmed transactions.
 *
 * Source: `MemPoolAccept::PreChecks` in `src/validation.cpp` of dashpay/dash.
 * @throws {RejectionError} `too-long-mempool-chain`, with the limit that is passed.
 */
export function checkPackageLimits(entry: MempoolEntry, mempool: Mempool): void {
  const problem = packageProblem(entry, mempool, LIMITS);
  if (problem === undefined) return;
  const isCarvedOut =
    entry.feeSize <= CARVE_OUT_SIZE && packageProblem(entry, mempool, CARVE_OUT_LIMITS) === undefined;
  if (!isCarvedOut) throw new RejectionError('too-long-mempool-chain', problem);
}

/**
 * Returns the first limit that is passed, walking from the transaction to its ancestors. Which one is met first, where several
 * are passed, depends on the order of the walk: that of the ids as bytes.
 *
 * Source: `CTxMemPool::CalculateMemPoolAncestors` in `src/txmempool.cpp` of dashpay/dash.
 */
function packageProblem(entry: MempoolEntry, mempool: Mempool, limits: PackageLimits): string | undefined {
  const waiting = new Set(entry.parents);
  if (waiting.size + 1 > limits.ancestors) return `too many unconfirmed parents [limit: ${limits.ancestors}]`;
  const visited = new Set<string>();
  let size = entry.feeSize;
  for (let txid = first(waiting); txid !== undefined; txid = first(waiting)) {
    waiting.delete(txid);
    visited.add(txid);
    size += sizeOf(mempool, txid);
    const problem = descendantProblem(entry, mempool, txid, limits);
    if (problem !== undefined) return problem;
    if (size > limits.ancestorSize) return `exceeds ancestor size limit [limit: ${limits.ancestorSize}]`;
    for (const parent of mempool.get(txid)?.parents ?? []) {
      if (!visited.has(parent)) waiting.add(parent);
      if (waiting.size + visited.size + 1 > limits.ancestors)
        return `too many unconfirmed ancestors [limit: ${limits.ancestors}]`;
    }
  }
  return undefined;
}

function descendantProblem(
  entry: MempoolEntry,
  mempool: Mempool,
  ancestor: string,
  limits: PackageLimits,
): string | undefined {
  const descendants = mempool.descendants(ancestor);
  let size = entry.feeSize + sizeOf(mempool, ancestor);
  for (const descendant of descendants) size += sizeOf(mempool, descendant);
  if (size > limits.descendantSize)
    return `exceeds descendant size limit for tx ${ancestor} [limit: ${limits.descendantSize}]`;
  if (descendants.size + 2 > limits.descendants)
    return `too many descendants for tx ${ancestor} [limit: ${limits.descendants}]`;
  return undefined;
}

function sizeOf(mempool: Mempool, txid: string): number {
  return mempool.get(txid)?.feeSize ?? 0;
}

function first(txids: ReadonlySet<string>): string | undefined {
  let lowest: string | undefined;
  for (const txid of txids) if (lowest === undefined || compareHashes(txid, lowest) < 0) lowest = txid;
  return lowest;
}
