import type { DueCommitment } from '../rules/consensus/quorum-commitments.js';
import type { SizedBlock } from '../rules/consensus/sized-block.js';
import type { MempoolEntry } from '../chain/mempool/mempool-entry.js';
import { mineBlockSteps } from '../chain/mining/mine-block.js';
import { nextBlockTime } from './chain-clock.js';
import type { ChainParts } from './chain-parts.js';
import type { ChainQuorums } from './chain-quorums.js';

/**
 * Assembles and solves the next block on the tip in steps, with the time of the chain's clock; adds nothing to the chain.
 * @param entries its transactions; the mempool's by default
 */
export function* nextBlockSteps(
  { chain, mempool, settings }: ChainParts,
  quorums: ChainQuorums,
  minerScript: Uint8Array,
  entries: readonly MempoolEntry[] | undefined,
): Generator<undefined, SizedBlock> {
  const job = {
    previous: chain.tip,
    coins: chain.coins,
    mempool,
    minerScript,
    entries,
    chainLock: chain.chainLock,
    commitmentOf: (due: DueCommitment) => quorums.commitment(due),
  };
  let time = nextBlockTime(settings.clock, chain.tip);
  let block = yield* mineBlockSteps({ ...job, time });
  // The same block may have been disconnected from the chain.
  while (chain.block(block.hash) !== undefined) block = yield* mineBlockSteps({ ...job, time: (time += 1) });
  return block;
}
