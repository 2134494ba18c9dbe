import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const reconsiderBlock: EmulatorMethod = {
  name: 'reconsiderblock',
  category: 'Hidden',
  summary: 'reconsiders a block; the chain switches to it if it is the best',
  params: [{ name: 'blockhash', type: 'string', about: 'its hash' }],
  async answer(node, params) {
    const block = node.block(params.hash(0, 'blockhash'));
    await node.devChain.reconsiderInTurns(block.hash);
  },
};
