import { NodeRejectionError, type DevChain } from '@dapikit/chain';
import type { WithdrawalTarget } from '@dapikit/platform';

/** Pays out withdrawals of a platform on a development chain, signed by its platform quorum. */
export const layer1Withdrawals = (chain: DevChain): WithdrawalTarget => ({
  nextIndex: () => chain.quorums.nextUnlockIndex,
  send: async (unlock) => {
    const { height } = chain.tip();
    const transaction = chain.quorums.signUnlock(unlock);
    if (transaction === undefined) return undefined;
    try {
      await chain.sendTransaction(transaction);
      return height;
    } catch (error) {
      // It waits: the credit pool may have too little now.
      if (error instanceof NodeRejectionError) return undefined;
      throw error;
    }
  },
  statusOf: ({ index, duffs, outputScript }) => {
    const status = chain.quorums.unlockStatus(index);
    if (status !== 'unknown' && !chain.quorums.unlockPays(index, duffs, outputScript))
      return Promise.resolve('other');
    const isFinal = status === 'chainlocked' || (status === 'mined' && !chain.quorums.locksBlocks);
    return Promise.resolve(isFinal ? 'final' : status === 'unknown' ? 'unknown' : 'pending');
  },
});
