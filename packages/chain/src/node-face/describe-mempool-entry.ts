import type { MempoolEntry } from '../mempool/mempool-entry.js';
import { Amount } from './core-json.js';
import type { FaceNode } from './face-node.js';

/**
 * What is told of a transaction that waits. When and at which height it came is not remembered: it is as if it came just now.
 *
 * Source: `entryToJSON` in `src/rpc/mempool.cpp` of dashpay/dash.
 */
export function describeEntry(entry: MempoolEntry, node: FaceNode): object {
  const { mempool, chain } = node;
  const entriesOf = (txids: Iterable<string>): MempoolEntry[] => [
    entry,
    ...[...txids].flatMap((txid) => mempool.get(txid) ?? []),
  ];
  const descendants = entriesOf(mempool.descendants(entry.txid));
  const ancestors = entriesOf(mempool.ancestors(entry.parents));
  return {
    vsize: entry.feeSize,
    time: node.now(),
    height: chain.tip.height,
    descendantcount: descendants.length,
    descendantsize: sizeOf(descendants),
    ancestorcount: ancestors.length,
    ancestorsize: sizeOf(ancestors),
    fees: {
      base: new Amount(entry.fee),
      modified: new Amount(entry.fee),
      ancestor: feesOf(ancestors),
      descendant: feesOf(descendants),
    },
    depends: [...entry.parents].toSorted(),
    spentby: descendants.filter(({ parents }) => parents.has(entry.txid)).map(({ txid }) => txid),
    instantlock: String(node.isInstantLocked(entry.txid)),
    unbroadcast: false,
  };
}

function sizeOf(entries: readonly MempoolEntry[]): number {
  return entries.reduce((sum, { feeSize }) => sum + feeSize, 0);
}

function feesOf(entries: readonly MempoolEntry[]): Amount {
  return new Amount(entries.reduce((sum, { fee }) => sum + fee, 0n));
}
