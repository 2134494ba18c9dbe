import { describeEntry } from '../json/describe-mempool-entry.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter } from '../rpc/rpc-params.js';

export const getRawMempool: EmulatorMethod = {
  name: 'getrawmempool',
  category: 'Blockchain',
  summary: 'the transactions that wait in the mempool, each behind those it spends outputs of',
  params: [
    { name: 'verbose', type: 'boolean', isOptional: true, about: 'true for what is known of each' },
    {
      name: 'mempool_sequence',
      type: 'boolean',
      isOptional: true,
      about: 'true for the number that `sequence` has next',
    },
  ],
  difference: 'The order, which is none in particular there.',
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
