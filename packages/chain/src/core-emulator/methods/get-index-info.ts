import type { EmulatorMethod } from '../rpc/emulator-method.js';

const INDEX = 'txindex';

export const getIndexInfo: EmulatorMethod = {
  name: 'getindexinfo',
  category: 'Util',
  summary: 'the index of transactions, which has all blocks',
  params: [{ name: 'index_name', type: 'string', isOptional: true, about: 'that of an index' }],
  answer({ chain }, params) {
    const name = params.isGiven(0) ? params.text(0) : '';
    return name === '' || name === INDEX
      ? { [INDEX]: { synced: true, best_block_height: chain.tip.height } }
      : {};
  },
};
