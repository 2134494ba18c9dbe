import type { Coin } from './coin.js';
import type { CoinView } from './coins.js';
import { isMoney, REGTEST } from './regtest.js';
import { RejectionError } from './rejection-error.js';
import { formatDash } from './format-dash.js';
import { assetUnlockFee } from './asset-unlock-rules.js';
import type { SizedTransaction } from './transaction-rules.js';
import { TransactionType } from '../../primitives/transaction/transaction-type.js';
import { carriesPayload } from '../../primitives/transaction/transaction.js';

/**
 * Returns the coins that a transaction spends, in the order of its inputs.
 * @throws {RejectionError} when one does not exist, or is spent.
 */
export function spentCoins({ transaction }: SizedTransaction, view: CoinView): Coin[] {
  return transaction.inputs.map(({ previousOutput }) => {
    const coin = view.coin(previousOutput);
    if (coin === undefined)
      throw new RejectionError('bad-txns-inputs-missingorspent', undefined, 'missing-inputs');
    return coin;
  });
}

/**
 * Returns the fee of a transaction in a block at `height`, in duffs.
 *
 * Source: `Consensus::CheckTxInputs` in `src/consensus/tx_verify.cpp` of dashpay/dash.
 * @throws {RejectionError} when a coinbase is spent too early, or amounts do not add up.
 */
export function transactionFee(
  { transaction }: SizedTransaction,
  coins: readonly Coin[],
  height: number,
): bigint {
  if (carriesPayload(transaction) && transaction.type === TransactionType.assetUnlock)
    return assetUnlockFee(transaction);
  let valueIn = 0n;
  for (const coin of coins) {
    const depth = height - coin.height;
    if (coin.isCoinbase && depth < REGTEST.coinbaseMaturity) {
      throw new RejectionError(
        'bad-txns-premature-spend-of-coinbase',
        `tried to spend coinbase at depth ${depth}`,
      );
    }
    valueIn += coin.value;
    if (!isMoney(coin.value) || !isMoney(valueIn))
      throw new RejectionError('bad-txns-inputvalues-outofrange');
  }
  const valueOut = transaction.outputs.reduce((sum, { value }) => sum + value, 0n);
  if (valueIn < valueOut) {
    throw new RejectionError(
      'bad-txns-in-belowout',
      `value in (${formatDash(valueIn)}) < value out (${formatDash(valueOut)})`,
    );
  }
  return valueIn - valueOut;
}
