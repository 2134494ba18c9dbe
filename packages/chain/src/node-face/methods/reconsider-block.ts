import type { FaceMethod } from '../face-method.js';

export const reconsiderBlock: FaceMethod = {
  name: 'reconsiderblock',
  category: 'Hidden',
  summary: 'takes back that a block is invalid; the chain goes over to it where it is the best',
  params: [{ name: 'blockhash', type: 'string', about: 'its hash' }],
  answer(node, params) {
    const block = node.block(params.hash(0, 'blockhash'));
    node.devChain.reconsider(block.hash);
  },
};
