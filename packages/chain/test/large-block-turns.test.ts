import { expect, it } from 'vitest';
import { bytesToHex } from '../src/bytes/hex.js';
import { encodeSizedBlock, sizeBlock, type SizedBlock } from '../src/consensus/sized-block.js';
import { decodeBlock } from '../src/block/block.js';
import { askNode } from '../src/core-emulator/call-node.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { coinbase, forge, transactionAt } from './forge-block.js';
import { chainBeforeLargeBlock } from './large-block.js';
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
