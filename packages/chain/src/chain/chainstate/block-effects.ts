import { type CoinView } from '../../rules/consensus/coins.js';
import { spentCoins } from '../../rules/consensus/input-rules.js';
import { updateMasternodeList } from '../../rules/consensus/masternode-list-update.js';
import { addHardForkSignals } from '../../rules/consensus/hard-fork-signals.js';
import { REGTEST } from '../../rules/consensus/regtest.js';
import { readPayload } from '../../rules/consensus/special-payload.js';
import type { FinalCommitment } from '../../primitives/masternode/final-commitment.js';
import { BlockView } from './block-view.js';
import type { ChainBlock, ConnectedState } from '../block-tree/chain-block.js';
import { creditPoolAfter } from './credit-pool.js';
import { membersOf, quorumsAfter } from './special-transactions.js';

/**
 * Returns the state after a valid block as {@link connectBlockSteps} does, without checking its rules.
 * @param coins the unspent outputs before the block
 */
export function effectsOfValid(
  { block, height }: ChainBlock,
  previous: ChainBlock,
  coins: CoinView,
): ConnectedState {
  const before = previous.connected;
  if (before === undefined) throw new Error('a block is connected after the block before it');
  const others = block.transactions.slice(1);
  const view = new BlockView(coins, height);
  for (const subject of others) view.apply(subject, spentCoins(subject, view), false);
  const { spent } = view;
  if (height < REGTEST.specialTransactionsHeight) return { ...before, spent };
  const transactions = others.map((subject) => ({
    ...subject,
    // Its BLS keys and signatures can be read: the block is valid.
    payload: readPayload(subject.transaction),
  }));
  const update = {
    height,
    previousBlockHash: previous.hash,
    transactions,
    coins,
    membersOf: (commitment: FinalCommitment) => membersOf(commitment, previous),
  };
  return {
    masternodes: updateMasternodeList(before.masternodes, update),
    ...creditPoolAfter(previous, transactions),
    quorums: quorumsAfter(previous, transactions),
    hardForkSignals: addHardForkSignals(before.hardForkSignals, transactions, height),
    spent,
  };
}
