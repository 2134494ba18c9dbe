import type { CoinView } from '../consensus/coins.js';

/** The chain that a block is connected to: it ends with the block before. */
export interface ConnectContext {
  readonly coins: CoinView;
  /** Whether the chain has a block with a hash. */
  readonly hasBlock: (hash: string) => boolean;
  readonly scriptsAreChecked: (txid: string) => boolean;
}
