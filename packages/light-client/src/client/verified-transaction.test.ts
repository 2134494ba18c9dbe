import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  blockHash,
  encodeBlockHeader,
  encodeTransaction,
  merkleRootWithMutation,
  networkTransactionId,
  type Transaction,
} from '@dapikit/chain/browser';
import { describe, expect, it } from 'vitest';
import { verifyTransactionIn } from './verified-transaction.js';

const LARGEST = 2_000_000;

/** Returns a small transaction. */
const transaction = (lockTime: number): Transaction => ({
  version: 2,
  type: 0,
  inputs: [],
  outputs: [{ value: 1n, scriptPubKey: new Uint8Array() }],
  lockTime,
  extraPayload: new Uint8Array(),
});

/** Returns a block whose header commits to so many transactions, and the id of one of them. */
function blockOf(count: number) {
  const transactions = Array.from({ length: count }, (_, at) => transaction(at));
  const ids = transactions.map(networkTransactionId);
  const header = {
    version: 1,
    previousBlockHash: 'ab'.repeat(32),
    merkleRoot: merkleRootWithMutation(ids).root,
    time: 1,
    bits: 0x207fffff,
    nonce: 1,
  };
  const size = Uint8Array.of(0xfd, count & 0xff, count >> 8);
  const bytes = Buffer.concat([encodeBlockHeader(header), size, ...transactions.map(encodeTransaction)]);
  return { bytes: new Uint8Array(bytes), hash: blockHash(header), txid: ids.at(-1)! };
}

/** Returns the turns of the event loop that other work gets meanwhile. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  const over = new AbortController();
  const end = (): void => over.abort();
  void work.then(end, end);
  while (!over.signal.aborted) {
    await nextTurn();
    turns += 1;
  }
  return turns;
}

describe('a transaction in a block', () => {
  it('is verified in turns, which are charged', async () => {
    const { bytes, hash, txid } = blockOf(5000);
    const charges: number[] = [];
    let now = 0;
    const measure = {
      clock: { now: () => (now += 1) },
      charge: (milliseconds: number) => void charges.push(milliseconds),
    };
    const work = verifyTransactionIn(bytes, hash, { txid, measure });
    expect(await turnsDuring(work)).toBeGreaterThan(50);
    expect(await work).toMatchObject({ height: undefined });
    expect(charges.length).toBeGreaterThan(50);
    expect(new Set(charges)).toEqual(new Set([1]));
  });

  it('is rejected in a block that is larger than any can be, before anything of it is read', async () => {
    const { bytes, hash, txid } = blockOf(300);
    const larger = new Uint8Array(LARGEST + 1);
    larger.set(bytes);
    const work = verifyTransactionIn(larger, hash, { txid });
    expect(await turnsDuring(work)).toBeLessThan(3);
    await expect(work).rejects.toThrow('expected at most 2000000');
  });

  it.each([
    ['a cut block', (bytes: Uint8Array) => bytes.subarray(0, -1)],
    ['bytes behind it', (bytes: Uint8Array) => new Uint8Array([...bytes, 0])],
    ['a cut header', (bytes: Uint8Array) => bytes.subarray(0, 79)],
  ])('is rejected with %s', async (_, change) => {
    const { bytes, hash, txid } = blockOf(300);
    await expect(verifyTransactionIn(change(bytes), hash, { txid })).rejects.toMatchObject({
      reason: 'malformed',
    });
  });
});
