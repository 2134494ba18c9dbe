import { difficulty } from '../../primitives/block/difficulty.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const getDifficulty: EmulatorMethod = {
  name: 'getdifficulty',
  category: 'Blockchain',
  summary: 'how hard the last block was to find, relative to the easiest of the main network',
  params: [],
  answer: ({ chain }) => difficulty(chain.tip.block.header.bits),
};
