import type { FaceMethod } from '../face-method.js';

export const getBestBlockHash: FaceMethod = {
  name: 'getbestblockhash',
  category: 'Blockchain',
  summary: 'the hash of the last block of the best chain',
  params: [],
  answer: ({ chain }) => chain.tip.hash,
};
