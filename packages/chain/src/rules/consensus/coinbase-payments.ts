import { OPCODES } from '../../primitives/script/opcodes.js';
import type { TransactionOutput } from '../../primitives/transaction/transaction.js';
import type { Masternode } from './masternode.js';
import { REGTEST } from './regtest.js';
import { masternodeReward, platformReward } from './subsidy.js';

const WHOLE_REWARD = 10_000n;
const BURN_SCRIPT = Uint8Array.of(OPCODES.OP_RETURN);

/**
 * Returns the outputs that a coinbase must have in addition to the miner's, in their order: the platform's share, which is burned into
 * the credit pool, the masternode's and its operator's.
 *
 * Source: `CMNPaymentsProcessor` in `src/masternode/payments.cpp` of dashpay/dash.
 * @param payee the masternode whose turn it is; `undefined` when there is none that may be paid
 * @param fees of the block's transactions, in duffs
 */
export function coinbasePayments(
  height: number,
  payee: Masternode | undefined,
  fees: bigint,
): TransactionOutput[] {
  if (height < REGTEST.specialTransactionsHeight) return [];
  const platform = { value: platformReward(height), scriptPubKey: BURN_SCRIPT };
  if (payee === undefined) return [platform];
  const reward = masternodeReward(height, fees);
  const hasOperatorPayout = payee.scriptOperatorPayout.length > 0;
  const operatorReward = hasOperatorPayout ? (reward * BigInt(payee.operatorReward)) / WHOLE_REWARD : 0n;
  return [
    platform,
    { value: reward - operatorReward, scriptPubKey: payee.scriptPayout },
    { value: operatorReward, scriptPubKey: payee.scriptOperatorPayout },
  ].filter(({ value }) => value > 0n);
}
