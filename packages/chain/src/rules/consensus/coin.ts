import type { OutPoint, TransactionOutput } from '../../primitives/transaction/transaction.js';

/** Describes an output that is not spent. */
export interface Coin extends TransactionOutput {
  /** Height of its block; that of the next block for one in the mempool. */
  readonly height: number;
  readonly isCoinbase: boolean;
}

/** Describes a coin and where it is. */
export interface UnspentCoin {
  readonly outPoint: OutPoint;
  readonly coin: Coin;
}
