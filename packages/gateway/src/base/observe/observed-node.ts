import { NodeRejectionError, NodeUnavailableError, type Eventually } from '@dapikit/chain';
import type { PoolNode } from '@dapikit/chain/core-pool';
import type { Observer } from './observer.js';

/**
 * Observes the calls to a node.
 * @param name of the node, as the observer gets it
 */
export function observedNode(node: PoolNode, name: string, observer: Observer): PoolNode {
  function observed<T>(call: string, send: () => Eventually<T>): Promise<T> {
    return observer.upstream(name, call, async (ended) => {
      try {
        const answer = await send();
        ended('ok');
        return answer;
      } catch (error) {
        ended(outcomeOf(error));
        throw error;
      }
    });
  }

  return {
    tip: (options) => observed('tip', () => node.tip(options)),
    block: (hash, options) => observed('block', () => node.block(hash, options)),
    blockHash: (height, options) => observed('blockHash', () => node.blockHash(height, options)),
    sendTransaction: (serialized, options) =>
      observed('sendTransaction', () => node.sendTransaction(serialized, options)),
    masternodeListDiff: (baseBlock, block, options) =>
      observed('masternodeListDiff', () => node.masternodeListDiff(baseBlock, block, options)),
    status: (options) => observed('status', () => node.status(options)),
    bestChainLock: (options) => observed('bestChainLock', () => node.bestChainLock(options)),
    transactionStatus: (txid, options) =>
      observed('transactionStatus', () => node.transactionStatus(txid, options)),
    read: (name, request, options) => observed(name, () => node.read(name, request, options)),
    watchTransactions: (listener) => node.watchTransactions(listener),
    watchNews: (listener) => node.watchNews(listener),
    close: () => node.close(),
  };
}

function outcomeOf(error: unknown): string {
  if (error instanceof NodeRejectionError) return 'rejected';
  return error instanceof NodeUnavailableError ? error.reason : 'failed';
}
