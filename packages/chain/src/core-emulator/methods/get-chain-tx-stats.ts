import type { ChainBlock } from '../../chain/block-tree/chain-block.js';
import { REGTEST } from '../../rules/consensus/regtest.js';
import { runInTurns } from '../../base/event-loop/in-turns.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter } from '../rpc/rpc-params.js';

const MONTH = 30 * 24 * 60 * 60;
/** A block that was packed is read from its bytes. */
const BLOCKS_PER_STEP = 100;

/** Source: `getchaintxstats` in `src/rpc/blockchain.cpp` of dashpay/dash. */
export const getChainTxStats: EmulatorMethod = {
  name: 'getchaintxstats',
  category: 'Blockchain',
  summary: 'counts the transactions of the chain, and of its last blocks',
  params: [
    {
      name: 'nblocks',
      type: 'numeric',
      isOptional: true,
      about: 'the number of last blocks; those of a month by default',
    },
    { name: 'blockhash', type: 'string', isOptional: true, about: 'the last block; the tip by default' },
  ],
  async answer(node, params) {
    const last = params.isGiven(1) ? node.block(params.hash(1, 'blockhash')) : node.chain.tip;
    if (!node.chain.isInBestChain(last)) throw invalidParameter('Block is not in main chain');
    const month = Math.floor(MONTH / REGTEST.targetSpacing);
    const count = params.isGiven(0) ? params.integer(0) : Math.max(0, Math.min(month, last.height - 1));
    if (count < 0 || (count > 0 && count >= last.height)) {
      throw invalidParameter("Invalid block count: should be between 0 and the block's height - 1");
    }
    const past = node.chain.blockAt(last.height - count) ?? last;
    const { all, newer } = await runInTurns(countTransactions(last, past.height));
    const interval = last.medianTime - past.medianTime;
    return {
      time: last.time,
      txcount: all,
      window_final_block_hash: last.hash,
      window_final_block_height: last.height,
      window_block_count: count,
      ...(count > 0 && {
        window_tx_count: newer,
        window_interval: interval,
        ...(interval > 0 && { txrate: newer / interval }),
      }),
    };
  },
};

/** Counts the transactions up to a block, and those of blocks above a height. */
function* countTransactions(
  last: ChainBlock,
  height: number,
): Generator<undefined, { readonly all: number; readonly newer: number }> {
  let [all, newer] = [0, 0];
  for (let block: ChainBlock | undefined = last; block !== undefined; block = block.previous) {
    const { length } = block.block.transactions;
    all += length;
    if (block.height > height) newer += length;
    if (block.height % BLOCKS_PER_STEP === 0) yield;
  }
  return { all, newer };
}
