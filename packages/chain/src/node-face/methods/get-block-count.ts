import type { FaceMethod } from '../face-method.js';

export const getBlockCount: FaceMethod = {
  name: 'getblockcount',
  category: 'Blockchain',
  summary: 'the height of the last block of the best chain',
  params: [],
  answer: ({ chain }) => chain.tip.height,
};
