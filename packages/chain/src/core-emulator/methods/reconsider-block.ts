import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const reconsiderBlock: EmulatorMethod = {
  name: 'reconsiderblock',
  category: 'Hidden',
  summary: 'takes back that a block is invalid; the chain goes over to it where it is the best',
  params: [{ name: 'blockhash', type: 'string', about: 'its hash' }],
  async answer(node, params) {
    const block = node.block(params.hash(0, 'blockhash'));
    await node.devChain.reconsiderInTurns(block.hash);
  },
};
