import type { SizedTransaction } from '../../rules/consensus/transaction-rules.js';
import { carriesPayload } from '../../primitives/transaction/transaction.js';
import { TransactionType } from '../../primitives/transaction/transaction-type.js';
import type { ProviderClaims } from './provider-claims.js';

/** Describes a transaction that waits for a block. */
export interface MempoolEntry extends SizedTransaction {
  /** In duffs. */
  readonly fee: bigint;
  /** The size its fee is measured by: bytes, or more where it has many signature operations. */
  readonly feeSize: number;
  /** Its signature operations, those of redeemed scripts included. */
  readonly sigops: number;
  /** The ids of the transactions in the mempool that it spends outputs of. */
  readonly parents: ReadonlySet<string>;
  /** Claims that no other transaction may share, where it is a provider transaction. */
  readonly provider?: ProviderClaims | undefined;
}

/** Added to what a hard fork signal pays, which is nothing: 0.1 DASH. */
const SIGNAL_PRIORITY = 10_000_000n;

/**
 * Returns the fee by which a transaction is placed in blocks, in duffs.
 *
 * Source: `CTxMemPool::addUncheckedProTx` in `src/txmempool.cpp` of dashpay/dash.
 */
export function modifiedFee({ transaction, fee }: MempoolEntry): bigint {
  const isSignal = carriesPayload(transaction) && transaction.type === TransactionType.mnHardForkSignal;
  return isSignal ? fee + SIGNAL_PRIORITY : fee;
}
