import type { CoinView } from './coins.js';
import type { MasternodeList } from './masternode-list.js';
import type { SizedTransaction } from './transaction-rules.js';

/** What a special transaction is checked against. */
export interface SpecialContext extends SizedTransaction {
  /** Of the block that holds it, or of the next block for one in the mempool. */
  readonly height: number;
  /** The masternodes before that block. */
  readonly masternodes: MasternodeList;
  /** The unspent outputs before that block. */
  readonly coins: CoinView;
  /** Whether the chain has a block with a hash. */
  readonly hasBlock: (hash: string) => boolean;
}
