import type { ChainState } from '../chainstate/chain-state.js';
import { isAccepted } from '../consensus/rejection.js';
import { checkSpecialTransaction } from '../consensus/special-rules.js';
import type { SizedTransaction } from '../consensus/transaction-rules.js';
import { carriesPayload } from '../transaction/transaction.js';
import { checkForMempool, type Leniency } from './accept.js';
import type { Mempool } from './mempool.js';

/** Keeps a mempool in step with a chain. */
export interface ChainFollower {
  /** To be called once the chain has moved: brings back what a reorganisation took out of the chain. */
  settle(): void;
  /** Forgets what a reorganisation took out of the chain since. */
  forget(): void;
}

/**
 * Follows a chain: what a block holds, or makes impossible, leaves the mempool; what a reorganisation takes out of the
 * chain comes back, if it is still valid.
 */
export function followChain(chain: ChainState, mempool: Mempool): ChainFollower {
  const orphaned: (readonly SizedTransaction[])[] = [];
  chain.onBlock(({ kind }, { transactions }) => {
    if (kind === 'disconnected') {
      orphaned.unshift(transactions);
      return;
    }
    for (const { txid, transaction } of transactions) {
      mempool.removeMined(txid);
      for (const { previousOutput } of transaction.inputs) {
        const conflict = mempool.spenderOf(previousOutput);
        if (conflict !== undefined) mempool.removeConflicted(conflict);
      }
    }
  });
  return {
    settle(): void {
      if (orphaned.length > 0) {
        // The mempool is emptied first: what was in it may depend on what comes back before it.
        const [fromBlocks, waiting] = [orphaned.splice(0).flat(), mempool.drain()];
        const addIfValid = ({ transaction, txid, size }: SizedTransaction, leniency: Leniency): unknown =>
          isAccepted(() => {
            mempool.add(checkForMempool({ transaction, txid, size }, chain, mempool, leniency));
          });
        for (const candidate of fromBlocks) addIfValid(candidate, { anyFee: true });
        for (const candidate of waiting)
          addIfValid(candidate, { anyFee: true, scriptsAreChecked: true, isWaiting: true });
      }
      dropOutdatedSpecials(chain, mempool);
    },
    forget(): void {
      orphaned.length = 0;
    },
  };
}

/** A block can change the masternode list so that a provider transaction that waits no longer fits to it, and an asset unlock expires. */
function dropOutdatedSpecials(chain: ChainState, mempool: Mempool): void {
  const { tip } = chain;
  if (tip.connected === undefined) return;
  const { masternodes, quorums } = tip.connected;
  const context = {
    height: tip.height + 1,
    masternodes,
    quorums,
    isWaiting: true,
    coins: chain.coins,
    hasBlock: (hash: string): boolean => chain.hasBlock(hash),
  };
  for (const entry of mempool.entries()) {
    if (!carriesPayload(entry.transaction)) continue;
    const isValid = isAccepted(() => checkSpecialTransaction({ ...context, ...entry }));
    if (!isValid) mempool.removeConflicted(entry.txid);
  }
}
