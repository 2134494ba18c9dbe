import type { FaceMethod } from '../face-method.js';

export const invalidateBlock: FaceMethod = {
  name: 'invalidateblock',
  category: 'Hidden',
  summary:
    'declares a block invalid, with all that stand on it; the chain goes back, or over to another branch',
  params: [{ name: 'blockhash', type: 'string', about: 'its hash' }],
  difference:
    'A block under the ChainLock is refused with -1; there, it goes, and no other can take its place.',
  answer(node, params) {
    const block = node.block(params.hash(0, 'blockhash'));
    node.devChain.invalidate(block.hash);
  },
};
