import type { Coin, UnspentCoin } from '../../rules/consensus/coin.js';
import { CoinSet, coinsMadeBy, type CoinView } from '../../rules/consensus/coins.js';
import type { SizedTransaction } from '../../rules/consensus/transaction-rules.js';
import { outPointKey, type OutPoint } from '../../primitives/transaction/transaction.js';

/**
 * Represents the unspent outputs of a chain with what the transactions of a block, up to one of them, changed in them.
 */
export class BlockView implements CoinView {
  readonly #below: CoinView;
  #height: number;
  readonly #created = new CoinSet();
  readonly #spent = new Map<string, UnspentCoin>();

  /** @param height of the block */
  constructor(below: CoinView, height: number) {
    this.#below = below;
    this.#height = height;
  }

  /** Returns the coins of the chain that the block spends; those that it makes itself are not among them. */
  get spent(): UnspentCoin[] {
    return [...this.#spent.values()];
  }

  coin(outPoint: OutPoint): Coin | undefined {
    if (this.#spent.has(outPointKey(outPoint))) return undefined;
    return this.#created.coin(outPoint) ?? this.#below.coin(outPoint);
  }

  /** Goes on with the block above. */
  goOn(): void {
    this.#height += 1;
  }

  /** Lets a transaction take effect that spends `coins`; none for the coinbase. */
  apply(subject: SizedTransaction, coins: readonly Coin[], isCoinbase: boolean): void {
    const { inputs } = subject.transaction;
    for (const [i, coin] of coins.entries()) {
      const outPoint = inputs[i]?.previousOutput;
      if (outPoint === undefined) continue;
      if (this.#created.coin(outPoint)) this.#created.remove(outPoint);
      else this.#spent.set(outPointKey(outPoint), { outPoint, coin });
    }
    const made = coinsMadeBy(subject, { height: this.#height, isCoinbase });
    for (const [outPoint, coin] of made) this.#created.add(outPoint, coin);
  }
}
