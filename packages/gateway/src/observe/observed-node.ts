import { NodeRefusal, NodeUnavailable, type Eventually } from '@dapikit/chain';
import type { PoolNode } from '@dapikit/chain/core-node';
import type { Observer } from './observer.js';

/**
 * A node whose calls are looked at.
 * @param name of the node, as it is told to the observer
 */
export function observedNode(node: PoolNode, name: string, observer: Observer): PoolNode {
  function observed<T>(call: string, ask: () => Eventually<T>): Promise<T> {
    return observer.upstream(name, call, async (ended) => {
      try {
        const answer = await ask();
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
    watchTransactions: (listener) => node.watchTransactions(listener),
    watchNews: (listener) => node.watchNews(listener),
    close: () => node.close(),
  };
}

function outcomeOf(error: unknown): string {
  if (error instanceof NodeRefusal) return 'refused';
  return error instanceof NodeUnavailable ? error.reason : 'failed';
}
