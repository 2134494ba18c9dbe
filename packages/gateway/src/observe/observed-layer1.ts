import { NodeRefusal, NodeUnavailable, type Eventually, type Layer1 } from '@dapikit/chain';
import type { Observer } from './observer.js';

/**
 * A node whose calls are looked at.
 * @param name of the node, as it is told to the observer
 */
export function observedLayer1(layer1: Layer1, name: string, observer: Observer): Layer1 {
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
    tip: (options) => observed('tip', () => layer1.tip(options)),
    blockHash: (height, options) => observed('blockHash', () => layer1.blockHash(height, options)),
    sendTransaction: (serialized, options) =>
      observed('sendTransaction', () => layer1.sendTransaction(serialized, options)),
    masternodeListDiff: (baseBlock, block, options) =>
      observed('masternodeListDiff', () => layer1.masternodeListDiff(baseBlock, block, options)),
    status: (options) => observed('status', () => layer1.status(options)),
    bestChainLock: (options) => observed('bestChainLock', () => layer1.bestChainLock(options)),
    watchBlocks: (listener) => layer1.watchBlocks(listener),
    watchChainLocks: (listener) => layer1.watchChainLocks(listener),
  };
}

function outcomeOf(error: unknown): string {
  if (error instanceof NodeRefusal) return 'refused';
  return error instanceof NodeUnavailable ? error.reason : 'failed';
}
