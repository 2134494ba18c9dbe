import type { ChainBlock } from '../chainstate/chain-block.js';
import type { CoinView } from '../consensus/coins.js';
import { sizedBlock, type SizedBlock } from '../consensus/sized-block.js';
import type { Mempool } from '../mempool/mempool.js';
import { assembleBlock, commitmentsAfter } from './assemble-block.js';
import { withoutContradictions } from './contradictions.js';
import { selectTransactions } from './select-transactions.js';
import { solveHeader } from './solve-block.js';

/** What the next block is mined from. */
export interface MiningJob {
  readonly previous: ChainBlock;
  /** The unspent outputs after `previous`. */
  readonly coins: CoinView;
  readonly mempool: Mempool;
  /** Who gets the miner's part. */
  readonly minerScript: Uint8Array;
  /** In seconds since the epoch. */
  readonly time: number;
}

/** The next block of a chain, with proof of work. What waits in the mempool is in it, as far as there is room. */
export function mineBlock({ mempool, ...ingredients }: MiningJob): SizedBlock {
  const commitments = commitmentsAfter(ingredients.previous);
  const commitmentsSize = commitments.reduce((sum, { size }) => sum + size, 0);
  const selected = mempool.size === 0 ? [] : selectTransactions(mempool, commitmentsSize);
  const transactions = withoutContradictions(selected, ingredients);
  const unsolved = assembleBlock({ ...ingredients, commitments, transactions });
  return sizedBlock({ ...solveHeader(unsolved.header), transactions: unsolved.transactions });
}
