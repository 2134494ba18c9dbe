import { modifiedFee, type MempoolEntry } from '../../chain/mempool/mempool-entry.js';
import { Amount } from './core-json.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';

/**
 * Describes a transaction of the mempool. Its time and height of arrival are not recorded: those of the call replace them.
 *
 * Source: `entryToJSON` in `src/rpc/mempool.cpp` of dashpay/dash.
 */
export function describeEntry(entry: MempoolEntry, node: EmulatedNode): object {
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
      modified: new Amount(modifiedFee(entry)),
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
  return new Amount(entries.reduce((sum, each) => sum + modifiedFee(each), 0n));
}
