import type { ChainBlock } from '../../chain/block-tree/chain-block.js';
import { bytesToHex } from '../../base/bytes/hex.js';
import { coinbasePayments } from '../../rules/consensus/coinbase-payments.js';
import { runInTurns } from '../../base/event-loop/in-turns.js';
import { addressOf } from '../json/describe-script.js';
import { coinsSpentBy, paidFee } from '../json/describe-transaction.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';

export const masternodePayments: EmulatorMethod = {
  name: 'masternode payments',
  category: 'Dash',
  summary: 'what blocks had to pay to masternodes, in duffs, including the share of the platform',
  params: [
    { name: 'blockhash', type: 'string', isOptional: true, about: 'the first block; the tip when left out' },
    {
      name: 'count',
      type: 'numeric',
      isOptional: true,
      about: 'number of blocks, 1 when left out; below 0 for the blocks before',
    },
  ],
  async answer(node, params) {
    const first = params.isGiven(0) ? node.block(params.hash(0, 'blockhash')) : node.chain.tip;
    return runInTurns(describePayments(node, first, params.looseLargeInteger(1, 'count', 1)));
  },
};

/** Describes the payments of blocks, a block in a step; those of the chain at the start, if it is reorganised meanwhile. */
function* describePayments(
  node: EmulatedNode,
  first: ChainBlock,
  count: number,
): Generator<undefined, object[]> {
  const described: object[] = [];
  const { chain } = node;
  const { tip } = chain;
  const last = chain.isInBestChain(first) ? tip.height : first.height;
  let block: ChainBlock | undefined = first;
  while (block !== undefined && described.length < Math.abs(count)) {
    described.push(paymentsOf(block));
    block =
      count < 0 ? block.previous : block.height < last ? chain.ancestorOf(tip, block.height + 1) : undefined;
    yield;
  }
  return count < 0 ? described.toReversed() : described;
}

/** Describes the payments of a block. Source: `masternode_payments` in `src/rpc/masternode.cpp` of dashpay/dash. */
function paymentsOf(chainBlock: ChainBlock): object {
  const { block, height, hash, previous } = chainBlock;
  const coins = coinsSpentBy(chainBlock) ?? new Map();
  const fees = block.transactions
    .slice(1)
    .reduce((sum, { transaction }) => sum + paidFee(transaction, coins), 0n);
  const payee = previous?.connected?.masternodes.payee();
  const payments = coinbasePayments(height, payee, fees);
  const amount = payments.reduce((sum, { value }) => sum + value, 0n);
  const payees = payments.map(({ scriptPubKey, value }) => ({
    address: addressOf(scriptPubKey) ?? '',
    script: bytesToHex(scriptPubKey),
    amount: value,
  }));
  return {
    height,
    blockhash: hash,
    amount,
    masternodes: [{ proTxHash: payee?.proTxHash ?? '', amount, payees }],
  };
}
