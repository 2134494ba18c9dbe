import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const invalidateBlock: EmulatorMethod = {
  name: 'invalidateblock',
  category: 'Hidden',
  summary:
    'declares a block invalid, with all its descendants; the chain goes back, or over to another branch',
  params: [{ name: 'blockhash', type: 'string', about: 'its hash' }],
  difference:
    'A block under the ChainLock is rejected with -1; there, it goes, and no other can take its place.',
  async answer(node, params) {
    const block = node.block(params.hash(0, 'blockhash'));
    await node.devChain.invalidateInTurns(block.hash);
  },
};
