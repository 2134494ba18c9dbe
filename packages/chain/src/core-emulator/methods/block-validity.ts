import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const invalidateBlock: EmulatorMethod = {
  name: 'invalidateblock',
  category: 'Hidden',
  summary: 'declares a block and its descendants invalid; the chain falls back or switches to another branch',
  params: [{ name: 'blockhash', type: 'string', about: 'its hash' }],
  difference:
    'A block under the ChainLock is rejected with -1; in Dash Core, it is disconnected and cannot be replaced.',
  async answer(node, params) {
    const block = node.block(params.hash(0, 'blockhash'));
    await node.devChain.invalidateInTurns(block.hash);
  },
};

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
