import { difficulty } from '../../primitives/block/difficulty.js';
import type { ChainBlock } from '../../chain/block-tree/chain-block.js';
import type { ChainState } from '../../chain/chainstate/chain-state.js';
import { chainWork } from '../json/describe-block.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

const HIGHEST_INT32 = 2 ** 31 - 1;

export const getChainTips: EmulatorMethod = {
  name: 'getchaintips',
  category: 'Blockchain',
  summary: 'the last blocks of all branches, the highest first',
  params: [
    { name: 'count', type: 'numeric', isOptional: true, about: 'maximum number of tips' },
    { name: 'branchlen', type: 'numeric', isOptional: true, about: 'the minimum length of a branch' },
  ],
  difference: 'Tips of the same height are listed in order of arrival; in Dash Core, the order is arbitrary.',
  answer({ chain }, params) {
    const count = params.integer(0, HIGHEST_INT32);
    const shortest = params.integer(1, -1);
    return tipsOf(chain)
      .map((tip) => ({ tip, fork: forkOf(tip, chain) }))
      .filter(({ tip, fork }) => tip.height - fork.height >= shortest)
      .slice(0, Math.max(0, count))
      .map(({ tip, fork }) => ({
        height: tip.height,
        hash: tip.hash,
        difficulty: difficulty(tip.block.header.bits),
        chainwork: chainWork(tip.height),
        branchlen: tip.height - fork.height,
        forkpoint: fork.hash,
        status: statusOf(tip, chain),
      }));
  },
};

function tipsOf(chain: ChainState): ChainBlock[] {
  const beside = [...chain.blocks()].filter((block) => !chain.isInBestChain(block));
  const followed = new Set(beside.map(({ previous }) => previous));
  const tips = [chain.tip, ...beside.filter((block) => !followed.has(block))];
  return tips.toSorted((a, b) => b.height - a.height || a.sequence - b.sequence);
}

function forkOf(tip: ChainBlock, chain: ChainState): ChainBlock {
  let at = tip;
  while (!chain.isInBestChain(at) && at.previous !== undefined) at = at.previous;
  return at;
}

function statusOf(tip: ChainBlock, chain: ChainState): string {
  if (tip === chain.tip) return 'active';
  if (chain.rejectionOf(tip) !== undefined) return 'invalid';
  return tip.connected === undefined ? 'valid-headers' : 'valid-fork';
}
