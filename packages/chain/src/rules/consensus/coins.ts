import { runAtOnce } from '../../base/event-loop/in-turns.js';
import { isUnspendable } from '../../primitives/script/script-shape.js';
import { outPointKey, type OutPoint } from '../../primitives/transaction/transaction.js';
import type { Coin, UnspentCoin } from './coin.js';
import { CoinsByScript } from './coins-by-script.js';
import type { SizedTransaction } from './transaction-rules.js';

/**
 * Returns the coins that a transaction makes, and where they are: its outputs, but for those that can never be spent.
 *
 * Source: `AddCoins` in `src/coins.cpp` of dashpay/dash.
 */
export function coinsMadeBy(
  { txid, transaction }: Pick<SizedTransaction, 'txid' | 'transaction'>,
  { height, isCoinbase }: Pick<Coin, 'height' | 'isCoinbase'>,
): [OutPoint, Coin][] {
  return transaction.outputs.flatMap(({ value, scriptPubKey }, index): [OutPoint, Coin][] =>
    isUnspendable(scriptPubKey)
      ? []
      : [
          [
            { txid, index },
            { value, scriptPubKey, height, isCoinbase },
          ],
        ],
  );
}

/** Describes a set of unspent outputs. */
export interface CoinView {
  coin(outPoint: OutPoint): Coin | undefined;
}

/** Represents the unspent outputs of a chain, or what a block changes in them. */
export class CoinSet implements CoinView {
  /** By the transaction that made them, then by index: there are many, and an id is long. */
  readonly #coins = new Map<string, (Coin | undefined)[]>();
  readonly #coinsByScript = new Map<string, CoinsByScript>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  coin({ txid, index }: OutPoint): Coin | undefined {
    return this.#coins.get(txid)?.[index];
  }

  add(outPoint: OutPoint, coin: Coin): void {
    const { txid, index } = outPoint;
    const siblings = this.#coins.get(txid);
    if (siblings?.[index] === undefined) this.#size += 1;
    this.#coins.set(txid, withCoin(siblings, index, coin));
    if (this.#coinsByScript.size > 0) this.#coinsByScript.get(scriptKey(coin))?.add({ outPoint, coin });
  }

  remove(outPoint: OutPoint): void {
    const { txid, index } = outPoint;
    const siblings = this.#coins.get(txid);
    const coin = siblings?.[index];
    if (siblings === undefined || coin === undefined) return;
    this.#size -= 1;
    siblings[index] = undefined;
    if (siblings.every((sibling) => sibling === undefined)) this.#coins.delete(txid);
    if (this.#coinsByScript.size > 0) this.#coinsByScript.get(scriptKey(coin))?.remove({ outPoint, coin });
  }

  /** Returns every coin, with its outpoint as `<txid>-<index>`. */
  *entries(): IterableIterator<[string, Coin]> {
    for (const { outPoint, coin } of this.#unspent()) yield [outPointKey(outPoint), coin];
  }

  /**
   * Returns the coins that pay to a script, the largest first and the oldest first among equals. All coins are scanned at the first
   * lookup of a script; from then on its coins are cached.
   */
  coinsOf(scriptPubKey: Uint8Array): readonly UnspentCoin[] {
    const key = scriptKey({ scriptPubKey });
    let coins = this.#coinsByScript.get(key);
    if (coins === undefined) {
      coins = new CoinsByScript(
        [...this.#unspent()].filter(({ coin }) => Buffer.compare(coin.scriptPubKey, scriptPubKey) === 0),
      );
      this.#coinsByScript.set(key, coins);
    }
    return coins.coins;
  }

  copy(): CoinSet {
    return runAtOnce(this.copySteps());
  }

  /** Copies in steps. What changes meanwhile is in the copy or not. */
  *copySteps(): Generator<undefined, CoinSet> {
    const copy = new CoinSet();
    for (const [txid, siblings] of this.#coins) {
      if (copy.#coins.size % COPIED_PER_STEP === COPIED_PER_STEP - 1) yield;
      copy.#coins.set(txid, [...siblings]);
    }
    copy.#size = this.#size;
    return copy;
  }

  *#unspent(): IterableIterator<UnspentCoin> {
    for (const [txid, siblings] of this.#coins) {
      for (const [index, coin] of siblings.entries()) {
        if (coin !== undefined) yield { outPoint: { txid, index }, coin };
      }
    }
  }
}

const COPIED_PER_STEP = 5000;

/** More coins of one transaction are put into the array that is there, which then has room to spare. */
const FEW = 8;
const NO_COINS: readonly (Coin | undefined)[] = Array.from({ length: FEW }, () => undefined);

/** Returns the coins of a transaction with one more. Most have one or two, in an array that is no larger. */
function withCoin(
  siblings: (Coin | undefined)[] | undefined,
  index: number,
  coin: Coin,
): (Coin | undefined)[] {
  if (siblings === undefined && index === 0) return [coin];
  const coins = siblings ?? [];
  if (index >= coins.length && index < FEW) {
    // Neither a push nor a spread makes an array that is no larger.
    return coins.concat(NO_COINS.slice(coins.length, index), [coin]);
  }
  while (coins.length < index) coins.push(undefined);
  coins[index] = coin;
  return coins;
}

function scriptKey({ scriptPubKey }: Pick<Coin, 'scriptPubKey'>): string {
  return Buffer.from(scriptPubKey.buffer, scriptPubKey.byteOffset, scriptPubKey.length).toString('latin1');
}
