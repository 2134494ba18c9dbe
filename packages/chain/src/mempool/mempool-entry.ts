import type { SizedTransaction } from '../consensus/transaction-rules.js';
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
  /** What it has to itself where it is a provider transaction. */
  readonly provider?: ProviderClaims | undefined;
}
