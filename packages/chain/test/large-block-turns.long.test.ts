import { expect, it } from 'vitest';
import { bytesToHex } from '../src/base/bytes/hex.js';
import { encodeSizedBlock, sizeBlock, type SizedBlock } from '../src/rules/consensus/sized-block.js';
import { decodeBlock } from '../src/primitives/block/block.js';
import { askNode } from '../src/core-emulator/call-node.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { coinbase, forge, transactionAt } from './forge-block.js';
import {
  encodeTransaction,
  transactionId,
  type Transaction,
} from '../src/primitives/transaction/transaction.js';
import { chainBeforeLargeBlock, chainBeforeTransactions } from './large-block.js';
import { turnsOf } from './turns-of.js';

const TRANSACTIONS = 2000;
/** What a step of any pass over a block has at most. */
const PER_TURN = 250;
/** Decoding, hashing, the merkle tree, two checks, spending twice, connecting; scripts take a turn for each transaction. */
const PASSES = 8;
const MIN_TURNS = TRANSACTIONS + (PASSES * TRANSACTIONS) / PER_TURN;

const hexOf = (block: SizedBlock): string => bytesToHex(encodeSizedBlock(block));
it('submitblock connects a large block in turns of the event loop', async () => {
  const { chain, block } = chainBeforeLargeBlock(TRANSACTIONS);
  const { result, turns } = await turnsOf(askNode(chain, 'submitblock', [hexOf(block)]));
  expect(result).toBeNull();
  expect(chain.tip().hash).toBe(block.hash);
  expect(turns).toBeGreaterThanOrEqual(MIN_TURNS);
});

it('submitblock connects a large block as a small one', async () => {
  const { chain, block } = chainBeforeLargeBlock(1200);
  const atOnce = chainBeforeLargeBlock(1200).chain;
  DevChain.nodeOf(atOnce).chain.accept(sizeBlock(decodeBlock(encodeSizedBlock(block))));
  DevChain.nodeOf(atOnce).settle();
  expect(await askNode(chain, 'submitblock', [hexOf(block)])).toBeNull();
  expect(chain.dump()).toEqual(atOnce.dump());
  expect(await askNode(chain, 'submitblock', [hexOf(block)])).toBe('duplicate');
});

it.each([
  [
    'an input that is not there',
    transactionAt(900, (one) => ({ ...one, lockTime: 1 })),
    'bad-txns-inputs-missingorspent',
  ],
  [
    'a coinbase that pays too much',
    coinbase((one) => ({
      ...one,
      outputs: one.outputs.map((output) => ({ ...output, value: output.value * 2n })),
    })),
    'bad-cb-amount',
  ],
])('submitblock rejects a large block with %s and remembers it', async (_, damage, reason) => {
  const { chain, block } = chainBeforeLargeBlock(1200);
  const before = chain.tip();
  const bad = forge(block, damage);
  expect(await askNode(chain, 'submitblock', [hexOf(bad)])).toBe(reason);
  expect(chain.tip()).toEqual(before);
  expect(await askNode(chain, 'submitblock', [hexOf(bad)])).toBe('duplicate-invalid');
  expect(await askNode(chain, 'submitblock', [hexOf(block)])).toBeNull();
});

it('submitblock connects a large block beside other work', async () => {
  const { chain, block } = chainBeforeLargeBlock(TRANSACTIONS);
  const submitted = askNode(chain, 'submitblock', [hexOf(block)]);
  const [alice, ...others] = chain.accounts;
  const senders = others.slice(0, 5);
  for (const sender of senders) {
    await new Promise(setImmediate);
    await chain.sendTransaction(chain.transfer(sender, alice!, 1_000_000n));
  }
  expect(await submitted).toBeNull();
  expect(chain.tip().hash).toBe(block.hash);
  expect(chain.mempool()).toHaveLength(senders.length);
});

const hexesOf = (many: readonly Transaction[]): string[] =>
  many.map((each) => bytesToHex(encodeTransaction(each)));

