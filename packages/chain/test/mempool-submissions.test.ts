import { beforeEach, describe, expect, it } from 'vitest';
import { sizeTransaction } from '../src/rules/consensus/sized-block.js';
import type { UnspentCoin } from '../src/rules/consensus/coin.js';
import type { Transaction, TransactionOutput } from '../src/primitives/transaction/transaction.js';
import { made, spend } from './spend.js';
import { alice, bob, COIN } from './unusual-outputs.js';
import { Workshop } from './workshop.js';

let workshop: Workshop;
let coin: UnspentCoin;
let second: UnspentCoin;

beforeEach(() => {
  workshop = new Workshop();
  const coins = workshop.coins(alice);
  coin = coins[0]!;
  second = coins[1]!;
});

const pay = (value: bigint, scriptPubKey = bob.scriptPubKey): TransactionOutput => ({ value, scriptPubKey });
const rest = (fee = 10_000n): TransactionOutput => pay(coin.coin.value - fee);
const payment = (outputs = [rest()]): Transaction => spend(alice, [coin], outputs);

const highest = (size: number): bigint => (10_000_000n * BigInt(size) + 999n) / 1000n;

describe('the maximum fee', () => {
  it('is 0.1 DASH per 1,000 bytes', () => {
    const { size } = sizeTransaction(payment());
    expect(workshop.submit(payment([rest(highest(size) + 1n)]))).toBe(
      '-25 Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)',
    );
    expect(workshop.mempool.size).toBe(0);
    const most = payment([rest(highest(size))]);
    expect(sizeTransaction(most).size).toBe(size);
    workshop.admit(most);
  });

  it('is checked last', () => {
    const expensive = payment([rest(COIN)]);
    expect(
      workshop.submit({
        ...expensive,
        inputs: expensive.inputs.map((input) => ({ ...input, scriptSig: new Uint8Array() })),
      }),
    ).toMatch(/^-26 mandatory-script/);
  });
});

describe('a transaction submitted again', () => {
  it('returns its id while it is in the mempool', () => {
    const id = workshop.admit(payment());
    expect(workshop.submit(payment())).toBe(id);
    expect(workshop.mempool.size).toBe(1);
  });

  it('is reported as mined until all its outputs are spent', () => {
    const first = payment([pay(COIN), pay(COIN, alice.scriptPubKey), rest(2n * COIN + 10_000n)]);
    workshop.admit(first);
    workshop.mine();
    expect(workshop.submit(first)).toBe('-27 Transaction already in block chain');
    const spent = [0, 2].map((index) => made(first, index));
    const paid = spend(bob, spent, [pay(coin.coin.value - COIN - 30_000n)]);
    workshop.admit(paid);
    workshop.mine();
    expect(workshop.submit(first)).toBe('-27 Transaction already in block chain');
    workshop.admit(spend(alice, [made(first, 1)], [pay(COIN - 10_000n)]));
    expect(workshop.submit(first)).toBe('-27 Transaction already in block chain');
    workshop.mine();
    expect(workshop.submit(first)).toBe('-25 bad-txns-inputs-missingorspent');
  });

  it('is rejected if one of its two coins is gone', () => {
    workshop.admit(payment());
    workshop.mine();
    expect(workshop.submit(spend(alice, [second, coin], [rest()]))).toBe(
      '-25 bad-txns-inputs-missingorspent',
    );
  });
});
