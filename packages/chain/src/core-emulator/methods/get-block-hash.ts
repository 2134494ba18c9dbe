import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter } from '../rpc/rpc-params.js';

export const getBlockHash: EmulatorMethod = {
  name: 'getblockhash',
  category: 'Blockchain',
  summary: 'the hash of the block of the best chain at a height',
  params: [{ name: 'height', type: 'numeric', about: 'its height' }],
  answer({ chain }, params) {
    const block = chain.blockAt(params.integer(0));
    if (block === undefined) throw invalidParameter('Block height out of range');
    return block.hash;
  },
};
