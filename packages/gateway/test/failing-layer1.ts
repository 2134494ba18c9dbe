import type { Layer1 } from '@dapikit/chain';

/** A layer 1 every method of which rejects with `error`. */
export function failingLayer1(error: unknown): Layer1 {
  const fail = async (): Promise<never> => {
    throw error;
  };
  return {
    tip: fail,
    blockHash: fail,
    sendTransaction: fail,
    masternodeListDiff: fail,
    status: fail,
    bestChainLock: fail,
    transactionStatus: fail,
    read: fail,
    watchBlocks: () => () => undefined,
    watchChainLocks: () => () => undefined,
    watchTransactions: () => () => undefined,
  };
}
