import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Coin } from './coin.js';
import { CoinSet } from './coins.js';

const SCRIPTS = [Uint8Array.of(1), Uint8Array.of(1, 2), Uint8Array.of()];

const anyChange = fc.record({
  isAdded: fc.boolean(),
  outPoint: fc.record({ txid: fc.constantFrom('a', 'b', 'c'), index: fc.nat(12) }),
  value: fc.bigInt({ min: 0n, max: 3n }),
  height: fc.nat(3),
  script: fc.nat(SCRIPTS.length - 1),
});

describe('CoinSet', () => {
  it('behaves like a map and keeps the coins of a script in order', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 80 }), (changes) => {
        const coins = new CoinSet();
        // One script is asked for before there are coins, the others afterwards.
        coins.coinsOf(SCRIPTS[0]!);
        const model = new Map<string, Coin>();
        for (const { isAdded, outPoint, value, height, script } of changes) {
          const key = `${outPoint.txid}-${outPoint.index}`;
          if (isAdded && !model.has(key)) {
            const coin = { value, height, isCoinbase: false, scriptPubKey: SCRIPTS[script]! };
            coins.add(outPoint, coin);
            model.set(key, coin);
          } else if (!isAdded) {
            coins.remove(outPoint);
            model.delete(key);
          }
          expect(coins.coin(outPoint)).toBe(model.get(key));
        }
        expect(coins.size).toBe(model.size);
        expect(new Map(coins.entries())).toEqual(model);
        const copy = coins.copy();
        for (const { outPoint } of changes) coins.remove(outPoint);
        expect(coins.size).toBe(0);
        expect([...coins.entries()]).toEqual([]);
        expect(new Map(copy.entries())).toEqual(model);
        for (const scriptPubKey of SCRIPTS) {
          const held = copy.coinsOf(scriptPubKey);
          expect(held).toHaveLength(
            [...model.values()].filter((coin) => coin.scriptPubKey === scriptPubKey).length,
          );
          for (const [i, { coin, outPoint }] of held.entries()) {
            expect(model.get(`${outPoint.txid}-${outPoint.index}`)).toBe(coin);
            const next = held[i + 1]?.coin;
            if (next === undefined) continue;
            const isInOrder =
              coin.value > next.value || (coin.value === next.value && coin.height <= next.height);
            expect(isInOrder).toBe(true);
          }
        }
      }),
    );
  });
});
