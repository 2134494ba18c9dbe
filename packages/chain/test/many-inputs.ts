import { DevChain } from '../src/devchain/dev-chain.js';
import { encodeTransaction, type Transaction } from '../src/primitives/transaction/transaction.js';
import { made, spend } from './spend.js';

/** Of the transaction of {@link chainWithInputs}. */
export const INPUTS = 20;
/** The steps of two inputs, without the first, which runs before turns are counted, and the last, which ends the count. */
export const INPUT_TURNS = INPUTS / 2 - 2;

/** A chain, and a transaction of many inputs that its mempool lets in. */
export async function chainWithInputs(): Promise<{ chain: DevChain; many: Transaction }> {
  const chain = new DevChain({ mining: 'manual' });
  const [alice] = chain.accounts;
  const [coin] = chain.coins(alice!);
  const value = coin!.coin.value / BigInt(INPUTS) - 1_000n;
  const output = { value, scriptPubKey: alice!.scriptPubKey };
  const split = spend(
    alice!,
    [coin!],
    Array.from({ length: INPUTS }, () => output),
  );
  await chain.sendTransaction(encodeTransaction(split));
  chain.mine(1);
  const coins = Array.from({ length: INPUTS }, (_, index) => made(split, index));
  const many = spend(alice!, coins, [{ ...output, value: value * BigInt(INPUTS) - 10_000n }]);
  return { chain, many };
}

/** The transaction without the signature of an input. */
export function withBrokenSignature(transaction: Transaction, broken: number): Transaction {
  const inputs = transaction.inputs.map((input, index) =>
    index === broken ? { ...input, scriptSig: new Uint8Array() } : input,
  );
  return { ...transaction, inputs };
}
