import { beforeEach, describe, expect, it } from 'vitest';
import { compareHashes } from '../src/base/bytes/hex.js';
import { sizeTransaction } from '../src/rules/consensus/sized-block.js';
import type { UnspentCoin } from '../src/rules/consensus/coin.js';
import { selectTransactions } from '../src/chain/mining/select-transactions.js';
import { multisigScript, payToScript } from '../src/primitives/script/standard-scripts.js';
import { publicKeyOf } from '../src/primitives/script/ecdsa.js';
import type { Transaction, TransactionOutput } from '../src/primitives/transaction/transaction.js';
import { made, spend } from './spend.js';
import { Workshop } from './workshop.js';

let workshop: Workshop;
let coin: UnspentCoin;

beforeEach(() => {
  workshop = new Workshop();
  coin = workshop.coin(alice());
});

const alice = () => workshop.account(0);
const toAlice = (value: bigint): TransactionOutput => ({ value, scriptPubKey: alice().scriptPubKey });
const idOf = (transaction: Transaction): string => sizeTransaction(transaction).txid;
const valueOf = (coins: readonly UnspentCoin[]): bigint =>
  coins.reduce((sum, held) => sum + held.coin.value, 0n);

/** Spends coins into as many equal outputs, and pays a fee. */
function split(coins: readonly UnspentCoin[], parts = 1, fee = 100_000n): Transaction {
  const share = (valueOf(coins) - fee) / BigInt(parts);
  return spend(
    alice(),
    coins,
    Array.from({ length: parts }, () => toAlice(share)),
  );
}

/** So many transactions, each of which spends the one before it. */
function chainOf(length: number, start = coin): Transaction[] {
  const chain: Transaction[] = [];
  for (let held = start; chain.length < length; held = made(chain.at(-1)!)) chain.push(split([held]));
  return chain;
}

/** A transaction of about so many bytes. */
const large = (coins: readonly UnspentCoin[], size: number) =>
  split(coins, Math.floor((size - 10 - 148 * coins.length) / 34), 1_000_000n);

const TOO_LONG = '-26 too-long-mempool-chain, ';

describe('a chain of unconfirmed transactions', () => {
  it('may have 25 transactions', () => {
    const chain = chainOf(26);
    for (const transaction of chain.slice(0, 25)) workshop.admit(transaction);
    expect(workshop.submit(chain[25]!)).toBe(`${TOO_LONG}too many unconfirmed ancestors [limit: 25]`);
    workshop.mine();
    workshop.admit(chain[25]!);
  });

  it('does not count mined transactions', () => {
    const chain = chainOf(30);
    for (const transaction of chain.slice(0, 10)) workshop.admit(transaction);
    workshop.accept(workshop.block({ transactions: chain.slice(0, 5) }));
    for (const transaction of chain.slice(10)) workshop.admit(transaction);
    expect(workshop.mempool.size).toBe(25);
    workshop.mine();
    expect(workshop.mempool.size).toBe(0);
  });

  it('may join at most 24 parents', () => {
    const parent = split([coin], 25);
    workshop.admit(parent);
    workshop.mine();
    const children = parent.outputs.map((_, index) => split([made(parent, index)]));
    for (const child of children) workshop.admit(child);
    const coins = children.map((child) => made(child));
    expect(workshop.submit(split(coins))).toBe(`${TOO_LONG}too many unconfirmed parents [limit: 25]`);
    workshop.admit(split(coins.slice(0, 24)));
  });
});

/** A transaction with 30 outputs, and one that spends each. */
function family(): { parent: Transaction; children: Transaction[] } {
  const parent = split([coin], 30);
  return { parent, children: parent.outputs.map((_, index) => split([made(parent, index)])) };
}

describe('the descendants of a transaction', () => {
  it('may be 25 including itself, plus one small child', () => {
    const { parent, children } = family();
    workshop.admit(parent);
    for (const child of children.slice(0, 24)) workshop.admit(child);
    workshop.admit(children[24]!);
    expect(workshop.submit(children[25]!)).toBe(
      `${TOO_LONG}too many descendants for tx ${idOf(parent)} [limit: 25]`,
    );
  });

  it('reject one more that is large', () => {
    const { parent, children } = family();
    workshop.admit(parent);
    for (const child of children.slice(0, 24)) workshop.admit(child);
    const tooLarge = large([made(parent, 24)], 10_050);
    expect(sizeTransaction(tooLarge).size).toBeGreaterThan(10_000);
    expect(workshop.submit(tooLarge)).toBe(
      `${TOO_LONG}too many descendants for tx ${idOf(parent)} [limit: 25]`,
    );
  });

  it('reject one more that has two ancestors', () => {
    const { parent, children } = family();
    workshop.admit(parent);
    for (const child of children.slice(0, 24)) workshop.admit(child);
    const grandchild = split([made(children[0]!)]);
    const answer = workshop.submit(grandchild);
    expect(answer).toBe(`${TOO_LONG}too many descendants for tx ${idOf(parent)} [limit: 25]`);
  });
});

