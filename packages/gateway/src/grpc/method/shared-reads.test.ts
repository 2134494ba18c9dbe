import { decodeBlock, DevChain, encodeBlock, transactionId } from '@dapikit/chain';
import { expect, it, onTestFinished, vi } from 'vitest';
import { SharedReads } from './shared-reads.js';

it('SharedReads makes the messages of a block without a match once', async () => {
  const chain = new DevChain({ mining: 'manual' });
  onTestFinished(() => chain.close());
  chain.mine(1);
  const reads = new SharedReads(chain);
  const { hash } = chain.tip();
  const [header] = await reads.headers(hash, 1);
  const all = await reads.blockTransactions(hash);
  const built = await Promise.all([reads.matches(header!, all, []), reads.matches(header!, all, [])]);
  expect(built[1]).toBe(built[0]);
  expect(await reads.matches(header!, all, [])).toBe(built[0]);
  expect(await reads.matches(header!, all, all)).not.toEqual(built[0]);
});

it('SharedReads bounds the messages that it has by their bytes', async () => {
  const chain = new DevChain({ mining: 'manual' });
  onTestFinished(() => chain.close());
  const { hash } = chain.tip();
  const unbounded = new SharedReads(chain);
  const [header] = await unbounded.headers(hash, 1);
  const all = await unbounded.blockTransactions(hash);
  const { bytes } = await unbounded.matches(header!, all, all);
  // Room for one or two.
  const reads = new SharedReads(chain, 2 * (4 * bytes + 1500));
  const first = await reads.matches(header!, all, all);
  expect(await reads.matches(header!, all, all)).toBe(first);
  for (const other of ['1', '2', '3', '4'])
    await reads.matches({ ...header!, hash: other.repeat(64) }, all, all);
  const again = await reads.matches(header!, all, all);
  expect(again).toEqual(first);
  expect(again).not.toBe(first);
});

it('SharedReads decodes a large block in turns of the event loop', async () => {
  const chain = new DevChain({ mining: 'manual' });
  onTestFinished(() => chain.close());
  chain.mine(1);
  const { header, transactions } = decodeBlock(await chain.read('block', { hash: chain.tip().hash }));
  const [coinbase] = transactions;
  const count = 5000;
  const large = encodeBlock({ header, transactions: Array.from({ length: count }, () => coinbase!) });
  vi.spyOn(chain, 'read').mockResolvedValue(large);
  const reads = new SharedReads(chain);
  let turns = 0;
  let immediate = setImmediate(function countTurn() {
    turns += 1;
    immediate = setImmediate(countTurn);
  });
  onTestFinished(() => clearImmediate(immediate));
  const read = await reads.blockTransactions('00'.repeat(32));
  expect(turns).toBeGreaterThanOrEqual(Math.floor(large.length / (64 * 1024)));
  expect(read.map(({ txid }) => txid)).toEqual(Array(count).fill(transactionId(coinbase!)));
});
