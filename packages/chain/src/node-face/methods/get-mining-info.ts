import { difficulty } from '../../block/difficulty.js';
import type { FaceMethod } from '../face-method.js';

export const getMiningInfo: FaceMethod = {
  name: 'getmininginfo',
  category: 'Mining',
  summary: 'the state of the chain as miners ask for it',
  params: [],
  difference: '`networkhashps` is 0: nobody competes to find blocks. `warnings` is empty.',
  answer: ({ chain, mempool }) => ({
    blocks: chain.tip.height,
    difficulty: difficulty(chain.tip.block.header.bits),
    networkhashps: 0,
    pooledtx: mempool.size,
    chain: 'regtest',
    warnings: '',
  }),
};