describe('the size of a package', () => {
  it('is limited for ancestors, whatever their number', () => {
    const parents = workshop.coins(alice()).map((held) => large([held], 60_000));
    for (const parent of parents) workshop.admit(parent);
    expect(workshop.submit(split(parents.map((parent) => made(parent))))).toBe(
      `${TOO_LONG}exceeds ancestor size limit [limit: 101000]`,
    );
  });

  it('is limited for descendants, with 10,000 bytes for one small child', () => {
    const parent = split([coin], 4, 2_000_000n);
    workshop.admit(parent);
    workshop.admit(large([made(parent, 0)], 60_000));
    workshop.admit(large([made(parent, 1)], 39_900));
    const medium = large([made(parent, 2)], 9_500);
    workshop.admit(medium);
    expect(workshop.submit(large([made(parent, 3)], 2_000))).toBe(
      `${TOO_LONG}exceeds descendant size limit for tx ${idOf(parent)} [limit: 101000]`,
    );
  });
});

const order = (): string[] => selectTransactions(workshop.mempool).map(({ txid }) => txid);

/** Depends on nothing. */
function bobsPayment(fee: bigint): Transaction {
  const bob = workshop.account(1);
  const held = workshop.coin(bob);
  return spend(bob, [held], [{ value: held.coin.value - fee, scriptPubKey: bob.scriptPubKey }]);
}

describe('the order of transactions in a block', () => {
  it('is by fee rate, then by id', () => {
    const payments = [1, 2, 3, 4].map((account) => {
      const from = workshop.account(account);
      const held = workshop.coin(from);
      const fee = account === 3 ? 5_000n : 1_000n;
      return spend(from, [held], [{ value: held.coin.value - fee, scriptPubKey: from.scriptPubKey }]);
    });
    for (const payment of payments) workshop.admit(payment);
    const best = payments[2]!;
    expect(order()[0]).toBe(idOf(best));
    // Signatures are of 70 to 72 bytes, so that equal fees need not be equal rates.
    const bySize = payments
      .filter((payment) => payment !== best)
      .map(sizeTransaction)
      .toSorted((a, b) => a.size - b.size || compareHashes(a.txid, b.txid));
    expect(order().slice(1)).toEqual(bySize.map(({ txid }) => txid));
  });

  it('lets a child pay for its parent', () => {
    const parent = split([coin], 1, 200n);
    const child = split([made(parent)], 1, 50_000n);
    const between = bobsPayment(5_000n);
    for (const transaction of [parent, child, between]) workshop.admit(transaction);
    expect(order()).toEqual([parent, child, between].map(idOf));
    workshop.mine();
    expect(workshop.tip.block.transactions.slice(-3).map(({ txid }) => txid)).toEqual(
      [parent, child, between].map(idOf),
    );
  });

  it('does not let a parent pay for its child', () => {
    const parent = split([coin], 1, 50_000n);
    const child = split([made(parent)], 1, 200n);
    const between = bobsPayment(5_000n);
    for (const transaction of [parent, child, between]) workshop.admit(transaction);
    expect(order()).toEqual([parent, between, child].map(idOf));
  });

  it('does not count a parent twice when another child paid for it', () => {
    const parent = split([coin], 2, 400n);
    const generous = split([made(parent, 0)], 1, 90_000n);
    const modest = split([made(parent, 1)], 1, 8_000n);
    // Between what the modest child pays alone, and what it pays together with its parent.
    const between = bobsPayment(6_000n);
    for (const transaction of [parent, generous, modest, between]) workshop.admit(transaction);
    expect(order()).toEqual([parent, generous, modest, between].map(idOf));
  });
});

describe('a transaction that does not fit into a block', () => {
  it('waits for the next block if the bytes are used up', () => {
    const { treasury } = workshop;
    const scriptPubKey = payToScript(Uint8Array.of(1));
    for (const held of workshop.coins(treasury).slice(0, 21)) {
      const value = (held.coin.value - 1_000_000n) / 3_110n;
      workshop.admit(
        spend(
          treasury,
          [held],
          Array.from({ length: 3_110 }, () => ({ value, scriptPubKey })),
        ),
      );
    }
    workshop.mine();
    expect(workshop.mempool.size).toBe(1);
    expect(workshop.tip.block.size).toBeLessThan(2_000_000 - 1_000);
    expect(workshop.tip.block.size).toBeGreaterThan(1_990_000);
    workshop.mine();
    expect(workshop.mempool.size).toBe(0);
  });

  it('waits for the next block if the signature operations are used up', () => {
    const keys = [1, 2, 3].map((i) => publicKeyOf(workshop.account(i).secretKey));
    const script = multisigScript(1, keys);
    for (let i = 0; i < 11; i += 1) {
      const account = workshop.account(i % 10);
      const [held] = workshop.coins(account);
      const change = held!.coin.value - 199n * 10_000n - 200_000n;
      const outputs = Array.from({ length: 199 }, () => ({ value: 10_000n, scriptPubKey: script }));
      const rest = { value: change, scriptPubKey: account.scriptPubKey };
      workshop.admit(spend(account, [held!], [...outputs, rest]));
    }
    // 3,981 each, and 100 are kept for the coinbase.
    workshop.mine();
    expect(workshop.mempool.size).toBe(1);
    workshop.mine();
    expect(workshop.mempool.size).toBe(0);
  });
});
