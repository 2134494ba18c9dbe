import { outPointKey } from '../../primitives/transaction/transaction.js';
import type { UnspentCoin } from './coin.js';

/**
 * Represents the coins that pay to one script: the largest first, so that few make up an amount, and the oldest first
 * among equals.
 */
export class CoinsByScript {
  readonly #coins: UnspentCoin[];

  constructor(coins: Iterable<UnspentCoin>) {
    this.#coins = [...coins].toSorted(compareUnspent);
  }

  get coins(): readonly UnspentCoin[] {
    return this.#coins;
  }

  add(coin: UnspentCoin): void {
    this.#coins.splice(this.#placeOf(coin), 0, coin);
  }

  remove(coin: UnspentCoin): void {
    const place = this.#placeOf(coin);
    const found = this.#coins[place];
    if (found !== undefined && compareUnspent(found, coin) === 0) this.#coins.splice(place, 1);
  }

  /** Returns how many coins come before one. */
  #placeOf(coin: UnspentCoin): number {
    let [from, to] = [0, this.#coins.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      const other = this.#coins[middle];
      if (other !== undefined && compareUnspent(other, coin) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

function compareUnspent(a: UnspentCoin, b: UnspentCoin): number {
  if (a.coin.value !== b.coin.value) return a.coin.value > b.coin.value ? -1 : 1;
  if (a.coin.height !== b.coin.height) return a.coin.height - b.coin.height;
  const [left, right] = [outPointKey(a.outPoint), outPointKey(b.outPoint)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
