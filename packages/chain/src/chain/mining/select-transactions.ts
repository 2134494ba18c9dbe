import { compareHashes } from '../../base/bytes/hex.js';
import { REGTEST } from '../../rules/consensus/regtest.js';
import { modifiedFee, type MempoolEntry } from '../mempool/mempool-entry.js';
import type { Mempool } from '../mempool/mempool.js';
import { feeAtRate } from '../../rules/policy/fee-rate.js';
import { comparePackages, type Package } from './package.js';

/** Reserve for the header and the coinbase. Source: `BlockAssembler::resetBlock` in `src/node/miner.cpp`, dashpay/dash. */
const RESERVED = { size: 1000, sigops: 100 };

/** A block made here stays this many bytes below the limit. Source: `BlockAssembler::CreateNewBlock`. */
const MARGIN = 1000;

/** Duffs per 1,000 bytes. Source: `DEFAULT_BLOCK_MIN_TX_FEE` in `src/policy/policy.h` of dashpay/dash. */
const MIN_FEE_RATE = 1000n;

/** Size and signature operations that still fit into a block. */
interface Room {
  size: number;
  sigops: number;
}

/**
 * Returns the transactions for the next block, in an order in which they can be mined: those that pay most a byte first, each
 * with the ones it depends on before it, whose rate goes up by what it pays for them.
 *
 * Source: `BlockAssembler::addPackageTxs` in `src/node/miner.cpp` of dashpay/dash.
 * @param commitmentsSize the bytes of the block's quorum commitments
 */
export function selectTransactions(mempool: Mempool, commitmentsSize = 0): MempoolEntry[] {
  const room: Room = {
    size: REGTEST.maxBlockSize - MARGIN - RESERVED.size - commitmentsSize,
    sigops: REGTEST.maxBlockSigops - RESERVED.sigops,
  };
  const candidates = Array.from(mempool.entries(), (entry) => packageOf(entry, mempool, new Map()));
  candidates.sort(comparePackages);
  const changed = new Map<string, Package>();
  const failed = new Set<string>();
  const selected = new Map<string, MempoolEntry>();
  for (let next = 0; ;) {
    const candidate = candidates[next];
    if (candidate && [selected, changed, failed].some((known) => known.has(candidate.txid))) {
      next += 1;
      continue;
    }
    const best = bestOf(changed.values(), candidate);
    if (best === undefined) break;
    if (best === candidate) next += 1;
    if (best.fee < feeAtRate(MIN_FEE_RATE, best.size)) break;
    changed.delete(best.txid);
    if (best.size >= room.size || best.sigops >= room.sigops) {
      failed.add(best.txid);
      continue;
    }
    room.size -= best.size;
    room.sigops -= best.sigops;
    for (const entry of best.entries) {
      selected.set(entry.txid, entry);
      changed.delete(entry.txid);
    }
    refreshDescendants(best, mempool, selected, changed);
  }
  return [...selected.values()];
}

/** Removes selected transactions from the packages of their descendants. */
function refreshDescendants(
  { entries }: Package,
  mempool: Mempool,
  selected: ReadonlyMap<string, MempoolEntry>,
  changed: Map<string, Package>,
): void {
  for (const { txid } of entries) {
    for (const descendant of mempool.descendants(txid)) {
      const entry = selected.has(descendant) ? undefined : mempool.get(descendant);
      if (entry !== undefined) changed.set(descendant, packageOf(entry, mempool, selected));
    }
  }
}

function bestOf(packages: Iterable<Package>, candidate: Package | undefined): Package | undefined {
  let best = candidate;
  for (const other of packages) if (best === undefined || comparePackages(other, best) < 0) best = other;
  return best;
}

function packageOf(
  entry: MempoolEntry,
  mempool: Mempool,
  selected: ReadonlyMap<string, MempoolEntry>,
): Package {
  const ancestors = [...mempool.ancestors(entry.parents)].flatMap((txid) => {
    const ancestor = selected.has(txid) ? undefined : mempool.get(txid);
    return ancestor === undefined
      ? []
      : [{ entry: ancestor, depth: mempool.ancestors(ancestor.parents).size }];
  });
  ancestors.sort((a, b) => a.depth - b.depth || compareHashes(a.entry.txid, b.entry.txid));
  const entries = [...ancestors.map((ancestor) => ancestor.entry), entry];
  return {
    txid: entry.txid,
    entries,
    own: { fee: modifiedFee(entry), size: entry.feeSize },
    fee: entries.reduce((sum, each) => sum + modifiedFee(each), 0n),
    size: entries.reduce((sum, { feeSize }) => sum + feeSize, 0),
    sigops: entries.reduce((sum, { sigops }) => sum + sigops, 0),
  };
}
