import type { CoinSet } from '../consensus/coins.js';
import { isUnspendable } from '../script/script-shape.js';
import { isCoinbase } from '../transaction/transaction.js';
import type { ChainBlock } from './chain-block.js';

/**
 * Changes unspent outputs as a block does that was found valid.
 *
 * Source: `UpdateCoins` in `src/validation.cpp` of dashpay/dash.
 */
export function applyBlock(coins: CoinSet, { block, height }: ChainBlock): void {
  for (const { txid, transaction } of block.transactions) {
    const isFromCoinbase = isCoinbase(transaction);
    if (!isFromCoinbase) for (const { previousOutput } of transaction.inputs) coins.remove(previousOutput);
    for (const [index, output] of transaction.outputs.entries()) {
      if (isUnspendable(output.scriptPubKey)) continue;
      coins.add({ txid, index }, { ...output, height, isCoinbase: isFromCoinbase });
    }
  }
}

/**
 * Takes back what {@link applyBlock} did, when no block was applied since.
 *
 * Source: `CChainState::DisconnectBlock` in `src/validation.cpp` of dashpay/dash.
 */
export function undoBlock(coins: CoinSet, { block, connected }: ChainBlock): void {
  for (const { txid, transaction } of block.transactions) {
    for (const index of transaction.outputs.keys()) coins.remove({ txid, index });
  }
  for (const { outPoint, coin } of connected?.spent ?? []) coins.add(outPoint, coin);
}
