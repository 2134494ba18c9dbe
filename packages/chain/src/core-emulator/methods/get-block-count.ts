import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const getBlockCount: EmulatorMethod = {
  name: 'getblockcount',
  category: 'Blockchain',
  summary: 'the height of the last block of the best chain',
  params: [],
  answer: ({ chain }) => chain.tip.height,
};
