import { outPointKey } from '../transaction/transaction.js';
import type { HeldCoin } from './coin.js';

/** The coins that pay to one script: the largest first, so that few make up an amount, and the oldest first among equals. */
export class Purse {
  readonly #coins: HeldCoin[];

  constructor(coins: Iterable<HeldCoin>) {
    this.#coins = [...coins].toSorted(compareHeld);
  }

  get coins(): readonly HeldCoin[] {
    return this.#coins;
  }

  add(held: HeldCoin): void {
    this.#coins.splice(this.#placeOf(held), 0, held);
  }

  remove(held: HeldCoin): void {
    const place = this.#placeOf(held);
    const found = this.#coins[place];
    if (found !== undefined && compareHeld(found, held) === 0) this.#coins.splice(place, 1);
  }

  /** How many coins come before one. */
  #placeOf(held: HeldCoin): number {
    let [from, to] = [0, this.#coins.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      const other = this.#coins[middle];
      if (other !== undefined && compareHeld(other, held) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

function compareHeld(a: HeldCoin, b: HeldCoin): number {
  if (a.coin.value !== b.coin.value) return a.coin.value > b.coin.value ? -1 : 1;
  if (a.coin.height !== b.coin.height) return a.coin.height - b.coin.height;
  const [left, right] = [outPointKey(a.outPoint), outPointKey(b.outPoint)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
