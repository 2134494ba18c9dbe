import type { ChainLock } from '../../layer1/layer1.js';
import { MasternodeRegistry } from '../../rules/consensus/masternode-registry.js';
import { NO_SIGNALS } from '../../rules/consensus/hard-fork-signals.js';
import { QuorumList } from '../../rules/consensus/quorum-list.js';
import type { SizedBlock } from '../../rules/consensus/sized-block.js';
import { Withdrawals } from '../../rules/consensus/withdrawals.js';
import { ancestorAt, ChainBlock } from '../block-tree/chain-block.js';
import { KnownBlocks } from '../block-tree/known-blocks.js';
import { ActiveChain } from './active-chain.js';

/** Data of a chain state: all known blocks, the best chain among them, and the highest ChainLock. */
export interface ChainData {
  known: KnownBlocks;
  best: ActiveChain;
  chainLock: ChainLock | undefined;
}

/** Returns the data of a chain with nothing but a genesis block. */
export function chainDataFrom(block: SizedBlock): ChainData {
  const { time: medianTime } = block.header;
  const genesis = new ChainBlock(block, { height: 0, previous: undefined, medianTime, sequence: 0 });
  genesis.connect({
    masternodes: MasternodeRegistry.empty,
    creditPool: 0n,
    withdrawals: Withdrawals.none,
    quorums: QuorumList.empty,
    hardForkSignals: NO_SIGNALS,
    spent: [],
  });
  return { known: new KnownBlocks(genesis), best: ActiveChain.from(genesis), chainLock: undefined };
}

/** Returns a copy: changes of one do not affect the other. */
export function copyOf({ known, best, chainLock }: ChainData): ChainData {
  return { known: known.copy(), best: best.copy(), chainLock };
}

/** Returns whether a block is on a branch that leaves out the block under the ChainLock. */
export function isBesideLock({ known, best, chainLock }: ChainData, block: ChainBlock): boolean {
  const locked = chainLock && known.get(chainLock.hash);
  if (locked === undefined || (best.has(locked) && best.has(block))) return false;
  const [lower, higher] = block.height < locked.height ? [block, locked] : [locked, block];
  return ancestorAt(higher, lower.height) !== lower;
}
