import { isCoinbase, type OutPoint, type Transaction } from '../primitives/transaction/transaction.js';
import type { LocalNode } from './local-node.js';
import type { MinedTransactions } from './mined-transactions.js';
import { ControlRejectedError } from './control-rejected-error.js';

/**
 * Confirmations that an output needs before transactions that spend it are locked. Source: `nInstantSendConfirmationsRequired` of regtest.
 */
const CONFIRMATIONS = 2;

/**
 * Checks that a quorum would lock a transaction: each of its inputs is of a transaction that is locked, under a ChainLock, or in a block
 * that has another on it.
 *
 * Source: `InstantSendSigner::CheckCanLock` in `src/instantsend/signing.cpp` of dashpay/dash.
 * @throws {ControlRejectedError} `not-lockable`
 */
export function checkLockable(
  { txid, transaction }: { readonly txid: string; readonly transaction: Transaction },
  node: LocalNode,
  mined: MinedTransactions,
): void {
  if (transaction.inputs.length === 0 || isCoinbase(transaction)) {
    throw new ControlRejectedError('not-lockable', {
      expected: 'a transaction that spends outputs of others',
      found: txid,
    });
  }
  const tooNew = transaction.inputs.find(({ previousOutput }) => !isOldEnough(previousOutput, node, mined));
  if (tooNew === undefined) return;
  const { txid: parent, index } = tooNew.previousOutput;
  throw new ControlRejectedError('not-lockable', {
    expected: `inputs of transactions that are locked, under a ChainLock, or have ${CONFIRMATIONS} confirmations`,
    found: `${parent}-${index}`,
    fix: 'lock that transaction first, or mine blocks',
  });
}

/** Returns whether {@link checkLockable} lets a quorum lock a transaction. */
export function isLockable(transaction: Transaction, node: LocalNode, mined: MinedTransactions): boolean {
  if (transaction.inputs.length === 0 || isCoinbase(transaction)) return false;
  return transaction.inputs.every(({ previousOutput }) => isOldEnough(previousOutput, node, mined));
}

function isOldEnough({ txid }: OutPoint, { chain, mempool }: LocalNode, mined: MinedTransactions): boolean {
  if (mempool.instantLocks.of(txid) !== undefined) return true;
  const block = mined.blockOf(txid);
  if (block === undefined) return false;
  const isChainLocked = block.height <= (chain.chainLock?.height ?? -1);
  return isChainLocked || chain.tip.height - block.height + 1 >= CONFIRMATIONS;
}
