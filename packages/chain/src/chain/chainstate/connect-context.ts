import type { CoinView } from '../../rules/consensus/coins.js';
import type { Transaction } from '../../primitives/transaction/transaction.js';
import type { ChainBlock } from '../block-tree/chain-block.js';
import type { BlockScriptResults } from './block-scripts.js';

/** Describes the chain that a block is connected to: it ends with the block before. */
export interface ConnectContext {
  readonly coins: CoinView;
  /** The block of the chain with a hash. */
  readonly blockWith: (hash: string) => ChainBlock | undefined;
  /** Returns whether the signatures of a transaction are known to be right. */
  readonly scriptsAreChecked: (txid: string) => boolean;
  /** Results of scripts that were run before. */
  readonly scriptResults: BlockScriptResults;
  /** Returns whether a transaction spends what an InstantSend lock gives to another. */
  readonly conflictsWithLock: (transaction: Transaction) => boolean;
}
