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
