import type { ChainBlock } from '../block-tree/chain-block.js';
import type { CoinView } from '../../rules/consensus/coins.js';
import type { DueCommitment } from '../../rules/consensus/quorum-commitments.js';
import { sizedBlock, type SizedBlock } from '../../rules/consensus/sized-block.js';
import { runAtOnce } from '../../base/event-loop/in-turns.js';
import type { ChainLock } from '../../layer1/layer1.js';
import type { FinalCommitment } from '../../primitives/masternode/final-commitment.js';
import type { MempoolEntry } from '../mempool/mempool-entry.js';
import type { Mempool } from '../mempool/mempool.js';
import { assemblySteps, commitmentsAfter } from './assemble-block.js';
import { withoutContradictions } from './contradictions.js';
import { selectTransactions } from './select-transactions.js';
import { solveHeader } from './solve-block.js';

/** Describes the input for mining the next block. */
export interface MiningJob {
  readonly previous: ChainBlock;
  /** The unspent outputs after `previous`. */
  readonly coins: CoinView;
  readonly mempool: Mempool;
  /** Script that gets the miner's part. */
  readonly minerScript: Uint8Array;
  /** In seconds since the epoch. */
  readonly time: number;
  /** Entries of the block instead of those of the mempool, in an order in which they can be mined. */
  readonly entries?: readonly MempoolEntry[] | undefined;
  /** The highest ChainLock that is known. */
  readonly chainLock?: ChainLock | undefined;
  /** Returns the commitment that a quorum agreed on when it formed; none formed where it is not given. */
  readonly commitmentOf?: ((due: DueCommitment) => FinalCommitment | undefined) | undefined;
}

/** Returns the next block of a chain, with proof of work. What waits in the mempool is in it, as far as there is room. */
export function mineBlock(job: MiningJob): SizedBlock {
  return runAtOnce(mineBlockSteps(job));
}

/** Does what {@link mineBlock} does, in steps. */
export function* mineBlockSteps({
  mempool,
  entries,
  commitmentOf,
  ...ingredients
}: MiningJob): Generator<undefined, SizedBlock> {
  const commitments = commitmentsAfter(ingredients.previous, commitmentOf);
  const commitmentsSize = commitments.reduce((sum, { size }) => sum + size, 0);
  const transactions = entries ?? waitingTransactions(mempool, commitmentsSize, ingredients);
  const unsolved = yield* assemblySteps({ ...ingredients, commitments, transactions });
  return sizedBlock({ ...solveHeader(unsolved.header), transactions: unsolved.transactions });
}

function waitingTransactions(
  mempool: Mempool,
  commitmentsSize: number,
  ingredients: Pick<MiningJob, 'previous' | 'coins'>,
): MempoolEntry[] {
  if (mempool.size === 0) return [];
  return withoutContradictions(selectTransactions(mempool, commitmentsSize), ingredients);
}
