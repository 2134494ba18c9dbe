import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const getBestBlockHash: EmulatorMethod = {
  name: 'getbestblockhash',
  category: 'Blockchain',
  summary: 'the hash of the last block of the best chain',
  params: [],
  answer: ({ chain }) => chain.tip.hash,
};
