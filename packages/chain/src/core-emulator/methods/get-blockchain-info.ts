import { difficulty } from '../../primitives/block/difficulty.js';
import type { ChainBlock } from '../../chain/block-tree/chain-block.js';
import { chainWork } from '../json/describe-block.js';
import { describeDeployments } from '../json/describe-deployments.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

/** Dash Core writes the network's mark and the length before each block. */
const BYTES_BEFORE_BLOCK = 8;

export const getBlockchainInfo: EmulatorMethod = {
  name: 'getblockchaininfo',
  category: 'Blockchain',
  summary: 'the state of the chain, and which changes of the rules apply',
  params: [],
  difference:
    '`size_on_disk` is the size of the blocks of the best chain without undo data; `warnings` is empty.',
  answer({ chain: { tip } }) {
    return {
      chain: 'regtest',
      blocks: tip.height,
      headers: tip.height,
      bestblockhash: tip.hash,
      difficulty: difficulty(tip.block.header.bits),
      time: tip.time,
      mediantime: tip.medianTime,
      verificationprogress: 1,
      initialblockdownload: tip.previous === undefined,
      chainwork: chainWork(tip.height),
      size_on_disk: sizeUpTo(tip),
      pruned: false,
      softforks: describeDeployments(tip),
      warnings: '',
    };
  },
};

const sizes = new WeakMap<ChainBlock, number>();

function sizeUpTo(tip: ChainBlock): number {
  const unknown: ChainBlock[] = [];
  let at: ChainBlock | undefined = tip;
  for (; at !== undefined && !sizes.has(at); at = at.previous) unknown.push(at);
  let size = at === undefined ? 0 : (sizes.get(at) ?? 0);
  for (const block of unknown.toReversed()) {
    size += block.serialized.length + BYTES_BEFORE_BLOCK;
    sizes.set(block, size);
  }
  return size;
}
