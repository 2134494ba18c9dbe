import { isUnspendable } from '../script/script-shape.js';
import { outPointKey, type OutPoint, type TransactionOutput } from '../transaction/transaction.js';
import type { SizedTransaction } from './transaction-rules.js';

/** An output that is not spent. */
export interface Coin extends TransactionOutput {
  /** Of the block that holds it; the height of the next block for one in the mempool. */
  readonly height: number;
  readonly isCoinbase: boolean;
}

/**
 * The coins that a transaction makes, and where they are: its outputs, but for those that can never be spent.
 *
 * Source: `AddCoins` in `src/coins.cpp` of dashpay/dash.
 */
export function coinsMadeBy(
  { txid, transaction }: Pick<SizedTransaction, 'txid' | 'transaction'>,
  origin: Pick<Coin, 'height' | 'isCoinbase'>,
): [OutPoint, Coin][] {
  return transaction.outputs.flatMap(({ value, scriptPubKey }, index): [OutPoint, Coin][] =>
    isUnspendable(scriptPubKey)
      ? []
      : [
          [
            { txid, index },
            { value, scriptPubKey, ...origin },
          ],
        ],
  );
}

/** A set of unspent outputs. */
export interface CoinView {
  coin(outPoint: OutPoint): Coin | undefined;
}

/** The unspent outputs of a chain, or what a block changes in them. */
export class CoinSet implements CoinView {
  readonly #coins = new Map<string, Coin>();

  get size(): number {
    return this.#coins.size;
  }

  coin(outPoint: OutPoint): Coin | undefined {
    return this.#coins.get(outPointKey(outPoint));
  }

  add(outPoint: OutPoint, coin: Coin): void {
    this.#coins.set(outPointKey(outPoint), coin);
  }

  remove(outPoint: OutPoint): void {
    this.#coins.delete(outPointKey(outPoint));
  }

  /** Every coin, with its outpoint as `<txid>-<index>`. */
  entries(): IterableIterator<[string, Coin]> {
    return this.#coins.entries();
  }
}
