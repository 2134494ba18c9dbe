import { NodeRejectionError } from '../../layer1/layer1.js';
import type { MempoolEntry } from '../../chain/mempool/mempool-entry.js';
import type { Mempool } from '../../chain/mempool/mempool.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { describeEntry } from '../json/describe-mempool-entry.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

/** Implements `getmempoolancestors`: the unconfirmed transactions that a transaction depends on. */
export const getMempoolAncestors = relatives('getmempoolancestors', {
  summary: 'returns the ancestors of a mempool transaction',
  find: (entry, mempool) => mempool.ancestors(entry.parents),
});

/** Implements `getmempooldescendants`: the unconfirmed transactions that depend on a transaction. */
export const getMempoolDescendants = relatives('getmempooldescendants', {
  summary: 'returns the descendants of a mempool transaction',
  find: (entry, mempool) => mempool.descendants(entry.txid),
});

function relatives(
  name: string,
  {
    summary,
    find,
  }: {
    readonly summary: string;
    readonly find: (entry: MempoolEntry, mempool: Mempool) => ReadonlySet<string>;
  },
): EmulatorMethod {
  return {
    name,
    category: 'Blockchain',
    summary,
    params: [
      { name: 'txid', type: 'string', about: 'its id' },
      { name: 'verbose', type: 'boolean', isOptional: true, about: 'true for details' },
    ],
    difference: 'The order; `time` and `height` are those of the call.',
    answer(node, params) {
      const isVerbose = params.flag(1, false);
      const entry = node.mempool.get(params.hash(0, 'parameter 1'));
      if (entry === undefined) {
        throw new NodeRejectionError(RPC_ERROR_CODES.notFound, 'Transaction not in mempool');
      }
      const found = [...find(entry, node.mempool)].flatMap((txid) => node.mempool.get(txid) ?? []);
      return isVerbose
        ? Object.fromEntries(found.map((one) => [one.txid, describeEntry(one, node)]))
        : found.map(({ txid }) => txid);
    },
  };
}
