import type { Layer1 } from '@dapikit/chain';
import { whenKnown } from '../base/messages/eventually.js';
import type { TracedCall } from '../base/provenance.js';

/**
 * Presents a chain in this process as a layer 1 with the source of its responses: it needs no cache, and none of its blocks is final.
 *
 * @param now a clock that never goes back, in milliseconds
 */
export function inProcessLayer1(layer1: Layer1, now: () => number = () => performance.now()): Layer1 {
  let newestSince = now();
  layer1.watchBlocks(() => {
    newestSince = now();
  });
  const traced = <T>(answer: T, options: TracedCall | undefined): T => {
    options?.provenance?.add('hit', false, now() - newestSince);
    return answer;
  };
  return {
    tip: (options?: TracedCall) => whenKnown(layer1.tip(options), (tip) => traced(tip, options)),
    blockHash: (height, options?: TracedCall) =>
      whenKnown(layer1.blockHash(height, options), (hash) => traced(hash, options)),
    masternodeListDiff: async (baseBlock, block, options?: TracedCall) =>
      traced(await layer1.masternodeListDiff(baseBlock, block, options), options),
    sendTransaction: (serialized, options) => layer1.sendTransaction(serialized, options),
    status: (options) => layer1.status(options),
    bestChainLock: (options) => layer1.bestChainLock(options),
    transactionStatus: (txid, options) => layer1.transactionStatus(txid, options),
    read: (name, request, options) => layer1.read(name, request, options),
    watchTransactions: (listener) => layer1.watchTransactions(listener),
    watchBlocks: (listener) => layer1.watchBlocks(listener),
    watchChainLocks: (listener) => layer1.watchChainLocks(listener),
  };
}
