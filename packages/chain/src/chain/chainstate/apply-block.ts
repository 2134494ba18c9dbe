import { coinsMadeBy, type CoinSet } from '../../rules/consensus/coins.js';
import { endsStep, runAtOnce } from '../../base/event-loop/in-turns.js';
import type { ChainBlock } from '../block-tree/chain-block.js';

/**
 * Changes unspent outputs as a block does that was found valid.
 *
 * Source: `UpdateCoins` in `src/validation.cpp` of dashpay/dash.
 */
export function applyBlock(coins: CoinSet, block: ChainBlock): void {
  runAtOnce(applyBlockSteps(coins, block));
}

/** Does what {@link applyBlock} does, in steps, while nobody else uses the coins. */
export function* applyBlockSteps(coins: CoinSet, { block, height }: ChainBlock): Generator<undefined, void> {
  for (const [position, subject] of block.transactions.entries()) {
    for (const { previousOutput } of subject.transaction.inputs) coins.remove(previousOutput);
    const made = coinsMadeBy(subject, { height, isCoinbase: position === 0 });
    for (const [outPoint, coin] of made) coins.add(outPoint, coin);
    if (endsStep(position)) yield;
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
