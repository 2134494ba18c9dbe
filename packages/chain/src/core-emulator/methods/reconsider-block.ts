import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const reconsiderBlock: EmulatorMethod = {
  name: 'reconsiderblock',
  category: 'Hidden',
  summary: 'reconsiders a block; the chain switches to it if it is the best',
  params: [
    { name: 'blockhash', type: 'string', about: 'its hash' },
    { name: 'ignore_chainlocks', type: 'boolean', isOptional: true, about: 'without effect' },
  ],
  difference: 'ChainLocks are never ignored.',
  async answer(node, params) {
    const hash = params.hash(0, 'blockhash');
    params.flag(1, false);
    const block = node.block(hash);
    await node.devChain.reconsiderInTurns(block.hash);
  },
};
