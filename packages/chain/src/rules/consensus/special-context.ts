import type { QuorumList } from './quorum-list.js';
import type { CoinView } from './coins.js';
import type { MasternodeRegistry } from './masternode-registry.js';
import type { SizedTransaction } from './transaction-rules.js';
import type { Withdrawals } from './withdrawals.js';

/** Describes the context that a special transaction is checked against. */
export interface SpecialContext extends SizedTransaction {
  /** Height of its block, or of the next block for one in the mempool. */
  readonly height: number;
  /** The masternodes before that block. */
  readonly masternodes: MasternodeRegistry;
  /** The unspent outputs before that block. */
  readonly coins: CoinView;
  /** Returns whether the chain has a block with a hash. */
  readonly hasBlock: (hash: string) => boolean;
  /** The quorums before that block. */
  readonly quorums: QuorumList;
  /** The withdrawals before that block; not given for the mempool, where a number may be used twice. */
  readonly withdrawals?: Withdrawals;
  /** True if it was let into the mempool before. */
  readonly isWaiting?: boolean;
}
