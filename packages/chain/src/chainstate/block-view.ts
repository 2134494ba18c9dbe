import type { Coin, HeldCoin } from '../consensus/coin.js';
import { CoinSet, coinsMadeBy, type CoinView } from '../consensus/coins.js';
import type { SizedTransaction } from '../consensus/transaction-rules.js';
import { outPointKey, type OutPoint } from '../transaction/transaction.js';

/** The unspent outputs of a chain with what the transactions of a block, up to one of them, changed in them. */
export class BlockView implements CoinView {
  readonly #below: CoinView;
  readonly #height: number;
  readonly #created = new CoinSet();
  readonly #spent = new Map<string, HeldCoin>();

  /** @param height of the block */
  constructor(below: CoinView, height: number) {
    this.#below = below;
    this.#height = height;
  }

  /** The coins of the chain that the block spends; those that it makes itself are not among them. */
  get spent(): HeldCoin[] {
    return [...this.#spent.values()];
  }

  coin(outPoint: OutPoint): Coin | undefined {
    if (this.#spent.has(outPointKey(outPoint))) return undefined;
    return this.#created.coin(outPoint) ?? this.#below.coin(outPoint);
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
