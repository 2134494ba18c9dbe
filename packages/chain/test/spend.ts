import { sizeTransaction } from '../src/rules/consensus/sized-block.js';
import type { Account } from '../src/devchain/keys.js';
import type { UnspentCoin } from '../src/rules/consensus/coin.js';
import { signInput } from '../src/primitives/script/sign-input.js';
import type { Transaction, TransactionOutput } from '../src/primitives/transaction/transaction.js';

/** A signed transaction that nothing is added to: it pays what it says, whether that adds up or not. */
export function spend(
  account: Account,
  coins: readonly UnspentCoin[],
  outputs: readonly TransactionOutput[],
  change: Partial<Transaction> & { readonly sequence?: number } = {},
): Transaction {
  const { sequence = 0xffff_ffff, ...rest } = change;
  const unsigned: Transaction = {
    version: 2,
    type: 0,
    inputs: coins.map(({ outPoint }) => ({
      previousOutput: outPoint,
      scriptSig: new Uint8Array(),
      sequence,
    })),
    outputs,
    lockTime: 0,
    extraPayload: new Uint8Array(),
    ...rest,
  };
  return coins.reduce(
    (transaction, { coin }, inputIndex) =>
      signInput({ transaction, inputIndex, secretKey: account.secretKey, scriptPubKey: coin.scriptPubKey }),
    unsigned,
  );
}

/** The coin that a transaction makes, as if it were in the chain. */
export function made(transaction: Transaction, index = 0): UnspentCoin {
  const { txid } = sizeTransaction(transaction);
  return {
    outPoint: { txid, index },
    coin: { ...transaction.outputs[index]!, height: 0, isCoinbase: false },
  };
}
