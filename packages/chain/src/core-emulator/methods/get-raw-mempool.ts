import { describeEntry } from '../json/describe-mempool-entry.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter } from '../rpc/rpc-params.js';

export const getRawMempool: EmulatorMethod = {
  name: 'getrawmempool',
  category: 'Blockchain',
  summary: 'returns the transactions in the mempool, parents first',
  params: [
    { name: 'verbose', type: 'boolean', isOptional: true, about: 'true for details' },
    {
      name: 'mempool_sequence',
      type: 'boolean',
      isOptional: true,
      about: 'true for the number that `sequence` has next',
    },
  ],
  difference: 'The order, which is undefined in Dash Core.',
  answer(node, params) {
    const isVerbose = params.flag(0, false);
    const withSequence = params.flag(1, false);
    const entries = [...node.mempool.entries()];
    const txids = entries.map(({ txid }) => txid);
    if (!isVerbose) {
      return withSequence ? { txids, mempool_sequence: node.mempoolSequence() } : txids;
    }
    if (withSequence) throw invalidParameter('Verbose results cannot contain mempool sequence values.');
    return Object.fromEntries(entries.map((entry) => [entry.txid, describeEntry(entry, node)]));
  },
};