it('generateblock mines many unsent transactions in turns of the event loop', async () => {
  const { chain, many } = chainBeforeTransactions(TRANSACTIONS);
  const { address } = chain.accounts[0]!;
  const { result, turns } = await turnsOf(askNode(chain, 'generateblock', [address, hexesOf(many)]));
  expect(result).toEqual({ hash: chain.tip().hash });
  expect(chain.transactionStatus(transactionId(many.at(-1)!)).place).toBe('block');
  expect(turns).toBeGreaterThanOrEqual(MIN_TURNS);
});

it('mine makes the same blocks of many unsent transactions in turns as at once', async () => {
  const [atOnce, inTurns] = [chainBeforeTransactions(1200), chainBeforeTransactions(1200)];
  const transactions = hexesOf(atOnce.many);
  for (const { chain } of [atOnce, inTurns]) {
    chain.clock.advance(1000);
    const [, alice, bob] = chain.accounts;
    await chain.sendTransaction(chain.transfer(alice!, bob!, 1_000_000n));
  }
  const hashes = atOnce.chain.mine(3, { transactions });
  expect(await inTurns.chain.mineInTurns(3, { transactions })).toEqual(hashes);
  expect(inTurns.chain.dump()).toEqual(atOnce.chain.dump());
});

it.each([
  ['a missing input', 900, { lockTime: 1 }, 'bad-txns-inputs-missingorspent'],
  ['a lock time to come', 1199, { lockTime: 5000 }, 'bad-txns-nonfinal'],
])(
  'mine rejects many transactions with %s, and the chain is what it was',
  async (_, place, damage, reason) => {
    const { chain, many } = chainBeforeTransactions(1200);
    const inputs = many[place]!.inputs.map((input) => ({ ...input, sequence: 0 }));
    const transactions = hexesOf(many.map((one, at) => (at === place ? { ...one, ...damage, inputs } : one)));
    const before = chain.dump();
    const message = `TestBlockValidity failed: ${reason}`;
    await expect(chain.mineInTurns(1, { transactions })).rejects.toThrow(message);
    expect(chain.dump()).toEqual(before);
    expect(() => chain.mine(1, { transactions })).toThrow(message);
    expect(await chain.mineInTurns(1, { transactions: hexesOf(many) })).toEqual([chain.tip().hash]);
  },
);

it('mine puts many unsent transactions on a tip that other work moves in each attempt', async () => {
  const { chain, many } = chainBeforeTransactions(1200);
  const between: string[] = [];
  const state = { isDone: false };
  const mined = chain.mineInTurns(1, { transactions: hexesOf(many) }).finally(() => {
    state.isDone = true;
  });
  while (!state.isDone && between.length < 10) {
    between.push(...chain.mine(1));
    // An attempt has more turns: one for each script.
    for (let turn = 0; turn < 1000 && !state.isDone; turn += 1) await new Promise(setImmediate);
  }
  const [hash] = await mined;
  expect(between.length).toBeGreaterThanOrEqual(3);
  expect(between.length).toBeLessThan(10);
  expect(chain.tip().hash).toBe(hash);
  const first = chain.tip().height - between.length;
  const heights = between.map((_, at) => first + at);
  expect(heights.map((height) => DevChain.nodeOf(chain).chain.blockAt(height)?.hash)).toEqual(between);
});

it('mine rejects at the tip left by other work what is mined there meanwhile', async () => {
  const { chain, many } = chainBeforeTransactions(1200);
  const transactions = hexesOf(many);
  const mined = chain.mineInTurns(1, { transactions });
  await new Promise(setImmediate);
  chain.mine(1, { transactions: transactions.slice(0, 1) });
  const { hash } = chain.tip();
  await expect(mined).rejects.toThrow('TestBlockValidity failed: bad-txns-inputs-missingorspent');
  expect(chain.tip().hash).toBe(hash);
});
