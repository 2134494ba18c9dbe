import { difficulty } from '../../primitives/block/difficulty.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { hashesPerSecond } from './get-network-hashps.js';

export const getMiningInfo: EmulatorMethod = {
  name: 'getmininginfo',
  category: 'Mining',
  summary: 'returns the state of the chain for miners',
  params: [],
  difference:
    '`warnings` is empty; without currentblocksize and currentblocktx of the last block that was made.',
  answer: ({ chain, mempool }) => ({
    blocks: chain.tip.height,
    difficulty: difficulty(chain.tip.block.header.bits),
    networkhashps: hashesPerSecond(chain),
    pooledtx: mempool.size,
    chain: 'regtest',
    warnings: '',
  }),
};
