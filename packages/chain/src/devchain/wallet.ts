import { ChainError } from '../base/bytes/chain-error.js';
import type { ChainState } from '../chain/chainstate/chain-state.js';
import type { UnspentCoin } from '../rules/consensus/coin.js';
import { REGTEST } from '../rules/consensus/regtest.js';
import type { Mempool } from '../chain/mempool/mempool.js';
import { inputScript } from '../primitives/script/sign-input.js';
import { SignatureHasher } from '../primitives/script/signature-hash.js';
import { FINAL_SEQUENCE } from '../primitives/transaction/lock-fields.js';
import {
  outPointKey,
  type Transaction,
  type TransactionOutput,
} from '../primitives/transaction/transaction.js';
import type { Account } from './keys.js';

/** Describes a transaction without inputs yet. */
export interface Draft {
  readonly outputs: readonly TransactionOutput[];
  /** The recipient of the change. Default: the account itself. */
  readonly changeScript?: Uint8Array;
  /** The version and type of a special transaction. */
  readonly type?: number;
  /** The payload, once it is known which outputs are spent. */
  readonly payload?: (inputs: Transaction['inputs']) => Uint8Array;
}

/** Reports that an account does not have enough spendable coins. */
export class InsufficientFundsError extends ChainError {
  override readonly name = 'InsufficientFundsError';
}

/** Duffs for 1,000 bytes: ten times the minimum, which is above every rounding. */
const FEE_RATE = 10_000n;
const INPUT_SIZE = 148;
const OVERHEAD = 1_000;
/** Defines the minimum duffs of an output that is relayed. */
export const DUST = 546n;

/** Returns the coins of an account that no block spends, immature ones included, the oldest first. */
export function unspentCoins(account: Account, chain: ChainState): UnspentCoin[] {
  return chain.coins
    .coinsOf(account.scriptPubKey)
    .toSorted(
      (a, b) => a.coin.height - b.coin.height || (outPointKey(a.outPoint) < outPointKey(b.outPoint) ? -1 : 1),
    );
}

/**
 * Returns the mature coins of an account that neither a block nor the mempool spends: the largest first, so that few make up a
 * collateral, and the oldest first among equals.
 */
export function* spendableCoins(
  account: Account,
  chain: ChainState,
  mempool: Mempool,
): Generator<UnspentCoin> {
  const height = chain.tip.height + 1;
  for (const unspent of chain.coins.coinsOf(account.scriptPubKey)) {
    const isMature = !unspent.coin.isCoinbase || height - unspent.coin.height >= REGTEST.coinbaseMaturity;
    if (isMature && mempool.spenderOf(unspent.outPoint) === undefined) yield unspent;
  }
}

/**
 * Returns a signed transaction that pays the outputs of a draft with coins of an account, and the rest back to it.
 *
 * The payload comes before the signatures: it commits to the inputs, and they commit to it.
 * @throws {InsufficientFundsError} when the coins do not suffice.
 */
export function payFrom(account: Account, coins: Iterable<UnspentCoin>, draft: Draft): Transaction {
  const wanted = draft.outputs.reduce((sum, { value }) => sum + value, 0n);
  const chosen: UnspentCoin[] = [];
  let left = -wanted;
  for (const unspent of coins) {
    if (left >= feeOf(chosen.length)) break;
    chosen.push(unspent);
    left += unspent.coin.value;
  }
  const change = left - feeOf(chosen.length);
  if (change < 0n)
    throw new InsufficientFundsError(`the coins of ${account.address} are ${-change} duffs short`);
  const changeOutput = { value: change, scriptPubKey: draft.changeScript ?? account.scriptPubKey };
  const inputs = chosen.map(({ outPoint }) => ({
    previousOutput: outPoint,
    scriptSig: new Uint8Array(),
    sequence: FINAL_SEQUENCE,
  }));
  const unsigned: Transaction = {
    version: draft.type === undefined ? 2 : 3,
    type: draft.type ?? 0,
    inputs,
    outputs: change < DUST ? draft.outputs : [...draft.outputs, changeOutput],
    lockTime: 0,
    extraPayload: draft.payload?.(inputs) ?? new Uint8Array(),
  };
  return sign(unsigned, chosen, account);
}

function sign(unsigned: Transaction, spent: readonly UnspentCoin[], { secretKey }: Account): Transaction {
  const hasher = new SignatureHasher(unsigned);
  const inputs = unsigned.inputs.map((input, inputIndex) => {
    const scriptPubKey = spent[inputIndex]?.coin.scriptPubKey ?? new Uint8Array();
    return {
      ...input,
      scriptSig: inputScript({ transaction: unsigned, inputIndex, secretKey, scriptPubKey, hasher }),
    };
  });
  return { ...unsigned, inputs };
}

/** Returns the fee of a transaction with a number of inputs. */
export function feeOf(inputs: number): bigint {
  return (FEE_RATE * BigInt(OVERHEAD + inputs * INPUT_SIZE)) / 1_000n;
}
