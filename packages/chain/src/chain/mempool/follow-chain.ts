import type { ChainBlock } from '../block-tree/chain-block.js';
import type { ChainState } from '../chainstate/chain-state.js';
import { isAccepted } from '../../rules/consensus/rejection-error.js';
import { checkSpecialTransaction } from '../../rules/consensus/special-rules.js';
import type { SizedTransaction } from '../../rules/consensus/transaction-rules.js';
import { runAtOnce } from '../../base/event-loop/in-turns.js';
import { TransactionType } from '../../primitives/transaction/transaction-type.js';
import { carriesPayload } from '../../primitives/transaction/transaction.js';
import { checkForMempool, mempoolScriptSteps, type Leniency } from './accept.js';
import type { Mempool } from './mempool.js';
import { removeForBlock } from './provider-conflicts.js';

/** Updates a mempool after changes of a chain. */
export interface ChainFollower {
  /** Updates the mempool after the chain has moved: restores the transactions of disconnected blocks. */
  settle(): void;
  /** Does what {@link ChainFollower.settle} does, in steps, while nobody else uses the chain and the mempool. */
  settleSteps(): Generator<undefined, void>;
  /** Forgets what a reorganisation took out of the chain since. */
  forget(): void;
}

/**
 * Follows a chain: what a block contains, or makes impossible, leaves the mempool; what a reorganisation takes out of the
 * chain comes back, if it is still valid.
 */
export function followChain(chain: ChainState, mempool: Mempool): ChainFollower {
  /** Disconnected blocks, the highest first. */
  const abandoned: ChainBlock[] = [];
  chain.onBlock(({ kind }, chainBlock) => {
    if (kind === 'disconnected') {
      abandoned.push(chainBlock);
      return;
    }
    if (mempool.size > 0) removeForBlock(chainBlock, mempool);
  });

  function* addIfValid(
    { transaction, txid, size }: SizedTransaction,
    leniency: Leniency,
  ): Generator<undefined, void> {
    const subject = { transaction, txid, size };
    if (leniency.scriptsAreChecked !== true) yield* mempoolScriptSteps(subject, chain, mempool, leniency);
    isAccepted(() => {
      mempool.add(checkForMempool(subject, chain, mempool, leniency));
    });
    yield;
  }

  function* settleSteps(): Generator<undefined, void> {
    if (abandoned.length > 0) {
      // The mempool is emptied first: its transactions may depend on those that return before them.
      const [blocks, waiting] = [abandoned.splice(0).toReversed(), mempool.drain()];
      for (const { block } of blocks) {
        for (const candidate of block.transactions.slice(1)) yield* addIfValid(candidate, { anyFee: true });
      }
      const leniency = { anyFee: true, scriptsAreChecked: true, isWaiting: true };
      for (const candidate of waiting) yield* addIfValid(candidate, leniency);
    }
    dropOutdatedUnlocks(chain, mempool);
  }

  return {
    settle: () => runAtOnce(settleSteps()),
    settleSteps,
    forget(): void {
      abandoned.length = 0;
    },
  };
}

/** Drops expired asset unlocks. Source: `CTxMemPool::removeExpiredAssetUnlock` in `src/txmempool.cpp` of dashpay/dash. */
function dropOutdatedUnlocks(chain: ChainState, mempool: Mempool): void {
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
    const { transaction } = entry;
    if (!carriesPayload(transaction) || transaction.type !== TransactionType.assetUnlock) continue;
    const isValid = isAccepted(() => checkSpecialTransaction({ ...context, ...entry }));
    if (!isValid) mempool.removeConflicted(entry.txid);
  }
}
